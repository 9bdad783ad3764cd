import { createStatementLinter } from '../lint/check.ts';
import type { Finding } from '../lint/findings.ts';
import type { CheckOptions } from '../lint/options.ts';
import { parseFirstStatement } from '../syntax/document/document.ts';
import { computeEditBetween } from '../syntax/document/documentCache.ts';
import { type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import { applyEdits, shiftRange, type TextEdit } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { isImprovedStatement } from './improvement.ts';
import { StatementView } from './site.ts';
import { canRewrite, createRewrites, isStructureKnown, MAX_STATEMENT_LENGTH } from './table.ts';

export interface FixOptions {
  readonly check?: CheckOptions;
  readonly range?: { readonly start: number; readonly end: number };
}

const MAX_ROUNDS = 20;

/**
 * Maximum number of rewrites that are tried one by one in a pass if applying them together does not make the statement
 * better.
 */
const MAX_TRIED_FINDINGS = 50;
/**
 * Approximate maximum total length, in UTF-16 code units, of the rewritten statements that are checked in a pass while
 * rewrites are tried one by one.
 */
const MAX_TRIED_LENGTH = 500_000;

/**
 * Returns the edits that apply the rewrites with the effects `exact` and `spelling` to the statements of a text, or
 * only to those that touch `options.range`. There is at most one edit for each statement, and the edits are in order.
 * Rewrites that would add an error or a warning are left out, and very long statements are not changed.
 */
export function createSafeRewriteEdits(text: SqlText, options: FixOptions = {}): TextEdit[] {
  const { range, check = {} } = options;
  const document = toSqlDocument(text);
  const edits: TextEdit[] = [];
  for (const { statement, start, end } of range
    ? document.findStatementsAround(range)
    : document.statements()) {
    if (range && (end < range.start || start > range.end)) continue;
    const { source } = statement;
    const fixed = applySafeRewrites(source, check);
    if (fixed !== source) edits.push(shiftRange(computeEditBetween(source, fixed), start));
  }
  return edits;
}

function applySafeRewrites(source: string, options: CheckOptions): string {
  if (source.length > MAX_STATEMENT_LENGTH) return source;
  let text = source;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parsed = parseFirstStatement(text);
    if (!parsed) break;
    const fixed = text.slice(0, parsed.start) + rewriteOnce(parsed.tree, options) + text.slice(parsed.end);
    if (fixed === text || fixed.length > 2 * MAX_STATEMENT_LENGTH) break;
    text = fixed;
  }
  return text;
}

/**
 * Returns the source of a statement after one pass of rewrites. The rewrites are first applied together. If this does
 * not make the statement better, they are tried one by one, and the first one that makes it better is applied. If there
 * is none, the source is returned unchanged.
 */
function rewriteOnce(tree: SyntaxTree, options: CheckOptions): string {
  const { source } = tree;
  const { findings } = createStatementLinter(options)(tree);
  const statement = new StatementView(tree);
  const hasKnownStructure = isStructureKnown(findings);
  const made: TextEdit[] = [];
  const fixedFindings: Finding[] = [];
  const singles: { finding: Finding; edits: readonly TextEdit[] }[] = [];
  let reached = -1;
  for (const finding of findings) {
    if (!canRewrite(finding)) continue;
    const rewrite = createRewrites(statement, hasKnownStructure, finding).find(
      ({ effect }) => effect === 'exact' || effect === 'spelling',
    );
    const from = rewrite?.edits[0]?.start;
    if (!rewrite || from === undefined) continue;
    singles.push({ finding, edits: rewrite.edits });
    if (from < reached) continue;
    made.push(...rewrite.edits);
    fixedFindings.push(finding);
    reached = rewrite.edits.at(-1)?.end ?? reached;
  }
  const isGood = (rewritten: string, gone: readonly Finding[]): boolean =>
    isImprovedStatement(source, findings, rewritten, options, gone, true);
  const together = applyEdits(source, made);
  if (made.length > 0 && isGood(together, fixedFindings)) return together;
  const tried = Math.min(MAX_TRIED_FINDINGS, Math.ceil(MAX_TRIED_LENGTH / source.length));
  for (const { finding, edits } of singles.slice(0, tried)) {
    const alone = applyEdits(source, edits);
    if (isGood(alone, [finding])) return alone;
  }
  return source;
}
