/** The calls between the extension and the process that runs SQL over loaded audit events. */
import type { CopyChunk } from '../core/audit/sql/copyChunk.ts';
import { type GuardsOf, isNonNegativeSafeInteger, isRecord, isText, shapeOf } from './validate.ts';

/** Rows of the tables `events` and `reads`, in the text format of PostgreSQL's COPY, as UTF-8. */
export type EventRows = Pick<CopyChunk, 'events' | 'reads'>;

export interface EventsQuery {
  readonly sql: string;
  readonly maxRows: number;
}

export type EventsSqlResult =
  | { readonly type: 'rows'; readonly body: string }
  /**
   * The statement was rejected, usually by PostgreSQL. `position` is where the error is in the statement, in
   * Unicode code points from 1; undefined if unknown.
   */
  | { readonly type: 'refused'; readonly message: string; readonly position?: number };

/**
 * The methods of the process that runs SQL over events. Calls run one at a time. The process ends after a call that
 * throws.
 */
export type EventsSqlMethods = {
  /** Appends rows to the tables `events` and `reads`. Must not be called after `close`. */
  add(rows: EventRows): void;
  /** Makes the tables read-only. `unreadable` is the number of events whose JSON PostgreSQL could not store. */
  close(params: Record<string, never>): { readonly unreadable: number };
  /**
   * Runs one statement over the tables. Returns at most its first `maxRows` rows, or why the statement was rejected.
   * Must not be called before `close`, which ends the adding of rows.
   */
  ask(question: EventsQuery): EventsSqlResult;
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const eventsSqlGuards: GuardsOf<EventsSqlMethods> = {
  add: shapeOf<EventRows>({ events: isBytes, reads: isBytes }),
  close: (value): value is Record<string, never> => isRecord(value),
  ask: shapeOf<EventsQuery>({ sql: isText, maxRows: isNonNegativeSafeInteger }),
};
