/** The check of a whole text: every construct that the dialect does not have, in one pass, without prose. */
import { reportColumns } from './columns.ts';
import { pageSize } from './dialect.ts';
import { readerSettings, readStatement } from './statement.ts';
import { groupStatements, significantTokens } from './statements.ts';
import type { CheckOptions, Finding } from './types.ts';

/**
 * All findings of all statements of a text, in the order of the text; offsets are UTF-16 code units in it. A
 * statement without a finding of severity `error` is exactly one SELECT of the dialect of spec 4.2 (or of what
 * `options.allow` adds, which is never a write). Total: any text gives an answer, in time linear in its length.
 */
export function checkText(text: string, options: CheckOptions = {}): Finding[] {
  const tokens = significantTokens(text);
  const policies = options.columns ?? [];
  const settings = readerSettings({
    allow: options.allow ?? [],
    pageSize: options.pageSize ?? pageSize,
    names: policies.length > 0,
  });
  const findings: Finding[] = [];
  for (const statement of groupStatements(tokens)) {
    const reader = readStatement(text, tokens, statement, settings);
    let found = reader.findings;
    if (policies.length > 0) found = reportColumns(found, reader.outline, policies);
    const { literal } = reader.outline;
    if (literal && options.literalHints !== false) {
      // Spec 4.2: the audit event holds the query text.
      found.push({ code: 'literal-in-audit-log', severity: 'hint', ...literal, construct: 'LITERAL' });
      found.sort((a, b) => a.start - b.start);
    }
    for (const finding of found) findings.push(finding);
  }
  return findings;
}

/** Whether a statement with these findings must not be sent. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
