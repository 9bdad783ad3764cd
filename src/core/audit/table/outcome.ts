/** Whether a request was answered as it should be. */
import type { AuditEvent } from '../../service/types.ts';

/** 2xx, another code, or none that is a number. */
export const outcomes = ['succeeded', 'failed', 'unknown'] as const;
export type EventOutcome = (typeof outcomes)[number];

/** What the text of a response code means. */
export function outcomeOf(code: string | undefined): EventOutcome {
  if (code === undefined || !/^-?\d+$/.test(code)) return 'unknown';
  return /^2\d\d$/.test(code) ? 'succeeded' : 'failed';
}

/** Whether the request of an event was answered as it should be. */
export const outcomeOfEvent = ({ response: { code } }: AuditEvent): EventOutcome =>
  outcomeOf(code === undefined ? undefined : String(code));
