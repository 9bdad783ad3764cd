/** How a trail runs its statements, and reads the rows that they return. */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { Sql, Statement } from './sql.ts';

/** A row of a result. 64-bit numbers are numbers or texts, depending on the server. */
export type ResultRow = Readonly<Record<string, unknown>>;

/**
 * Runs a SELECT and returns its rows. Rejects with `SourceError` if it fails, and with `TrailCancelled` if `signal` is
 * aborted.
 */
export type RunSelect = (select: Statement, signal?: AbortSignalLike) => Promise<readonly ResultRow[]>;

/** The events of a listing in the table. */
export interface ListedEvents {
  /** The table and the condition of the listing, from FROM on, to which further conditions can be added with AND. */
  readonly from: Sql;
  /** The host of the table, for messages. */
  readonly host: string;
  readonly run: (select: Sql, signal?: AbortSignalLike) => Promise<readonly ResultRow[]>;
}

/** Returns a number of a row; 0 if the row has no such number. */
export function numberIn(row: ResultRow | undefined, name: string): number {
  const value = Number(row?.[name] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** Returns a text of a row; undefined if it is NULL or absent. */
export function textIn(row: ResultRow | undefined, name: string): string | undefined {
  const value = row?.[name];
  return value === null || value === undefined ? undefined : String(value);
}
