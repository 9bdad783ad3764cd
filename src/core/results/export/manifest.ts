/** Creates the manifest: a file next to an export that records what was exported, from where and when. */

interface ManifestFacts {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly connection: string;
  readonly environment: string;
  readonly vaultID: string;
  /** The query's statement. Its literals may be personal data. */
  readonly query: string;
  readonly askedAt: string;
  readonly exportedAt: string;
  readonly rows: number;
  readonly rowsChosen: 'shown' | 'loaded' | 'selection';
  readonly loadedRows: number;
  readonly columns: readonly string[];
  readonly complete: boolean;
  readonly countedRows?: number;
  readonly repeatedRows: number;
  readonly duplicatesInPage: boolean;
  readonly rowsAfterEnd: number;
  readonly offsetIgnored: boolean;
  readonly maskedColumns: readonly string[];
  /**
   * Names of columns with values that would be masked, but are in plain text in the file because the user chose that.
   */
  readonly plainTextColumns: readonly string[];
  readonly cutCells: number;
}

export function manifestText(facts: ManifestFacts): string {
  return `${JSON.stringify({ manifestVersion: 1, ...facts }, null, 2)}\n`;
}
