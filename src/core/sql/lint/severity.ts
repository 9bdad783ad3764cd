import type { Finding, FindingCode, Severity } from './findings.ts';

const severitiesBelowError: Readonly<Partial<Record<FindingCode, Severity>>> = {
  undocumented: 'warning',
  'always-refused': 'warning',
  'quoted-value': 'warning',
  'unknown-table': 'warning',
  'unknown-column': 'warning',
  'literal-in-audit-log': 'hint',
};
export const getSeverity = (code: FindingCode): Severity => severitiesBelowError[code] ?? 'error';

/** True if any of a statement's findings is an error, so that the statement must not be sent. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
