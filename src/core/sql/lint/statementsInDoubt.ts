import type { StatementRange } from '../lexer/statements.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import { DocumentLinter } from './documentLinter.ts';
import type { CheckOptions } from './options.ts';
import { hasErrors } from './severity.ts';

const limits = { checked: 2_000, inDoubt: 200 };

/**
 * Returns the ranges of the statements that pass the check only because `options.allow` allows a construct. The check
 * does not parse every part of such a construct, for example the parentheses after OVER, so a second parser should read
 * these statements too. Only the first statements of a long text are examined.
 */
export function findStatementsPassingBySettings(
  text: SqlText,
  options: CheckOptions,
  linter = new DocumentLinter(),
): StatementRange[] {
  if (!options.allow?.length) return [];
  const checkPlain = linter.createChecker({ ...options, allow: [], literalHints: false });
  const check = linter.createChecker(options);
  const inDoubt: StatementRange[] = [];
  for (const { statement, ...range } of toSqlDocument(text).statements().slice(0, limits.checked)) {
    if (!hasErrors(checkPlain(statement)) || hasErrors(check(statement))) continue;
    inDoubt.push(range);
    if (inDoubt.length === limits.inDoubt) break;
  }
  return inDoubt;
}
