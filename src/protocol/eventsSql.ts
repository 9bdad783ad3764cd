/** The calls between the extension and the process that runs SQL over loaded audit events. */
import type { CopyPiece } from '../core/audit/sql/copyPiece.ts';
import { type GuardsOf, isIndex, isRecord, isShape, isText } from './validate.ts';

/** Rows of the two tables in PostgreSQL's COPY format, encoded as UTF-8. */
export type EventRows = Pick<CopyPiece, 'events' | 'reads'>;

export interface EventsQuestion {
  readonly sql: string;
  readonly maxRows: number;
}

export type EventsSqlAnswer =
  /** The response body as the service would write it: JSON text, with every number in its original digits. */
  | { readonly type: 'rows'; readonly body: string }
  /** PostgreSQL's own message; `position` counts characters of the statement from 1. */
  | { readonly type: 'refused'; readonly message: string; readonly position?: number };

/** Calls are run one after the other, in the order in which they were sent. Any error ends the process after its answer. */
export type EventsSqlMethods = {
  add(rows: EventRows): void;
  /** Closes the tables to everything but reading. `unreadable` is the number of events whose JSON PostgreSQL can't store. */
  close(params: Record<string, never>): { readonly unreadable: number };
  /** Runs one statement, and returns its first `maxRows` rows. */
  ask(question: EventsQuestion): EventsSqlAnswer;
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const eventsSqlGuards: GuardsOf<EventsSqlMethods> = {
  add: isShape<EventRows>({ events: isBytes, reads: isBytes }),
  close: (value): value is Record<string, never> => isRecord(value),
  ask: isShape<EventsQuestion>({ sql: isText, maxRows: isIndex }),
};
