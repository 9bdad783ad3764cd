/** The calls between the extension and the process that runs SQL over loaded audit events. */
import type { CopyChunk } from '../core/audit/sql/copyChunk.ts';
import { type GuardsOf, isNonNegativeSafeInteger, isRecord, isText, shapeOf } from './validate.ts';

/** Rows of the two tables in PostgreSQL's COPY format. */
export type EventRows = Pick<CopyChunk, 'events' | 'reads'>;

export interface EventsQuery {
  readonly sql: string;
  readonly maxRows: number;
}

export type EventsSqlResult =
  | { readonly type: 'rows'; readonly body: string }
  /**
   * The statement was rejected, usually by PostgreSQL. `position`, if known, is where in the statement, counted
   * from 1 in Unicode code points.
   */
  | { readonly type: 'refused'; readonly message: string; readonly position?: number };

/**
 * The methods of the process that runs SQL over events. Calls run one at a time. The process ends after a call that
 * throws.
 */
export type EventsSqlMethods = {
  /** Appends rows to the two tables. Must not be called after `close`. */
  add(rows: EventRows): void;
  /** Makes the tables read-only. Returns the number of events whose JSON PostgreSQL can't store as `unreadable`. */
  close(params: Record<string, never>): { readonly unreadable: number };
  /**
   * Runs one statement. Returns at most its first `maxRows` rows, or why the statement was rejected. Must be called
   * after `close`.
   */
  ask(question: EventsQuery): EventsSqlResult;
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const eventsSqlGuards: GuardsOf<EventsSqlMethods> = {
  add: shapeOf<EventRows>({ events: isBytes, reads: isBytes }),
  close: (value): value is Record<string, never> => isRecord(value),
  ask: shapeOf<EventsQuery>({ sql: isText, maxRows: isNonNegativeSafeInteger }),
};
