import { DocumentLinter } from '../lint/documentLinter.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import type { Range } from '../syntax/nodes.ts';
import { applyEdits, shiftRange } from '../syntax/ranges.ts';
import { isImprovedStatement } from './improvement.ts';
import { StatementView } from './site.ts';
import { canRewrite, createRewrites, isStructureKnown, MAX_STATEMENT_LENGTH } from './table.ts';
import type { Rewrite } from './types.ts';

export { createSafeRewriteEdits as fixAll, type FixOptions } from './rewriteAll.ts';
export { canRewrite } from './table.ts';
export type { Rewrite, RewriteCode, RewriteEffect } from './types.ts';

/** A finding and at least one rewrite for it. All offsets are UTF-16 code units in the whole text. */
export interface FindingWithRewrites {
  readonly finding: Finding;
  readonly rewrites: readonly Rewrite[];
}

const MAX_FINDINGS = 20;

/**
 * Returns the findings that touch `range`, each with its rewrites. Rewrites that would not make the statement better
 * are left out, and so are findings without rewrites. Statements longer than `MAX_STATEMENT_LENGTH` are skipped. At
 * most `MAX_FINDINGS` findings of each statement are examined.
 */
export function findRewritesInRange(
  text: SqlText,
  range: Range,
  options: CheckOptions = {},
  linter = new DocumentLinter(),
): FindingWithRewrites[] {
  const found: FindingWithRewrites[] = [];
  const check = linter.createChecker(options);
  for (const { statement, start, end } of toSqlDocument(text).findStatementsAround(range)) {
    if (end < range.start || start > range.end || end - start > MAX_STATEMENT_LENGTH) continue;
    const { source } = statement;
    const findings = check(statement);
    const touched = findings.filter(
      (one) => canRewrite(one) && one.start + start <= range.end && one.end + start >= range.start,
    );
    if (touched.length === 0) continue;
    const view = new StatementView(statement.tree);
    const hasKnownStructure = isStructureKnown(findings);
    for (const finding of touched.slice(0, MAX_FINDINGS)) {
      const rewrites = createRewrites(view, hasKnownStructure, finding)
        .filter(({ edits }) =>
          isImprovedStatement(source, findings, applyEdits(source, edits), options, [finding]),
        )
        .map((rewrite) => ({ ...rewrite, edits: rewrite.edits.map((edit) => shiftRange(edit, start)) }));
      if (rewrites.length > 0) found.push({ finding: shiftRange(finding, start), rewrites });
    }
  }
  return found;
}
