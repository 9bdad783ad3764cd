import { parseTime } from '../../core/audit/filters/timeRanges.ts';
import type { AuditSource } from './auditSource.ts';
import type { TimeOptions, TimeRange } from './options.ts';

/** The time range of a command: as the user gave it, and as it was parsed. */
interface CheckedTimes {
  readonly options: TimeOptions;
  readonly range: TimeRange;
}

/** Difference between two clocks in milliseconds up to which times such as `1h` count as exact. */
const TOLERANCE_MS = 60_000;
const HOUR = 3_600_000;

/**
 * Returns the source, with a check after its first response: if this machine's clock differs from the service's, and
 * an option has a time relative to now, such as `1h`, `notify` is called with a sentence that names the time meant.
 */
export function withClockCheck(
  source: AuditSource,
  times: CheckedTimes,
  notify: (sentence: string) => void,
): AuditSource {
  let isChecked = false;
  return {
    ...source,
    async fetch(cursor, signal) {
      const outcome = await source.fetch(cursor, signal);
      const error = source.getClockError();
      if (!isChecked && error !== undefined) {
        isChecked = true;
        const sentence = describeClockError(source.host, error, times);
        if (sentence !== undefined) notify(sentence);
      }
      return outcome;
    },
  };
}

function describeClockError(
  host: string,
  error: number,
  { options, range }: CheckedTimes,
): string | undefined {
  if (Math.abs(error) <= TOLERANCE_MS) return undefined;
  const meant = (['since', 'until'] as const).flatMap((name) => {
    const [value, time] = [options[name], range[name]];
    if (value === undefined || time === undefined || !isRelative(value)) return [];
    return [`--${name} ${value} means ${time.slice(0, 19)} UTC`];
  });
  if (meant.length === 0) return undefined;
  const direction = error > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${formatDuration(Math.abs(error))} ${direction} ${host}, so ${meant.join(', and ')}. Correct the clock, or use a time in UTC.`;
}

/** Whether the time that the value of an option means depends on when it is parsed. */
const isRelative = (value: string): boolean =>
  parseTime(value, { now: 0 }) !== parseTime(value, { now: 1000 * HOUR });

const formatDuration = (ms: number): string =>
  ms < 2 * HOUR ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / HOUR)} h`;
