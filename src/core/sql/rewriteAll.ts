/** All rewrites of a statement or a file at once. */
import { checkText } from './check.ts';
import { StatementTokens } from './rewrites/site.ts';
import { canRewrite, isBetter, isReadable, longest, rewritesIn } from './rewrites/table.ts';
import { applyEdits, type Edit } from './rewrites/types.ts';
import { splitStatements } from './statements.ts';
import type { CheckOptions, Finding } from './types.ts';

export interface FixOptions {
  readonly check?: CheckOptions;
  /** Only statements that touch this range. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** Rewrites may stand in each other; more of them than that are not written by a person. */
const mostRounds = 20;

/**
 * Every statement's exact rewrites and spellings, all at once: one edit for each statement that changes, in order.
 * Choices are left to a person, and nothing that the statement asks for is removed. Total; linear in the text, for
 * each statement times the depth to which rewrites stand in each other.
 */
export function fixAll(text: string, options: FixOptions = {}): Edit[] {
  const { range, check = {} } = options;
  const edits: Edit[] = [];
  for (const { start, end } of splitStatements(text)) {
    if (range && (end < range.start || start > range.end)) continue;
    const source = text.slice(start, end);
    const fixed = fixStatement(source, check);
    if (fixed !== source) edits.push(smallest(source, fixed, start));
  }
  return edits;
}

function fixStatement(source: string, options: CheckOptions): string {
  if (source.length > longest) return source;
  let text = source;
  for (let round = 0; round < mostRounds; round++) {
    const fixed = fixOnce(text, options);
    if (fixed === text || fixed.length > 2 * longest) break;
    text = fixed;
  }
  return text;
}

/** All rewrites that do not stand in each other; one by one where together they do harm. */
function fixOnce(text: string, options: CheckOptions): string {
  const findings = checkText(text, options);
  const statement = new StatementTokens(text);
  const readable = isReadable(findings);
  const made: Edit[] = [];
  const meant: Finding[] = [];
  const singles: { finding: Finding; edits: readonly Edit[] }[] = [];
  let reached = -1;
  for (const finding of findings) {
    if (!canRewrite(finding)) continue;
    const rewrite = rewritesIn(statement, readable, finding).find(
      ({ effect }) => effect === 'exact' || effect === 'spelling',
    );
    const from = rewrite?.edits[0]?.start;
    if (!rewrite || from === undefined) continue;
    singles.push({ finding, edits: rewrite.edits });
    if (from < reached) continue;
    made.push(...rewrite.edits);
    meant.push(finding);
    reached = rewrite.edits.at(-1)?.end ?? reached;
  }
  const together = applyEdits(text, made);
  if (made.length > 0 && isBetter(text, findings, together, options, meant)) return together;
  for (const { finding, edits } of singles.slice(0, 50)) {
    const alone = applyEdits(text, edits);
    if (isBetter(text, findings, alone, options, [finding])) return alone;
  }
  return text;
}

/** What differs, as one edit. */
function smallest(before: string, after: string, offset: number): Edit {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    start: offset + head,
    end: offset + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}
