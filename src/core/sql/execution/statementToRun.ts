/** Finds the statement that the Run command executes, also if the caret is outside every statement. */
import { lex } from '../lexer/lexer.ts';
import type { StatementRange } from '../lexer/statements.ts';
import { splitStatements, statementAt } from '../lexer/statements.ts';

/**
 * The statement to run for a caret at `offset` (UTF-16 code units): the one it is in (`statementAt`), the only
 * one of the text, or the next one where the caret is above the first statement or behind a comment on the next.
 * None on the blank lines directly after a `;`: after finishing a statement a person does not mean the next one.
 */
export function statementToRun(text: string, offset: number): StatementRange | undefined {
  const all = splitStatements(text);
  const found = statementAt(text, offset, all);
  if (found) return found;
  if (all.length === 1) return all[0];
  const next = all.findIndex(({ start }) => start > offset);
  if (next <= 0) return next === 0 ? all[0] : undefined;
  const begin = all[next - 1]?.fullEnd ?? 0;
  // A comment after the `;` on its line is about the statement before.
  const gap = text.slice(begin, offset).replace(/^[^\r\n]*/, '');
  return gap.trim() === '' ? undefined : all[next];
}

/**
 * Whether the offset is in a comment that is part of no statement, such as a statement that was commented out. A
 * comment after the `;` on its line is about that statement, and the first line of a text may say where its statements
 * go: they are not such comments.
 */
export function isInStandaloneComment(text: string, offset: number): boolean {
  const comment = [...lex(text)].find(
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
