import { determineTokenRoles, type NamedTable } from '../../analysis/roles.ts';
import { constructs } from '../../dialect/constructs.ts';
import { canNameColumn } from '../../dialect/identifierRules.ts';
import type { Token } from '../../lexer/tokens.ts';
import type { Range } from '../../syntax/nodes.ts';
import { isLiteral } from '../../syntax/parser.ts';
import type { SyntaxTree } from '../../syntax/statement.ts';
import { walk } from '../../syntax/walk.ts';
import type { MarkedStatement } from '../place/marker.ts';

/**
 * Returns the tables in the FROM of the query at the caret and of its outer queries. An outer FROM that contains the
 * caret is left out. FROM may be written after the caret. Tables inside a subquery in FROM are included.
 */
export function findTablesInScope({
  text,
  tokens,
  index,
  ...marked
}: MarkedStatement): readonly NamedTable[] {
  const next = tokens[index + 1];
  const isThere = next !== undefined && canBeOperandAtCaret(next, tokens[index - 1], tokens[index]);
  const own = isThere ? determineTokenRoles(text, tokens.toSpliced(index, 1)) : marked;
  const base = (isThere && index === 0 ? next : tokens[0])?.start ?? 0;
  const caret = tokens[index]?.start ?? 0;
  const visible = own.tree ? findVisibleFromClauses(own.tree, caret - base) : [];
  return own.tables.filter(
    ({ table }) =>
      table.end > table.start &&
      visible.some(({ start, end }) => start <= table.start - base && table.end - base <= end),
  );
}

function canBeOperandAtCaret(next: Token, before: Token | undefined, caret: Token | undefined): boolean {
  const { kind, word, start } = next;
  if (before?.word === '.') return kind === 'word' && start === caret?.start;
  if (kind === 'word') return canNameColumn(word) || operandWords.has(word);
  return isLiteral(next) || kind === 'quoted-identifier' || kind === 'backtick';
}
const operandWords: ReadonlySet<string> = new Set([
  ...['NOT', 'CASE', 'CAST'],
  ...constructs.filter(({ role }) => /^(constant|value|bracket)$/.test(role)).map(({ name }) => name),
]);

function findVisibleFromClauses({ statement }: SyntaxTree, offset: number): Range[] {
  const queries: Range[][] = [];
  walk(statement, {
    enter(node) {
      const isAround = node.start <= offset && offset <= node.end;
      if (!isAround) return;
      if (node.kind === 'select') queries.push(node.clauses.filter(({ kind }) => kind === 'from'));
      else if (node.kind === 'tableQuery') queries.push([...node.from]);
    },
  });
  const own = queries.pop() ?? [];
  const outer = queries.flat().filter(({ start, end }) => offset < start || end < offset);
  return [...outer, ...own];
}
