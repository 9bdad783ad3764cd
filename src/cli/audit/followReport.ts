/** What `audit follow` tells the user about a run at its start and at its end. */
import type { CollectorResult } from '../../core/audit/handover/collector.ts';
import type { CollectorCounts, CollectorState, MadeFor } from '../../core/audit/handover/collectorState.ts';
import type { OutputRecord } from '../../core/audit/handover/records.ts';
import { describeError } from '../describeError.ts';
import type { AuditSource } from './auditSource.ts';
import { formatCount } from './formatCount.ts';
import type { TimeRange } from './options.ts';

/** Describes what is followed, from when, and to where. `isContinued`: whether an earlier run has stored a state. */
export function describeStart(
  { accountID, service, target }: MadeFor,
  { since, until }: TimeRange,
  isContinued: boolean,
): string {
  const first = since === undefined ? 'now on' : formatTime(since);
  const start = isContinued ? 'where the last run ended' : first;
  const end = until === undefined ? '' : ` until ${formatTime(until)}`;
  return `Following the audit events of account ${accountID} at ${service}, from ${start}${end}, to ${target}.`;
}

/** Formats a timestamp of the service without the fraction of a second. */
const formatTime = (timestamp: string): string => `${timestamp.slice(0, 19)} UTC`;

/** Counts what all runs with the same state file have stored, including what the last stored state does not count yet. */
export class StoredProgress {
  #state: CollectorState | undefined;
  #events = 0;
  #maskedEvents = 0;

  /** `state` is the state with which the run begins; undefined if there is none. */
  constructor(state: CollectorState | undefined) {
    this.#state = state;
  }

  /** Counts records that the sink has stored since the last stored state. */
  addRecords(records: readonly OutputRecord[]): void {
    const events = records.filter((record) => record.kind === 'event');
    this.#events += events.length;
    this.#maskedEvents += events.filter(({ isMasked }) => isMasked).length;
  }

  /** Takes over a state that was stored. It counts all records that were stored before. */
  setState(state: CollectorState): void {
    this.#state = state;
    this.#events = 0;
    this.#maskedEvents = 0;
  }

  /** Undefined if no state was stored. */
  get counts(): CollectorCounts | undefined {
    if (!this.#state) return undefined;
    const { counts } = this.#state;
    return {
      ...counts,
      events: counts.events + this.#events,
      maskedEvents: counts.maskedEvents + this.#maskedEvents,
    };
  }

  /**
   * Whether the next run continues where this one ends. False if it would start with the events that arrive from then on,
   * because no event was read yet.
   */
  get canContinue(): boolean {
    if (!this.#state) return false;
    const { since, known, backfill } = this.#state;
    return since !== undefined || known.length > 0 || backfill === undefined;
  }
}

/** Returns the last lines that the user sees of a run that ended without a problem. */
export function describeCounts({ events, maskedEvents, gaps, crashes = 0 }: CollectorCounts): string {
  const masked = maskedEvents > 0 ? `, ${maskedEvents} with masked literals` : '';
  const interrupted = crashes === 1 ? 'an interrupted run' : `${crashes} interrupted runs`;
  const repeated =
    crashes > 0 ? `Events that were written again after ${interrupted} are counted once.\n` : '';
  return `${formatCount(events, 'event')} written${masked}; ${formatCount(gaps, 'gap')}.\n${repeated}`;
}

/**
 * Returns the last lines that the user sees of a run that ended because of a problem. `problem` is a sentence, `counts` is
 * what all runs have stored (undefined if that is unknown), and `canContinue` is whether the next run continues from there.
 */
export function describeFailedRun(
  problem: string,
  counts: CollectorCounts | undefined,
  canContinue: boolean,
): string {
  const hasOutput = counts !== undefined && (counts.events > 0 || counts.gaps > 0);
  return [
    `${problem}\n`,
    hasOutput ? describeCounts(counts) : '',
    canContinue ? 'The next run continues where this one ended.\n' : '',
  ].join('');
}

/**
 * Returns a sentence for the user about why a run ended by itself too early. Undefined if the user stopped it, or if it
 * reached the end that its options set.
 */
export function findProblem(result: CollectorResult, { host, address }: AuditSource): string | undefined {
  switch (result.end) {
    case 'stopped':
    case 'once':
    case 'until':
      return undefined;
    case 'endless':
      return `The listing of ${host} seems to have no end. Check --cursor.`;
    case 'failed':
      return describeError(result.error, { operation: 'audit', address });
  }
}
