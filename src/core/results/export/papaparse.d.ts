// The part of papaparse that is used. The published types depend on the types of Node.js, which `src/core` excludes.
declare module 'papaparse' {
  export interface UnparseConfig {
    readonly delimiter: string;
    readonly newline: string;
    /** Returns whether a cell is quoted even if its characters do not require it. */
    readonly quotes: (cell: unknown) => boolean;
  }
  const papa: { unparse(rows: readonly (readonly unknown[])[], config: UnparseConfig): string };
  export default papa;
}
