/** The statement that the vault accepts, for one that it does not: rewrites of findings, as text to be spliced in. */
import { DocumentLinter } from '../lint/documentLinter.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import { documentOf, type SqlText } from '../syntax/document/sqlDocument.ts';
import type { Range } from '../syntax/nodes.ts';
import { applyEdits, shiftRange } from '../syntax/ranges.ts';
import { isBetter } from './improvement.ts';
import { StatementView } from './site.ts';
import { canRewrite, isReadable, maxStatementLength, rewritesIn } from './table.ts';
import type { Rewrite } from './types.ts';

export { type FixOptions, fixAll } from './rewriteAll.ts';
export { canRewrite } from './table.ts';
export type { Rewrite, RewriteCode, RewriteEffect } from './types.ts';

/** A finding with its rewrites, at least one; their offsets are those of the text. */
export interface Fixable {
  readonly finding: Finding;
  readonly rewrites: readonly Rewrite[];
}

/** Findings of one statement and range that are rewritten. */
const maxFindings = 20;

/**
 * The findings that touch `range` and have rewrites, most often one or none of these. There is none where operands may
 * mean something else, where the statement has another syntax error, where a comment would be lost, or where the
 * rewritten statement would have a finding that it did not have. Total; checks only the statements at the range, unless
 * the linter knows them.
 */
export function rewritesAt(
  text: SqlText,
  range: Range,
  options: CheckOptions = {},
  linter = new DocumentLinter(),
): Fixable[] {
  const found: Fixable[] = [];
  const check = linter.checker(options);
  for (const { statement, start, end } of documentOf(text).statementsAt(range)) {
    if (end < range.start || start > range.end || end - start > maxStatementLength) continue;
    const { source } = statement;
    const findings = check(statement);
    const touched = findings.filter(
      (one) => canRewrite(one) && one.start + start <= range.end && one.end + start >= range.start,
    );
    if (touched.length === 0) continue;
    const view = new StatementView(statement.tree);
    const readable = isReadable(findings);
    for (const finding of touched.slice(0, maxFindings)) {
      const rewrites = rewritesIn(view, readable, finding)
        .filter(({ edits }) => isBetter(source, findings, applyEdits(source, edits), options, [finding]))
        .map((rewrite) => ({ ...rewrite, edits: rewrite.edits.map((edit) => shiftRange(edit, start)) }));
      if (rewrites.length > 0) found.push({ finding: shiftRange(finding, start), rewrites });
    }
  }
  return found;
}
