/** The calls between the extension and the process that runs SQL over loaded audit events. */
import type { CopyChunk } from '../core/audit/sql/copyChunk.ts';
import { type GuardsOf, isIndex, isRecord, isShape, isText } from './validate.ts';

/** Rows of the two tables in PostgreSQL's COPY format, encoded as UTF-8. */
export type EventRows = Pick<CopyChunk, 'events' | 'reads'>;

export interface EventsQuery {
  readonly sql: string;
  readonly maxRows: number;
}

export type EventsSqlResult =
  /** The rows as JSON text in the form of the service's response body. */
  | { readonly type: 'rows'; readonly body: string }
  /**
   * PostgreSQL rejected the statement with `message`. `position` is the 1-based character in the statement, if known.
   */
  | { readonly type: 'refused'; readonly message: string; readonly position?: number };

/**
 * The methods of the process. Calls run one at a time, in the order in which they arrive. If a call throws, the process
 * sends the error as the response and then ends. The process also ends after the response to `ask` if its database uses
 * more than 2 GiB of memory.
 */
export type EventsSqlMethods = {
  /** Appends rows to the two tables. Must not be called after `close`. */
  add(rows: EventRows): void;
  /** Makes the tables read-only. Returns the number of events whose JSON PostgreSQL can't store as `unreadable`. */
  close(params: Record<string, never>): { readonly unreadable: number };
  /**
   * Runs one statement. Returns at most its first `maxRows` rows, or why PostgreSQL rejected the statement. Must be
   * called after `close`.
   */
  ask(question: EventsQuery): EventsSqlResult;
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const eventsSqlGuards: GuardsOf<EventsSqlMethods> = {
  add: isShape<EventRows>({ events: isBytes, reads: isBytes }),
  close: (value): value is Record<string, never> => isRecord(value),
  ask: isShape<EventsQuery>({ sql: isText, maxRows: isIndex }),
};
