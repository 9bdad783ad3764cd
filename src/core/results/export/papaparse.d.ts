// The part of papaparse that is used. Its published types ask for those of Node, which this folder does without.
declare module 'papaparse' {
  export interface UnparseConfig {
    readonly delimiter: string;
    readonly newline: string;
    /** Whether a cell is quoted though nothing in its text asks for it. */
    readonly quotes: (cell: unknown) => boolean;
  }
  const papa: { unparse(rows: readonly (readonly unknown[])[], config: UnparseConfig): string };
  export default papa;
}
