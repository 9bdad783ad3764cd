/** Which statements of a text the second parser reads too: see `parserTrust` in `analysis/`. */
import type { StatementRange } from '../lexer/statements.ts';
import { documentOf, type SqlText } from '../syntax/document/sqlDocument.ts';
import { DocumentLinter } from './documentLinter.ts';
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
export function statementsInDoubt(
  text: SqlText,
  options: CheckOptions,
  linter = new DocumentLinter(),
): StatementRange[] {
  if (!options.allow?.length) return [];
  const checkPlain = linter.checker({ ...options, allow: [], literalHints: false });
  const check = linter.checker(options);
  const inDoubt: StatementRange[] = [];
  for (const { statement, ...range } of documentOf(text).statements().slice(0, limits.checked)) {
    if (!hasErrors(checkPlain(statement)) || hasErrors(check(statement))) continue;
    inDoubt.push(range);
    if (inDoubt.length === limits.inDoubt) break;
  }
  return inDoubt;
}
