/** Parses the options of the commands `audit`. */
import { msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import { parseTime } from '../../core/audit/filters/timeRanges.ts';
import type { OutputFormat } from '../../core/audit/handover/format.ts';
import { connectionOptions } from '../connection.ts';
import { ArgumentError } from '../options.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

export const commonOptions = {
  ...connectionOptions,
  cursor: text,
  question: text,
  since: text,
  until: text,
  format: { type: 'string', default: 'raw' },
  'plain-literals': flag,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export function parseFormat(format: string): OutputFormat {
  if (format === 'raw' || format === 'ocsf' || format === 'ecs') return format;
  throw new ArgumentError(`--format must be raw, ocsf, or ecs, not "${format}".`);
}

/** A time range in the format of the service's timestamps, in UTC. */
export interface TimeRange {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The values of `--since` and `--until`; undefined if they are not given. */
export interface TimeOptions {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Parses the times of `--since` and `--until`, in UTC. `now` is in milliseconds since 1970. Throws an ArgumentError if a
 * time is malformed, if `--since` is later than `now`, or if the range is empty.
 */
export function parseTimeRange(options: TimeOptions, now: number): TimeRange {
  const since = parseTimeOption('since', options.since, now);
  const until = parseTimeOption('until', options.until, now);
  if (since !== undefined && until !== undefined && since > until)
    throw new ArgumentError(
      `--since "${options.since}" is later than --until "${options.until}". Use an earlier --since.`,
    );
  // A collector would store the time, and write nothing until it has come.
  if (since !== undefined && since > msToTimestamp(now))
    throw new ArgumentError(
      `--since "${options.since}" is in the future. Use an earlier time, or check the clock of this machine.`,
    );
  return { since, until };
}

/** Describes, for error messages, the values of `--since` and `--until` that `parseTime` accepts. */
const TIME_FORMS =
  'a time in UTC such as 2026-11-24 or "2026-11-24 14:05:30" without an offset, a time before now such as 30m, 24h, 7d, or 2w, or today or yesterday';

function parseTimeOption(
  name: 'since' | 'until',
  value: string | undefined,
  now: number,
): string | undefined {
  if (value === undefined) return undefined;
  const time = parseTime(value, { now, end: name === 'until' });
  if (time === undefined) throw new ArgumentError(`--${name} must be ${TIME_FORMS}, not "${value}".`);
  return time;
}
