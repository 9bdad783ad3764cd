import type { ConstructEntry } from '../construct.ts';

export const functions: readonly ConstructEntry[] = [
  { name: 'AVG', kind: 'function', verdict: 'supported', role: 'call' },
  { name: 'SUM', kind: 'function', verdict: 'supported', role: 'call' },
  { name: 'COUNT', kind: 'function', verdict: 'supported', role: 'call' },
  { name: 'MIN', kind: 'function', verdict: 'supported', role: 'call' },
  { name: 'MAX', kind: 'function', verdict: 'supported', role: 'call' },
  { name: 'REDACTION', kind: 'function', verdict: 'supported', role: 'call' },

  // Arguments that the service's documentation does not show, such as those of `SUM(a, b)` (D6, D10).
  { name: 'ARGUMENTS', kind: 'function', verdict: 'undocumented', role: 'pattern' },

  // Functions that can be called without parentheses.
  { name: 'CURRENT_DATE', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_TIME', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_TIMESTAMP', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'LOCALTIME', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'LOCALTIMESTAMP', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_USER', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_ROLE', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'SESSION_USER', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'SYSTEM_USER', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'USER', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_CATALOG', kind: 'function', verdict: 'unsupported', role: 'value' },
  { name: 'CURRENT_SCHEMA', kind: 'function', verdict: 'unsupported', role: 'value' },
];
