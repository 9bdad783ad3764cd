/** The check of a whole text: every construct that the dialect does not have, in one pass, without prose. */
import { reportColumns } from './columns.ts';
import { pageSize } from './dialect.ts';
import { scan } from './scanner.ts';
import { createReader, readStatement } from './statement.ts';
import { eachStatement } from './statements.ts';
import type { CheckOptions, Finding } from './types.ts';

/**
 * All findings of all statements of a text, in the order of the text; offsets are UTF-16 code units in it. A
 * statement without a finding of severity `error` is exactly one SELECT of the dialect of spec 4.2 (or of what
 * `options.allow` adds, which is never a write). Of one statement at most 10,000 errors and as many others are
 * given. Total: any text gives an answer, in time linear in its length.
 */
export function checkText(text: string, options: CheckOptions = {}): Finding[] {
  const tokens = scan(text);
  const policies = options.columns ?? [];
  const reader = createReader(text, tokens, {
    allow: options.allow ?? [],
    pageSize: options.pageSize ?? pageSize,
    names: policies.length > 0,
  });
  const findings: Finding[] = [];
  eachStatement(tokens, (first, last) => {
    readStatement(reader, first, last);
    let found = reader.findings;
    if (policies.length > 0) found = reportColumns(found, reader.outline, policies);
    const { literal } = reader.outline;
    if (literal && options.literalHints !== false) {
      // Spec 4.2: the audit event holds the query text.
      found.push({ code: 'literal-in-audit-log', severity: 'hint', ...literal, construct: 'LITERAL' });
      found.sort((a, b) => a.start - b.start);
    }
    for (const finding of found) findings.push(finding);
  });
  return findings;
}

/** Whether a statement with these findings must not be sent. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
