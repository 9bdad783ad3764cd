/** What the reader notes about a statement on its way: for paging, counting, names and the rules on columns. */

export interface Range {
  readonly start: number;
  readonly end: number;
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
  /** Where its first argument starts. */
  readonly argument: number;
  /** The level in upper case, where it is written as a string. */
  readonly level: string | undefined;
}

/** Of the outermost SELECT. Ranges are offsets in the text that was read. */
export interface Outline {
  /** Whether the statement starts with SELECT. */
  select?: boolean;
  /** The first clause of each kind, by its first word, from that to its end; also UNION and its kin. */
  readonly clauses: Record<string, Range>;
  /** Whether the SELECT list aggregates the rows to one. */
  aggregate?: boolean;
  star?: boolean;
  /** The first literal compared in a condition. */
  literal?: Range;
  readonly tables: TableName[];
  readonly columns: ColumnName[];
  readonly redactions: RedactionCall[];
  /** Of each `*` in a SELECT list, at any depth, what stands before its dot. Collected with the names. */
  readonly stars: (string | undefined)[];
}

export const emptyOutline = (): Outline => ({
  clauses: {},
  tables: [],
  columns: [],
  redactions: [],
  stars: [],
});

/** Whether a query of the outline is joined to another one; its columns are those of both. */
export const isSetOperation = ({ clauses }: Outline): boolean =>
  ['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'].some((word) => word in clauses);
