/**
 * Creates the text of a manifest. A manifest is a JSON file next to an exported file of rows. It records what was
 * exported, from where and when.
 */

interface ManifestFacts {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly connection: string;
  readonly environment: string;
  readonly vaultID: string;
  /** The SQL statement of the query. Its literals may be personal data. */
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
  /** Names of the columns whose values would be masked, but are written in plain text because the user chose that. */
  readonly plainTextColumns: readonly string[];
  readonly cutCells: number;
}

export function manifestText(facts: ManifestFacts): string {
  return `${JSON.stringify({ manifestVersion: 1, ...facts }, null, 2)}\n`;
}
