/** The check of a whole text: every construct that the dialect does not have, in one pass, without prose. */
import { columnRules } from './columns.ts';
import { pageSize as recordsPerAnswer } from './dialect.ts';
import { add } from './reader.ts';
import { scan } from './scanner.ts';
import { statementReader } from './statement.ts';
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
  const { allow = [], columns = [], pageSize = recordsPerAnswer, literalHints = true } = options;
  const names = columns.length > 0;
  const read = statementReader(text, tokens, { allow, pageSize, names });
  const rules = columnRules(columns);
  const findings: Finding[] = [];
  eachStatement(tokens, (first, last) => {
    const reading = read(first, last);
    const { literal } = reading.outline;
    // Spec 4.2: the audit event holds the query text.
    if (literal && literalHints) add('literal-in-audit-log', literal, 'LITERAL');
    const found = names ? rules(reading) : reading.findings;
    for (const finding of found) findings.push(finding);
  });
  return findings.sort((a, b) => a.start - b.start);
}
