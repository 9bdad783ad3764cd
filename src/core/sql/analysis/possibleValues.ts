/** Names in quotes that may be values: `WHERE name = "Fatima Ahmed"` is a frequent mistake, and the audit trail keeps it. */
import type { Column, Expression, Infix, Name } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { isComparison } from './comparisons.ts';

/**
 * Returns the offsets, in the statement, at which quoted names begin that may be values.
 *
 * A quoted name is certainly a name where the statement uses it as one, outside of conditions: as a table, an alias, a
 * label, an item of a SELECT list, of GROUP BY or of ORDER BY, or as the first argument of a function in a SELECT list. The
 * same name is then a name everywhere in the statement. In a condition only two other uses are certain, each for itself: a
 * column after the name of one of the statement's tables, and the left side of a comparison with nothing but literals.
 * Everything else in a condition may be a value, however deep in an operand, and so is everything past a syntax error.
 */
export function possibleValues(tree: SyntaxTree): ReadonlySet<number> {
  const quoted = tree.tokens.filter(({ kind }) => kind === 'quoted-identifier' || kind === 'backtick');
  if (quoted.length === 0) return new Set();
  const uses = new QuotedNameUses(tree);
  walk(tree.statement, { enter: (node, around) => uses.add(node, around) });
  return new Set(quoted.flatMap(({ start }) => (uses.isCertain(start) ? [] : [start])));
}

interface QualifiedUse {
  readonly start: number;
  readonly qualifier: string;
}

/** How a statement uses its quoted names. */
class QuotedNameUses {
  readonly #certainEnd: number;
  readonly #textAt = new Map<number, string>();
  /** Texts of quoted names that are names wherever they occur. */
  readonly #names = new Set<string>();
  /** Offsets of quoted names that are certain where they are. */
  readonly #certain = new Set<number>();
  /** Names of tables and their aliases, in lower case. */
  readonly #tables = new Set<string>();
  readonly #qualified: QualifiedUse[] = [];

  constructor({ certainEnd }: SyntaxTree) {
    this.#certainEnd = certainEnd;
  }

  /** Takes in a node of the tree; `around` are the nodes around it, outermost first. */
  add(node: SyntaxNode, around: readonly SyntaxNode[]): void {
    if (node.end > this.#certainEnd) return;
    const isInCondition = around.some(isConditionNode);
    if (node.kind === 'column') this.#addColumn(node, around, isInCondition);
    // A quoted name of a function: its construct begins with the name.
    else if (node.kind === 'construct' && node.isFunction && !isInCondition) this.#certain.add(node.start);
    else if (node.kind === 'name' && around.at(-1)?.kind !== 'column')
      this.#addName(node, around.at(-1), isInCondition);
  }
  /** Whether the quoted name that begins there is certainly a name. */
  isCertain(start: number): boolean {
    if (this.#certain.has(start)) return true;
    const text = this.#textAt.get(start);
    if (text !== undefined && this.#names.has(text)) return true;
    return this.#qualified.some((use) => use.start === start && this.#tables.has(use.qualifier));
  }

  /** Adds the name of a table, an alias, or a label. In a condition, as in a subquery there, only tables are certain. */
  #addName(name: Name, parent: SyntaxNode | undefined, isInCondition: boolean): void {
    this.#textAt.set(name.start, name.text);
    const isOfTable = parent?.kind === 'tableName';
    if (isOfTable) this.#tables.add(name.text.toLowerCase());
    if (
      parent?.kind === 'derivedTable' ||
      parent?.kind === 'parenthesizedTable' ||
      parent?.kind === 'commonTable'
    )
      this.#tables.add(name.text.toLowerCase());
    if (!isInCondition) this.#names.add(name.text);
    else if (isOfTable) this.#certain.add(name.start);
  }
  #addColumn(column: Column, around: readonly SyntaxNode[], isInCondition: boolean): void {
    const { parts } = column;
    for (const [at, part] of parts.entries()) {
      this.#textAt.set(part.start, part.text);
      const qualifier = parts.length > 1 ? parts[Math.max(0, at - 1)] : undefined;
      if (qualifier) this.#qualified.push({ start: part.start, qualifier: qualifier.text.toLowerCase() });
    }
    const [only, ...more] = parts;
    if (!only || more.length > 0) return;
    if (isInCondition) {
      if (isSearched(column, around)) this.#certain.add(only.start);
    } else if (isListed(column, around)) this.#names.add(only.text);
  }
}

const isConditionNode = ({ kind }: SyntaxNode): boolean =>
  kind === 'condition' || kind === 'on' || kind === 'filter';

/** Whether the column is an item of a list where a value makes no sense, or the first argument of a function that is one. */
function isListed(column: Column, around: readonly SyntaxNode[]): boolean {
  const [parent, outer] = [around.at(-1), around.at(-2)];
  if (parent?.kind === 'call')
    return parent.isSupported && parent.arguments[0] === column && outer?.kind === 'target';
  return (
    parent?.kind === 'target' ||
    parent?.kind === 'list' ||
    parent?.kind === 'orderBy' ||
    parent?.kind === 'quantifier'
  );
}

/**
 * Whether the column is the left side of a comparison with nothing but literals, and that comparison is itself a condition:
 * joined with others by AND, OR, and NOT at most.
 */
function isSearched(column: Column, around: readonly SyntaxNode[]): boolean {
  const outer = around.slice(0, -1).reverse();
  const joined = outer.slice(0, outer.findIndex(isConditionNode));
  return joined.every(joinsConditions) && isComparedWithLiterals(column, around.at(-1));
}

function isComparedWithLiterals(column: Column, comparison: SyntaxNode | undefined): boolean {
  switch (comparison?.kind) {
    case 'infix':
      return comparison.left === column && isSearch(comparison) && !hasColumn(comparison.right);
    case 'between':
      return comparison.operand === column && !hasColumn(comparison.low) && !hasColumn(comparison.high);
    case 'postfix':
      return comparison.operand === column;
    default:
      return false;
  }
}

const isSearch = (node: Infix): boolean =>
  isComparison(node) || (node.operator.kind === 'construct' && node.operator.name === 'IN');

/** Whether a node only joins conditions: AND, OR, NOT, or parentheses. */
function joinsConditions(node: SyntaxNode): boolean {
  if (node.kind === 'parenthesized') return node.items.length === 1;
  if (node.kind !== 'infix' && node.kind !== 'prefix') return false;
  return node.operator.kind === 'construct' && /^(?:AND|OR|NOT)$/.test(node.operator.name);
}

/** Whether an expression contains a column that is not just a name in quotes, which may be a value itself. */
function hasColumn(expression: Expression): boolean {
  let isFound = false;
  walk(expression, {
    enter(node) {
      isFound ||= node.kind === 'column' && !(node.parts.length === 1 && node.parts[0]?.isQuoted);
    },
  });
  return isFound;
}
