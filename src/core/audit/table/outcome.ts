import type { AuditEvent } from '../../service/types.ts';

/**
 * The possible outcomes of a request: `succeeded` for a code 2xx, `failed` for another integer, `unknown` if there
 * is no integer code.
 */
export const outcomes = ['succeeded', 'failed', 'unknown'] as const;
export type EventOutcome = (typeof outcomes)[number];

export function classifyOutcome(code: string | undefined): EventOutcome {
  if (code === undefined || !/^-?\d+$/.test(code)) return 'unknown';
  return /^2\d\d$/.test(code) ? 'succeeded' : 'failed';
}

export const outcomeOfEvent = ({ response: { code } }: AuditEvent): EventOutcome =>
  classifyOutcome(code === undefined ? undefined : String(code));
