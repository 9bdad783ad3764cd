/**
 * Creates the manifest, a file next to an export that records what was exported, from where and when, for those who
 * have to account for it later.
 */

interface ManifestFacts {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly connection: string;
  readonly environment: string;
  readonly vaultID: string;
  /** The statement of the query. Its literals may be personal data, as the rows are. */
  readonly query: string;
  /**
   * When the user ran the query. `exportedAt` is when the file was written. Both in ISO 8601 with the offset from UTC.
   */
  readonly askedAt: string;
  readonly exportedAt: string;
  readonly rows: number;
  /** Which of the loaded rows are in the file. `loadedRows` is the number of rows that were loaded. */
  readonly rowsChosen: 'shown' | 'loaded' | 'selection';
  readonly loadedRows: number;
  readonly columns: readonly string[];
  /**
   * Whether the file contains all rows of the result, whose end is known. If false, more rows may exist.
   */
  readonly complete: boolean;
  /** Number of rows as COUNT returned it; present only if all rows were loaded and their number is another one. */
  readonly countedRows?: number;
  /** Number of rows that an earlier response contained too, equal or changed. */
  readonly repeatedRows: number;
  /** Whether a single response contained the same record twice, so that the repeated rows may be genuine. */
  readonly duplicatesInPage: boolean;
  /** Number of rows after the offset at which another response showed the end. */
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
  /** Names of columns with values that are masked in the file. */
  readonly maskedColumns: readonly string[];
  /**
   * Names of columns with values that would be masked, but are in plain text in the file because the user chose that.
   */
  readonly plainTextColumns: readonly string[];
  /** Number of cells whose text was cut at the format's maximum length. */
  readonly cutCells: number;
}

/** Returns the manifest as JSON text. */
export function manifestText(facts: ManifestFacts): string {
  return `${JSON.stringify({ manifestVersion: 1, ...facts }, null, 2)}\n`;
}
