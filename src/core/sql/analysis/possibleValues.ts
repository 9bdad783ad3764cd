/** Names in quotes that may be values: `WHERE name = "Fatima Ahmed"` is a frequent mistake, and the audit trail keeps it. */
import { unquoted } from '../lexer/escapes.ts';
import type { Token } from '../lexer/tokens.ts';
import type { Column, Expression, Infix, Name, Range, Subquery } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { isComparison } from './comparisons.ts';
import { literalTexts } from './literalTexts.ts';

/**
 * Returns the offsets, in the statement, at which quoted names begin that may be values.
 *
 * The text of a quoted name is a value if the text is compared with a column, is in a condition in any other place where a
 * value can be, is after a syntax error, or is also the text of a literal. A value may be one wherever the statement repeats
 * the text: of `name = "Ada" ORDER BY "Ada"`, neither is certainly a name. Exceptions are the text of a table's name and
 * that of a column after the name or alias of one of the statement's tables (`p."Id"`), which are names everywhere.
 *
 * Any other quoted name is certainly a name where only a name makes sense: as an alias or a label, as an item of a SELECT
 * list, of GROUP BY or of ORDER BY, as the first argument of a function that is such an item, and as the left side of a
 * comparison with literals. A text that is a name in one of the lists is a name in other expressions outside of conditions.
 */
export function possibleValues(tree: SyntaxTree): ReadonlySet<number> {
  const quoted = tree.tokens.filter(isQuotedName);
  if (quoted.length === 0) return new Set();
  const uses = new QuotedNameUses(tree);
  walk(tree.statement, {
    enter: (node, around) => uses.enter(node, around.at(-1)),
    leave: () => uses.leave(),
  });
  const isName = uses.nameTest();
  return new Set(
    quoted.filter((token) => !isName(token.start, nameText(tree, token))).map(({ start }) => start),
  );
}

const isQuotedName = ({ kind }: Token): boolean => kind === 'quoted-identifier' || kind === 'backtick';

/** Returns the text of a name in the source, without double quotes or backticks around it. */
function nameText({ source }: SyntaxTree, { start, end }: Range): string {
  const written = source.slice(start, end);
  return unquoted(written) ?? (written.startsWith('`') ? written.slice(1, -1) : written);
}

const literalKinds: ReadonlySet<Token['kind']> = new Set(['string', 'dollar-string', 'typographic-quote']);

/** A comparison of a condition, or of any other expression. */
interface Comparison {
  readonly sides: readonly Expression[];
  /** Whether the comparison is itself an operand, as in `a = (b = c)`, rather than joined by AND, OR and NOT. */
  readonly isOperand: boolean;
}

/**
 * What a quoted name alone is where a column can be: certainly a name; unknown, where nothing speaks for a value; or to be
 * judged by the comparison around the name. Without a comparison around it, a judged name is a value.
 */
type Use = 'name' | 'unknown' | 'judged';

/** What surrounds the parts of a node. */
interface Context {
  /** What a quoted name is that is itself a part of the node. */
  readonly parts: Use;
  /** The only part of the node for which `parts` is `name`; undefined if there is no such part, or all parts are alike. */
  readonly namedPart: SyntaxNode | undefined;
  /** What the items of SELECT lists, GROUP BY and ORDER BY in the node are. */
  readonly items: Use;
  readonly isInCondition: boolean;
  /** Whether the parts are within an operand, rather than conditions joined by AND, OR and NOT. */
  readonly isOperand: boolean;
  /** The nearest comparison around the parts. */
  readonly comparison: Comparison | undefined;
}

const outermost: Context = {
  parts: 'unknown',
  namedPart: undefined,
  items: 'name',
  isInCondition: false,
  isOperand: false,
  comparison: undefined,
};

/** A column that is a quoted name alone, and what it is compared with. */
interface JudgedName {
  readonly column: Column;
  readonly name: Name;
  readonly comparison: Comparison | undefined;
}

