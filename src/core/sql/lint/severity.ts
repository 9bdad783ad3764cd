/** How bad a finding is: its code says it. */
import type { Finding, FindingCode, Severity } from './findings.ts';

const others: Readonly<Partial<Record<FindingCode, Severity>>> = {
  undocumented: 'warning',
  'always-refused': 'warning',
  'quoted-value': 'warning',
  'unknown-table': 'warning',
  'unknown-column': 'warning',
  'literal-in-audit-log': 'hint',
};
export const severityOf = (code: FindingCode): Severity => others[code] ?? 'error';

/** Whether a statement with these findings must not be sent. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
