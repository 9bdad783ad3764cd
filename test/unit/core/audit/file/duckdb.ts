/** DuckDB as another program that reads our files. */
import { DuckDBInstance } from '@duckdb/node-api';

export type DuckRow = Readonly<Record<string, unknown>>;

export interface Duck {
  /** The rows of a statement; times, decimals and large integers as texts. */
  rows(sql: string): Promise<readonly DuckRow[]>;
  close(): void;
}

/** In memory, and without the network: it installs no extension. */
export async function openDuck(): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    threads: '2',
  });
  const connection = await instance.connect();
  return {
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