/** The uses of quoted names in a statement. */
class QuotedNameUses {
  readonly #tree: SyntaxTree;
  /** Texts that are names wherever they occur. */
  readonly #names = new Set<string>();
  /** Texts that are items of lists, and so names wherever they occur unless they are values as well. */
  readonly #listed = new Set<string>();
  /** Offsets of quoted names that are names where they are, unless their text is a value elsewhere. */
  readonly #certain = new Set<number>();
  /** Texts of values, in lower case. */
  readonly #values: Set<string>;
  /** Names of tables and their aliases, in lower case. */
  readonly #tables = new Set<string>();
  /** Quoted parts of column names with more than one part. `qualifier` is in lower case. */
  readonly #qualified: { readonly text: string; readonly qualifier: string }[] = [];
  /** Offsets of all columns and of those that are not just a quoted name; both in ascending order. */
  readonly #columns: number[] = [];
  readonly #plainColumns: number[] = [];
  readonly #judged: JudgedName[] = [];
  /** The contexts of the nodes that have been entered and not left, outermost first. */
  readonly #contexts: Context[] = [];

  constructor(tree: SyntaxTree) {
    const { source, tokens, certainEnd } = tree;
    this.#tree = tree;
    const literals = tokens.filter(({ kind }) => literalKinds.has(kind));
    const texts = [
      ...literals.flatMap((token) => literalTexts(token, source.slice(token.start, token.end))),
      ...tokens
        .filter((token) => isQuotedName(token) && token.start >= certainEnd)
        .map((token) => nameText(tree, token)),
    ];
    this.#values = new Set(texts.map((text) => text.toLowerCase()));
  }

