import { lexWithComments } from '../lexer/lexer.ts';
import type { StatementRange } from '../lexer/statements.ts';
import { findStatementAtCaret, splitStatements } from '../lexer/statements.ts';

/**
 * Returns the statement to run for a caret at `offset` (UTF-16 code units): the one at the caret, or the only one of
 * the text. Otherwise, returns the next statement if the caret is before the first one, or if there is text such as a
 * comment between the caret and the line on which the previous statement ends. Returns undefined in all other places,
 * because a user who has just finished a statement does not want to run the next one.
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
 * Whether the caret at `offset` (UTF-16 code units) is probably in a statement that was commented out. This is true in
 * a comment, or in consecutive lines of `--` comments, if one of the lines begins with SELECT, WITH, VALUES or TABLE.
 * False on the first line of the text, within a statement, and in a comment that starts on the line on which a
 * statement ends.
 */
export const isInCommentedOutStatement = (text: string, offset: number): boolean =>
  /[\r\n]/.test(text.slice(0, offset)) && QUERY_START.test(findCommentOutsideStatements(text, offset) ?? '');

/**
 * Whether the caret at `offset` (UTF-16 code units) is in, or on blank lines after, a comment that a blank line
 * separates from the first statement of the text. Such a comment is about the document, not about that statement.
 */
export function isInHeaderComment(text: string, offset: number): boolean {
  const [first] = splitStatements(text);
  if (!first || offset >= first.start) return false;
  const comment = [...lexWithComments(text)].findLast(
    ({ kind, start }) => kind === 'comment' && start <= offset,
  );
  return comment !== undefined && /\n[ \t\r]*\n/.test(text.slice(comment.end, first.start));
}

/**
 * Returns the text of the comment at an offset, as `getCommentBlockText` does; undefined within a statement, and for a
 * comment that starts on the line on which a statement ends.
 */
function findCommentOutsideStatements(text: string, offset: number): string | undefined {
  const comment = [...lexWithComments(text)].find(
    ({ kind, start, end }) => kind === 'comment' && start <= offset && offset <= end,
  );
  if (!comment) return undefined;
  const before = splitStatements(text).findLast(({ start }) => start <= offset);
  const isInStatement = before !== undefined && offset <= before.fullEnd;
  const isAfterSemicolon = before !== undefined && !/[\r\n]/.test(text.slice(before.fullEnd, comment.start));
  return isInStatement || isAfterSemicolon ? undefined : getCommentBlockText(text, comment);
}

/**
 * Like `isInCommentedOutStatement`, but true only if the comment contains both SELECT and FROM, as a query of a vault
 * does. A comment in plain words, such as `-- With masked values:`, seldom does.
 */
export const isInCommentedOutQuery = (text: string, offset: number): boolean => {
  const comment = findCommentOutsideStatements(text, offset);
  return comment !== undefined && QUERY_START.test(comment) && /\bSELECT\b[\s\S]*\bFROM\b/i.test(comment);
};

/** Matches the start of a line in a comment if the first word of the line begins a query, as SELECT does. */
const QUERY_START = /^[ \t]*(?:--|\/\*|\*)?[ \t]*(?:SELECT|WITH|VALUES|TABLE)\b/im;

/**
 * Returns the source text of a comment. For a `--` comment, the text includes the consecutive lines directly before and
 * after it that begin with `--`.
 */
function getCommentBlockText(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const own = text.slice(start, end);
  if (!own.startsWith('--')) return own;
  const isCommentLine = (line: string): boolean => /^\s*--/.test(line);
  const before = text
    .slice(0, start)
    .split(/\r\n|[\r\n]/)
    .slice(0, -1);
  const after = text
    .slice(end)
    .split(/\r\n|[\r\n]/)
    .slice(1);
  const other = after.findIndex((line) => !isCommentLine(line));
  return [
    ...before.slice(before.findLastIndex((line) => !isCommentLine(line)) + 1),
    own,
    ...after.slice(0, other < 0 ? after.length : other),
  ].join('\n');
}
