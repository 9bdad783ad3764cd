/** Which statement “Run” means, also where the caret stands in none. */
import type { StatementRange } from '../lexer/statements.ts';
import { splitStatements, statementAt } from '../lexer/statements.ts';

/**
 * The statement to run for a caret at `offset` (UTF-16 code units): the one it stands in (`statementAt`), the only
 * one of the text, or the next one where the caret stands above the first statement or behind a comment on the next.
 * None on the blank lines directly behind a `;`: whoever has just finished a statement does not mean the next one.
 */
export function statementToRun(text: string, offset: number): StatementRange | undefined {
  const found = statementAt(text, offset);
  if (found) return found;
  const all = splitStatements(text);
  if (all.length === 1) return all[0];
  const next = all.findIndex(({ start }) => start > offset);
  if (next <= 0) return next === 0 ? all[0] : undefined;
  const begin = all[next - 1]?.fullEnd ?? 0;
  // What follows the `;` on its own line speaks of the statement before.
  const gap = text.slice(begin, offset).replace(/^[^\r\n]*/, '');
  return gap.trim() === '' ? undefined : all[next];
}
