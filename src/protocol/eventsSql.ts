/** What the extension and the process that answers SQL over loaded audit events say to each other. */
import type { CopyPiece } from '../core/audit/sql/copyPiece.ts';
import { isRecord, isText } from './validate.ts';

export type EventsSqlRequest =
  /** More rows of the tables, answered with `added`. They may be sent before it is ready. */
  | ({ readonly type: 'add' } & Pick<CopyPiece, 'events' | 'reads'>)
  /** All rows are there: the tables are closed to everything but reading. Answered with `loaded`. */
  | { readonly type: 'close' }
  /** One question, answered with its first `maxRows` rows. */
  | { readonly type: 'ask'; readonly sql: string; readonly maxRows: number };

export type EventsSqlAnswer =
  /** The process is up; it has empty tables. */
  | { readonly type: 'ready' }
  | { readonly type: 'added' }
  /** `unreadable`: events whose JSON PostgreSQL can't store; they have NULL instead of it. */
  | { readonly type: 'loaded'; readonly unreadable: number }
  /** The answer as the service writes one, JSON text with numbers as they are. */
  | { readonly type: 'rows'; readonly body: string }
  /** PostgreSQL's own message; `position` counts characters from 1. */
  | { readonly type: 'refused'; readonly message: string; readonly position?: number }
  /** It can't go on; the process ends. */
  | { readonly type: 'failed'; readonly message: string };

/** The answer, if it is one. */
export function eventsSqlAnswer(message: unknown): EventsSqlAnswer | undefined {
  if (!isRecord(message)) return undefined;
  const { type, body, message: text, unreadable } = message;
  const isKnown =
    type === 'ready' ||
    type === 'added' ||
    (type === 'loaded' && typeof unreadable === 'number') ||
    (type === 'rows' && isText(body)) ||
    ((type === 'refused' || type === 'failed') && isText(text));
  return isKnown ? (message as unknown as EventsSqlAnswer) : undefined;
}
