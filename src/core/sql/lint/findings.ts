/** What the check finds: codes with data, no prose. All offsets are UTF-16 code units in the text given. */
import type { SyntaxReason } from '../syntax/reasons.ts';

export type { SyntaxReason };

export type FindingCode =
  | 'write-operation'
  | 'unsupported-keyword'
  | 'unsupported-operator'
  | 'unsupported-function'
  | 'syntax'
  | 'transient-where'
  | 'encryption-conditional'
  | 'literal-in-audit-log'
  | 'undocumented'
  | 'always-refused'
  | 'quoted-value'
  | 'unknown-table'
  | 'unknown-column';

/** Finer reasons of the other codes. */
export type OtherReason =
  | 'subquery'
  | 'arguments'
  | 'redaction-level'
  | 'no-policy'
  | 'table-function'
  | 'renamed'
  | 'unknown-type'
  | RefusalReason
  | 'foreign';

/** Why PostgreSQL refuses what its grammar has. */
export type RefusalReason =
  | 'name-parts'
  | 'nested-aggregate'
  | 'aggregate-place'
  | 'count-of-columns'
  | 'count-too-large'
  | 'count-negative'
  | 'column-without-from'
  | 'bit-digits';

export type Severity = 'error' | 'warning' | 'hint';

/** One offending construct. No prose: `messages` makes the sentence from `code`, `reason` and `construct`. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  /** The dialect table's name of the construct in upper case, single spaces (`ORDER BY`, `>=`, `UPPER`); for syntax the kind. */
  readonly construct: string;
  /** Always there for `syntax`. */
  readonly reason?: SyntaxReason | OtherReason;
  /** Column, table or number that the sentence names. */
  readonly data?: Readonly<Record<string, string | number>>;
}
