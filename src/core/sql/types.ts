/** The shapes that the lexer, the checker and paging speak. All offsets are UTF-16 code units in the text given. */

export type FindingCode =
  | 'write-operation'
  | 'unsupported-keyword'
  | 'unsupported-operator'
  | 'unsupported-function'
  | 'syntax'
  | 'limit-over-page'
  | 'transient-where'
  | 'encryption-conditional'
  | 'literal-in-audit-log'
  | 'undocumented';

/** Why a finding of code `syntax` stands where it stands. */
export type SyntaxReason =
  | 'unclosed-string'
  | 'unclosed-identifier'
  | 'unclosed-comment'
  | 'unclosed-dollar-quote'
  | 'unclosed-placeholder'
  | 'unclosed-parenthesis'
  | 'stray-parenthesis'
  | 'bad-number'
  | 'empty-identifier'
  | 'backtick'
  | 'typographic-quote'
  | 'invisible-character'
  | 'unexpected-character'
  | 'unknown-statement'
  | 'unexpected-end'
  | 'unexpected-token'
  | 'missing-operator'
  | 'missing-join'
  | 'missing-join-condition'
  | 'chained-comparison'
  | 'clause-order'
  | 'repeated-clause'
  | 'second-statement'
  | 'limit-comma'
  | 'parenthesized-table'
  | 'too-many-name-parts'
  | 'star-without-from'
  | 'too-deep';

/** Finer reasons of the other codes. */
export type OtherReason =
  | 'subquery'
  | 'arguments'
  | 'redaction-level'
  | 'no-policy'
  | 'table-function'
  | 'foreign';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** One offending construct. No prose: `messages` makes the sentence from `code`, `reason` and `construct`. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  /** The dialect table's name of the construct in upper case, single blanks (`ORDER BY`, `>=`, `UPPER`); for syntax the kind. */
  readonly construct: string;
  /** Always there for `syntax`. */
  readonly reason?: SyntaxReason | OtherReason;
  /** Column, table or number that the sentence names. */
  readonly data?: Readonly<Record<string, string | number>>;
}

/** One statement of a file: `start`..`end` without surrounding blanks, comments and the `;`. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  /** End including the `;`, or `end` where there is none. */
  readonly fullEnd: number;
}

/** From `vaultsql.dialect.columns`. Table and column names compare case-insensitively. */
export interface ColumnPolicy {
  readonly table: string;
  readonly column: string;
  readonly transientTokenization?: boolean;
  readonly columnLevelEncryption?: boolean;
  readonly masked?: boolean;
}

export interface CheckOptions {
  /** Constructs the user knows the service to accept (`vaultsql.dialect.allow`); never lifts a write. */
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  /** Default 25 (spec 8). */
  readonly pageSize?: number;
  /** Default true: whether `literal-in-audit-log` hints are given. */
  readonly literalHints?: boolean;
}
