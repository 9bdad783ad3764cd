/** What host and thread of the trail say to each other. */
import type { ReadProgress } from '../../../core/audit/file/reading.ts';
import type { LostReason } from '../../../core/audit/table/lost.ts';
import type { AuditTrail } from '../../../core/audit/table/trail.ts';

export type TrailMethod = keyof AuditTrail;

/** A call; calls are answered by what came before them. */
export interface TrailCall {
  readonly id: number;
  readonly method: TrailMethod;
  readonly given: readonly unknown[];
}

/** What a call comes to. */
export type TrailReply =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: ReadProgress }
  /** The event's file is no longer what it was. */
  | { readonly id: number; readonly kind: 'lost'; readonly reason: LostReason; readonly file: string }
  | { readonly id: number; readonly kind: 'failed'; readonly error: unknown };
