import { decodeQuotedName } from '../lexer/escapes.ts';
import type { Token } from '../lexer/tokens.ts';
import type { Column, Expression, Infix, Name, Range, Subquery } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { isComparison } from './comparisons.ts';
import { findTextsToHide } from './literalTexts.ts';

/**
 * Returns the start offsets, in the statement, of quoted names that may be values, as in `WHERE name = "Fatima Ahmed"`.
 * A quoted name is left out if the statement shows that it is a name, for example that of a table.
 */
export function findPossibleValues(tree: SyntaxTree): ReadonlySet<number> {
  const quoted = tree.tokens.filter(isQuotedName);
  if (quoted.length === 0) return new Set();
  const uses = new QuotedNameUses(tree);
  walk(tree.statement, {
    enter: (node, around) => uses.enter(node, around.at(-1)),
    leave: () => uses.leave(),
  });
  const isName = uses.createNameTest();
  return new Set(
    quoted.filter((token) => !isName(token.start, nameText(tree, token))).map(({ start }) => start),
  );
}

const isQuotedName = ({ kind }: Token): boolean => kind === 'quoted-identifier' || kind === 'backtick';

function nameText({ source }: SyntaxTree, { start, end }: Range): string {
  const written = source.slice(start, end);
  return decodeQuotedName(written) ?? (written.startsWith('`') ? written.slice(1, -1) : written);
}

const literalKinds: ReadonlySet<Token['kind']> = new Set(['string', 'dollar-string', 'typographic-quote']);

interface Comparison {
  readonly sides: readonly Expression[];
  readonly isOperand: boolean;
}

/**
 * How the text of a column that is just a quoted name is understood, given the column's position:
 * - `name`: as a name, unless the rest of the statement shows that it is also a value;
 * - `unknown`: as a possible value, unless the rest of the statement shows that it is a name;
 * - `judged`: as the comparison around the column shows, or as a value if there is none.
 */
type Use = 'name' | 'unknown' | 'judged';

interface Context {
  /** The use of a quoted name that is a child of the node. */
  readonly parts: Use;
  /** A child whose use is `name` if it is a quoted name; `parts` is about the other children. */
  readonly namedPart: SyntaxNode | undefined;
  /** The use of a quoted name that is an item of a SELECT list, GROUP BY, ORDER BY or DISTINCT ON within the node. */
  readonly items: Use;
  readonly isInCondition: boolean;
  readonly isOperand: boolean;
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

interface JudgedName {
  readonly column: Column;
  readonly name: Name;
  readonly comparison: Comparison | undefined;
}

class QuotedNameUses {
  readonly #tree: SyntaxTree;
  /**
   * Texts of table names, and of columns with a table's name or alias before them. A quoted name with such a text is a
   * name, even if the text is also in `#values`.
   */
  readonly #names = new Set<string>();
  /**
   * Texts of names outside of conditions, such as aliases. A quoted name with such a text is a name unless the text is
   * also in `#values`.
   */
  readonly #listed = new Set<string>();
  readonly #certain = new Set<number>();
  readonly #values: Set<string>;
  readonly #tables = new Set<string>();
  readonly #qualified: { readonly text: string; readonly qualifier: string }[] = [];
  /** Start offsets of columns in ascending order; `#plainColumns` is without those that are just a quoted name. */
  readonly #columns: number[] = [];
  readonly #plainColumns: number[] = [];
  readonly #judged: JudgedName[] = [];
  readonly #contexts: Context[] = [];

  constructor(tree: SyntaxTree) {
    const { source, tokens, certainEnd } = tree;
    this.#tree = tree;
    const literals = tokens.filter(({ kind }) => literalKinds.has(kind));
    const texts = [
      ...literals.flatMap((token) => findTextsToHide(token, source.slice(token.start, token.end))),
      ...tokens
        .filter((token) => isQuotedName(token) && token.start >= certainEnd)
        .map((token) => nameText(tree, token)),
    ];
    this.#values = new Set(texts.map((text) => text.toLowerCase()));
  }

