/** Which statements of a text the second parser reads too: see `parserTrust` in `analysis/`. */
import { lexStatements, type StatementRange } from '../lexer/statements.ts';
import { parseStatement } from '../syntax/statement.ts';
import { statementLinter } from './check.ts';
import type { CheckOptions } from './options.ts';
import { hasErrors } from './severity.ts';

/** Statements of one text that are checked for doubt, and those that are in doubt. */
const limits = { checked: 2_000, inDoubt: 200 };

/**
 * Statements that pass the check only because the user's settings allow a construct. What the service's own dialect
 * has, the check reads in full, and there the second parser is only wrong (it refused 36,336 of 40,000 good statements
 * as they are, and found no bad one); what is allowed beside it, the check lets pass without reading all of it
 * (`ORDER BY DESC a`). None where nothing is allowed.
 */
export function statementsInDoubt(text: string, options: CheckOptions): StatementRange[] {
  if (!options.allow?.length) return [];
  const lintPlain = statementLinter({ ...options, allow: [], literalHints: false });
  const lint = statementLinter(options);
  const inDoubt: StatementRange[] = [];
  let checked = 0;
  for (const { start, end, fullEnd, tokens } of lexStatements(text)) {
    if (++checked > limits.checked) break;
    const tree = parseStatement(text.slice(start, end), tokens);
    if (!hasErrors(lintPlain(tree).findings) || hasErrors(lint(tree).findings)) continue;
    inDoubt.push({ start, end, fullEnd });
    if (inDoubt.length === limits.inDoubt) break;
  }
  return inDoubt;
}
