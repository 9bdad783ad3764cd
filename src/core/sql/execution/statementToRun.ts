import { lexWithComments } from '../lexer/lexer.ts';
import type { StatementRange } from '../lexer/statements.ts';
import { findStatementAtCaret, splitStatements } from '../lexer/statements.ts';

/**
 * Returns the statement to run for a caret at `offset` (UTF-16 code units): the one at the caret, the only one of the
 * text, or in some places the next one. Otherwise returns undefined: a user who has just finished a statement does not
 * want to run the next one.
 */
export function findStatementToRun(text: string, offset: number): StatementRange | undefined {
  const all = splitStatements(text);
  const found = findStatementAtCaret(text, offset, all);
  if (found) return found;
  if (all.length === 1) return all[0];
  const next = all.findIndex(({ start }) => start > offset);
  if (next <= 0) return next === 0 ? all[0] : undefined;
  const begin = all[next - 1]?.fullEnd ?? 0;
  // A comment on the line on which the previous statement ends is about that statement, so it does not count.
  const gap = text.slice(begin, offset).replace(/^[^\r\n]*/, '');
  return gap.trim() === '' ? undefined : all[next];
}

/**
 * Whether the caret at `offset` is in a comment outside of all statements, such as a statement that was commented out.
 * A comment on the first line of the text, or on the line on which a statement ends, does not count.
 */
export function isInCommentOutsideStatements(text: string, offset: number): boolean {
  const comment = [...lexWithComments(text)].find(
    ({ kind, start, end }) => kind === 'comment' && start <= offset && offset <= end,
  );
  const isInFirstLine = !/[\r\n]/.test(text.slice(0, offset));
  if (!comment || isInFirstLine) return false;
  const before = splitStatements(text).findLast(({ start }) => start <= offset);
  if (!before) return true;
  const isInStatement = offset <= before.fullEnd;
  const isAfterSemicolon = !/[\r\n]/.test(text.slice(before.fullEnd, comment.start));
  return !isInStatement && !isAfterSemicolon;
}