  enter(node: SyntaxNode, parent: SyntaxNode | undefined): void {
    const context = this.#contexts.at(-1) ?? outermost;
    this.#contexts.push(contextOfChildren(node, context));
    if (node.kind === 'column') this.#addColumn(node, context);
    if (node.end > this.#tree.certainEnd) return;
    // The construct of a function begins with the first part of the function's name, which may be quoted.
    if (node.kind === 'construct' && node.isFunction && !context.isInCondition) this.#certain.add(node.start);
    else if (node.kind === 'name' && parent?.kind !== 'column') this.#addName(node, parent, context);
  }
  leave(): void {
    this.#contexts.pop();
  }

  /**
   * Returns a test for whether a quoted name is a name rather than a possible value, given its start offset and its
   * text. Must be called after all nodes have been visited.
   */
  createNameTest(): (start: number, text: string) => boolean {
    for (const { text, qualifier } of this.#qualified) if (this.#tables.has(qualifier)) this.#names.add(text);
    for (const { column, name, comparison } of this.#judged) {
      const use = this.#judgeUseOfColumn(column, comparison);
      if (use === 'name') this.#certain.add(name.start);
      else if (use === 'value') this.#values.add(this.#getUnquotedName(name).toLowerCase());
    }
    return (start, text) =>
      this.#names.has(text) ||
      ((this.#certain.has(start) || this.#listed.has(text)) && !this.#values.has(text.toLowerCase()));
  }

  #judgeUseOfColumn(column: Column, comparison: Comparison | undefined): 'name' | 'value' | 'unknown' {
    const own = comparison?.sides.find(({ start, end }) => start <= column.start && column.end <= end);
    if (!comparison || !own) return 'value';
    const others = comparison.sides.filter((side) => side !== own);
    const isSearched = own === column && own === comparison.sides[0] && !comparison.isOperand;
    if (isSearched && others.every((side) => countOffsetsIn(side, this.#plainColumns) === 0)) return 'name';
    const isAlone = others.every((side) => countOffsetsIn(side, this.#columns) === 0);
    return isAlone && countOffsetsIn(own, this.#plainColumns) === 0 ? 'unknown' : 'value';
  }

  #addName(name: Name, parent: SyntaxNode | undefined, { isInCondition }: Context): void {
    const text = this.#getUnquotedName(name);
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
      const use = useOfChild(context, column);
      if (use === 'name') this.#listed.add(this.#getUnquotedName(only));
      else if (use === 'judged') this.#judged.push({ column, name: only, comparison: context.comparison });
      return;
    }
    for (const [at, part] of parts.entries()) {
      const qualifier = parts[Math.max(0, at - 1)] ?? part;
      if (this.#isQuoted(part))
        this.#qualified.push({
          text: this.#getUnquotedName(part),
          qualifier: this.#getUnquotedName(qualifier).toLowerCase(),
        });
    }
  }

  #isQuoted({ isQuoted, start }: Name): boolean {
    return isQuoted || this.#tree.source[start] === '`';
  }
  #getUnquotedName(name: Name): string {
    return nameText(this.#tree, name);
  }
}

const useOfChild = ({ parts, namedPart }: Context, part: SyntaxNode): Use =>
  part === namedPart ? 'name' : parts;

function contextOfChildren(node: SyntaxNode, outer: Context): Context {
  const own = useOfChild(outer, node);
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
      return {
        ...outer,
        parts: 'unknown',
        namedPart: undefined,
        items: useOfSubqueryItems(node, own, outer),
      };
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
  const sides = findComparedOperands(node);
  const isComparing = sides.length > 0;
  return {
    ...outer,
    parts: isComparing ? 'judged' : operand,
    namedPart: undefined,
    isOperand: true,
    comparison: isComparing ? { sides, isOperand: outer.isOperand } : outer.comparison,
  };
}

/**
 * Returns the use of a quoted name that is an item of a subquery's SELECT list. A subquery without FROM, as in
 * `(SELECT "Ada")`, may return a value, so its items have the use `own` of the subquery itself.
 */
function useOfSubqueryItems({ query }: Subquery, own: Use, { isInCondition }: Context): Use {
  const readsTable =
    query.kind === 'query' &&
    query.members.some(({ clauses }) => clauses.some(({ kind }) => kind === 'from'));
  if (!readsTable) return own;
  return isInCondition ? 'unknown' : 'name';
}

const joinsConditions = ({ operator }: Pick<Infix, 'operator'>): boolean =>
  operator.kind === 'construct' && /^(?:AND|OR|NOT)$/.test(operator.name);

function findComparedOperands(node: SyntaxNode): readonly Expression[] {
  switch (node.kind) {
    case 'between':
      return [node.operand, node.low, node.high];
    case 'postfix':
      return [node.operand];
    case 'infix':
      return isComparisonOrIn(node) ? [node.left, node.right] : [];
    default:
      return [];
  }
}

const isComparisonOrIn = (node: Infix): boolean =>
  isComparison(node) || (node.operator.kind === 'construct' && node.operator.name === 'IN');

const countOffsetsIn = ({ start, end }: Range, offsets: readonly number[]): number =>
  countOffsetsBefore(end, offsets) - countOffsetsBefore(start, offsets);

function countOffsetsBefore(limit: number, offsets: readonly number[]): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
