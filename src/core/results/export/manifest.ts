/** A file beside an export that says what was exported, from where and when, for the person accountable for it. */

interface ManifestFacts {
  readonly file: string;
  readonly format: string;
  /** Of the file, as `runExport` gave them. */
  readonly bytes: number;
  readonly sha256: string;
  readonly connection: string;
  readonly environment: string;
  readonly vaultID: string;
  /** The statement; its literals are personal data as much as the rows. */
  readonly query: string;
  /** When the query was first answered, and when the file was written; ISO 8601, with the offset from UTC. */
  readonly askedAt: string;
  readonly exportedAt: string;
  readonly rows: number;
  /** Which of the rows loaded are in the file, and how many had been loaded. */
  readonly rowsChosen: 'shown' | 'loaded' | 'selection';
  readonly loadedRows: number;
  readonly columns: readonly string[];
  /** Whether the end of the result was seen and all of it is in the file; else it is what had been loaded. */
  readonly complete: boolean;
  /** Rows of the result as COUNT gave them, where not as many could be loaded. */
  readonly countedRows?: number;
  /** Rows that more than one answer held, counted each time they came again. */
  readonly repeatedRows: number;
  /** Whether the query's records are not distinct by themselves, so that repeated rows may be genuine. */
  readonly duplicatesInPage: boolean;
  /** Rows from after the place where another answer saw the end: the data changed while it was read. */
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
  /** Names of columns of which values were hidden in the file. */
  readonly maskedColumns: readonly string[];
  /** Names of columns that are masked in the results view and that the user chose to write in plain text. */
  readonly plainTextColumns: readonly string[];
  /** Cells cut because the format holds no longer text. */
  readonly cutCells: number;
}

/** The manifest as JSON text. */
export function manifestText(facts: ManifestFacts): string {
  return `${JSON.stringify({ manifestVersion: 1, ...facts }, null, 2)}\n`;
}
