/** What the reader notes about a statement on its way: for paging, counting, names and the rules on columns. */

export interface Range {
  readonly start: number;
  readonly end: number;
}
/** A LIMIT or OFFSET clause with its value. */
export interface PageClause extends Range {
  readonly value: Range;
}
export interface TableName extends Range {
  /** As in the source, without quotes, the last part of a dotted name. */
  readonly name: string;
  readonly alias?: string;
}
export interface ColumnName extends Range {
  /** The part before the last dot. */
  readonly table?: string;
  readonly name: string;
  /** Whether it stands in a WHERE or ON condition. */
  readonly condition: boolean;
  /** The `?` right after it. */
  readonly conditional?: Range;
}
export interface RedactionCall extends Range {
  readonly table?: string;
  readonly column?: string;
  /** The level in upper case, where it is written as a string. */
  readonly level?: string;
}

/** Of the outermost SELECT. Ranges are offsets in the text that was read. */
export interface Outline {
  /** Whether the statement starts with SELECT. */
  select: boolean;
  /** The SELECT list. */
  targets?: Range;
  from?: Range;
  where?: Range;
  limit?: PageClause;
  offset?: PageClause;
  /** Clauses that paging and counting must know of. */
  distinct: boolean;
  grouped: boolean;
  setOperation: boolean;
  fetch: boolean;
  locking: boolean;
  into: boolean;
  /** Whether the SELECT list aggregates the rows to one. */
  aggregate: boolean;
  star: boolean;
  /** The first literal compared in a condition. */
  literal?: Range;
  tables: TableName[];
  columns: ColumnName[];
  redactions: RedactionCall[];
  /** Of each `*` in a SELECT list, at any depth, what stands before its dot. Collected with the names. */
  stars: (string | undefined)[];
}

export const emptyOutline = (): Outline => ({
  select: false,
  distinct: false,
  grouped: false,
  setOperation: false,
  fetch: false,
  locking: false,
  into: false,
  aggregate: false,
  star: false,
  tables: [],
  columns: [],
  redactions: [],
  stars: [],
});