  /** Adds a node of the tree, before its parts. */
  enter(node: SyntaxNode, parent: SyntaxNode | undefined): void {
    const context = this.#contexts.at(-1) ?? outermost;
    this.#contexts.push(contextIn(node, context));
    if (node.kind === 'column') this.#addColumn(node, context);
    if (node.end > this.#tree.certainEnd) return;
    // A quoted name of a function: its construct begins with the name.
    if (node.kind === 'construct' && node.isFunction && !context.isInCondition) this.#certain.add(node.start);
    else if (node.kind === 'name' && parent?.kind !== 'column') this.#addName(node, parent, context);
  }
  /** Must be called after the parts of each node that was entered. */
  leave(): void {
    this.#contexts.pop();
  }

  /** Returns a test for whether a quoted name is certainly a name. To be called after all nodes have been added. */
  nameTest(): (start: number, text: string) => boolean {
    for (const { text, qualifier } of this.#qualified) if (this.#tables.has(qualifier)) this.#names.add(text);
    for (const { column, name, comparison } of this.#judged) {
      const use = this.#useOf(column, comparison);
      if (use === 'name') this.#certain.add(name.start);
      else if (use === 'value') this.#values.add(this.#textOf(name).toLowerCase());
    }
    return (start, text) =>
      this.#names.has(text) ||
      ((this.#certain.has(start) || this.#listed.has(text)) && !this.#values.has(text.toLowerCase()));
  }

  /** Returns what a quoted name alone is in a comparison; `unknown` if it can be either, but is compared with no column. */
  #useOf(column: Column, comparison: Comparison | undefined): 'name' | 'value' | 'unknown' {
    const own = comparison?.sides.find(({ start, end }) => start <= column.start && column.end <= end);
    if (!comparison || !own) return 'value';
    const others = comparison.sides.filter((side) => side !== own);
    const isSearched = own === column && own === comparison.sides[0] && !comparison.isOperand;
    if (isSearched && others.every((side) => countIn(side, this.#plainColumns) === 0)) return 'name';
    const isAlone = others.every((side) => countIn(side, this.#columns) === 0);
    return isAlone && countIn(own, this.#plainColumns) === 0 ? 'unknown' : 'value';
  }

  /** Adds the name of a table, an alias, or a label. In a condition, as in a subquery there, only tables are certain. */
  #addName(name: Name, parent: SyntaxNode | undefined, { isInCondition }: Context): void {
    const text = this.#textOf(name);
    const isAlias =
      parent?.kind === 'derivedTable' ||
      parent?.kind === 'parenthesizedTable' ||
      parent?.kind === 'commonTable';
    if (isAlias || parent?.kind === 'tableName') this.#tables.add(text.toLowerCase());
    if (parent?.kind === 'tableName' && parent.parts.includes(name)) this.#names.add(text);
    else if (!isInCondition || parent?.kind === 'tableName') this.#certain.add(name.start);
    if (!isInCondition) this.#listed.add(text);
  }

  #addColumn(column: Column, context: Context): void {
    const { parts, isStar, start, end } = column;
    const [only] = parts;
    const isQuotedAlone = parts.length === 1 && !isStar && only !== undefined && this.#isQuoted(only);
    this.#columns.push(start);
    if (!isQuotedAlone) this.#plainColumns.push(start);
    if (end > this.#tree.certainEnd) return;
    if (isQuotedAlone) {
      const use = useIn(context, column);
      if (use === 'name') this.#listed.add(this.#textOf(only));
      else if (use === 'judged') this.#judged.push({ column, name: only, comparison: context.comparison });
      return;
    }
    for (const [at, part] of parts.entries()) {
      const qualifier = parts[Math.max(0, at - 1)] ?? part;
      if (this.#isQuoted(part))
        this.#qualified.push({
          text: this.#textOf(part),
          qualifier: this.#textOf(qualifier).toLowerCase(),
        });
    }
  }

  #isQuoted({ isQuoted, start }: Name): boolean {
    return isQuoted || this.#tree.source[start] === '`';
  }
  #textOf(name: Name): string {
    return nameText(this.#tree, name);
  }
}

/** Returns what a quoted name alone is as a part of a node with this context. */
const useIn = ({ parts, namedPart }: Context, part: SyntaxNode): Use => (part === namedPart ? 'name' : parts);

/** Returns the context of the parts of a node that is itself in the context `outer`. */
function contextIn(node: SyntaxNode, outer: Context): Context {
  const own = useIn(outer, node);
  /** What a quoted name is in an expression that makes names of its parts no more certain. */
  const operand = own === 'judged' ? own : 'unknown';
  switch (node.kind) {
    case 'condition':
    case 'on':
    case 'filter':
      return { ...outermost, parts: 'judged', items: 'judged', isInCondition: true };
    case 'target':
    case 'list':
    case 'orderBy':
    case 'quantifier':
      return { ...outer, parts: outer.items, namedPart: undefined };
    case 'cast':
    case 'collate':
      return { ...outer, parts: own, namedPart: undefined };
    case 'parenthesized':
      return { ...outer, parts: node.items.length === 1 ? own : operand, namedPart: undefined };
    case 'subquery':
      return { ...outer, parts: 'unknown', namedPart: undefined, items: itemsOf(node, own, outer) };
    case 'call': {
      const namedPart = own === 'name' && node.isSupported ? node.arguments[0] : undefined;
      return { ...outer, parts: operand, namedPart };
    }
    case 'case':
    case 'values':
    case 'limit':
    case 'tail':
    case 'skippedClause':
    case 'tableFunction':
      return { ...outer, parts: operand, namedPart: undefined };
    case 'infix':
    case 'prefix':
      if (joinsConditions(node)) return { ...outer, parts: operand, namedPart: undefined };
      break;
    case 'between':
    case 'postfix':
    case 'array':
    case 'sign':
    case 'subscript':
    case 'fieldAccess':
      break;
    default:
      return outer;
  }
  const sides = comparedSides(node);
  const isComparing = sides.length > 0;
  return {
    ...outer,
    parts: isComparing ? 'judged' : operand,
    namedPart: undefined,
    isOperand: true,
    comparison: isComparing ? { sides, isOperand: outer.isOperand } : outer.comparison,
  };
}

/** Returns what the items in a subquery are. Of `(SELECT "Ada")`, which reads no table, the item may as well be a value. */
function itemsOf({ query }: Subquery, own: Use, { isInCondition }: Context): Use {
  const readsTable =
    query.kind === 'query' &&
    query.members.some(({ clauses }) => clauses.some(({ kind }) => kind === 'from'));
  if (!readsTable) return own;
  return isInCondition ? 'unknown' : 'name';
}

/** Whether the operator of a node is AND, OR, or NOT. */
const joinsConditions = ({ operator }: Pick<Infix, 'operator'>): boolean =>
  operator.kind === 'construct' && /^(?:AND|OR|NOT)$/.test(operator.name);

/** Returns the operands of a comparison, of IN, or of a test such as IS NULL; an empty list for any other node. */
function comparedSides(node: SyntaxNode): readonly Expression[] {
  switch (node.kind) {
    case 'between':
      return [node.operand, node.low, node.high];
    case 'postfix':
      return [node.operand];
    case 'infix':
      return isSearch(node) ? [node.left, node.right] : [];
    default:
      return [];
  }
}

const isSearch = (node: Infix): boolean =>
  isComparison(node) || (node.operator.kind === 'construct' && node.operator.name === 'IN');

/** Returns the number of `offsets` in a range. They are in ascending order. */
const countIn = ({ start, end }: Range, offsets: readonly number[]): number =>
  countBefore(end, offsets) - countBefore(start, offsets);

function countBefore(limit: number, offsets: readonly number[]): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
