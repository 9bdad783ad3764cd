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

export type OtherReason =
  | 'subquery'
  | 'arguments'
  | 'redaction-level'
  | 'rejected-level'
  | 'rejected-construct'
  | 'no-policy'
  | 'table-function'
  | 'renamed'
  | 'unknown-type'
  | RefusalReason
  | 'foreign';

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

/**
 * One problem in a text, without prose. Offsets are UTF-16 code units, in the whole text or from the statement's first
 * token, depending on the function that returns the finding.
 */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  /**
   * The construct's name as in the dialect table, in upper case with single spaces (`ORDER BY`, `>=`), or the name of a
   * function or an operator that the table does not have (`UPPER`). For a syntax error, its reason; for other findings,
   * a fixed word.
   */
  readonly construct: string;
  /** Refines the code. Always defined if the code is `syntax`. */
  readonly reason?: SyntaxReason | OtherReason;
  /**
   * The names and words that the finding's message mentions, such as the column, the table or the suggested keyword.
   */
  readonly data?: Readonly<Record<string, string | number>>;
}
