import { type Summary, summarizeStatement } from '../../../../src/core/sql/analysis/summary.ts';
import { parseFirstStatement } from '../../../../src/core/sql/syntax/document/document.ts';

/** What is known of the first statement of a text, and where it starts; undefined where there is none. */
export function summaryOf(text: string): { readonly start: number; readonly summary: Summary } | undefined {
  const first = parseFirstStatement(text);
  return first && { start: first.start, summary: summarizeStatement(first.tree) };
}
