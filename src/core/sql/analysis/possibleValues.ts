/** Names in quotes that may be values: `WHERE name = "Fatima Ahmed"` is a frequent mistake, and the audit trail keeps it. */
import type { Column, Expression, Infix } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';

/**
 * Returns the offsets, in the statement, at which quoted names begin that may be values. A quoted name is certainly a name
 * if the statement uses it as one: as a table, an alias, a label, a column with its table, an item of a SELECT list, the
 * first argument of a function, the left side of a comparison, an item of GROUP BY or ORDER BY, or the name of a
 * function. The same name is then
 * a name everywhere in the statement. Past a syntax error nothing is certain. Linear in the length of the statement.
 */
export function possibleValues(tree: SyntaxTree): ReadonlySet<number> {
  const quoted = tree.tokens.filter(({ kind }) => kind === 'quoted-identifier' || kind === 'backtick');
  if (quoted.length === 0) return new Set();
  const names = new Set<string>();
  const textAt = new Map<number, string>();
  walk(tree.statement, {
    enter(node, around) {
      if (node.kind !== 'name' || !node.isQuoted || node.end > tree.certainEnd) return;
      textAt.set(node.start, node.text);
      if (isCertainlyName(around)) names.add(node.text);
    },
  });
  const isName = (start: number): boolean => {
    const text = textAt.get(start);
    return text !== undefined && names.has(text);
  };
  return new Set(quoted.flatMap(({ start, end }) => (isName(start) || isCalled(tree, end) ? [] : [start])));
}

/** Whether a quoted name that ends there is the name of a function. */
const isCalled = ({ source }: SyntaxTree, end: number): boolean => source.startsWith('(', end);

/** Whether the nodes around a quoted name, outermost first, show that it is a name. */
function isCertainlyName(around: readonly SyntaxNode[]): boolean {
  const column = around.at(-1);
  if (column?.kind !== 'column') return true;
  return column.parts.length > 1 || isOperandOfName(column, around.at(-2));
}

/** Whether `parent` uses the column in a place where a value makes no sense. */
function isOperandOfName(column: Column, parent: SyntaxNode | undefined): boolean {
  switch (parent?.kind) {
    case 'target':
    case 'list':
    case 'orderBy':
    case 'quantifier':
      return true;
    case 'call':
      return parent.arguments[0] === column;
    case 'infix':
      return parent.left === column && !isLogical(parent) && !isPlainColumn(parent.right);
    case 'between':
    case 'postfix':
      return parent.operand === column;
    default:
      return false;
  }
}

const isLogical = ({ operator }: Infix): boolean =>
  operator.kind === 'construct' && (operator.name === 'AND' || operator.name === 'OR');

/** Whether an expression is a column without quotes and table: the other side of `"Fatima Ahmed" = name` may be a value. */
const isPlainColumn = (expression: Expression): boolean =>
  expression.kind === 'column' && expression.parts.length === 1 && expression.parts[0]?.isQuoted === false;
