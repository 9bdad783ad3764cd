/** Parses the options of the commands `audit`. */
import { parseArgs } from 'node:util';
import { parseTime } from '../../core/audit/filters/timeRanges.ts';
import type { OutputFormat } from '../../core/audit/handover/format.ts';
import { errorText } from '../../core/messages/thrownErrors.ts';
import { ArgumentError } from './connection.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

export const commonOptions = {
  url: text,
  account: text,
  'token-env': text,
  'token-command': text,
  'key-file': text,
  'client-id': text,
  issuer: text,
  'client-secret-env': text,
  connections: text,
  connection: text,
  cursor: { type: 'string', default: 'after' },
  question: text,
  since: text,
  until: text,
  format: { type: 'string', default: 'raw' },
  'plain-literals': flag,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses options as `parseArgs` of Node does, but throws an ArgumentError. */
export function parseOptions<const T extends NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {}>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new ArgumentError(errorText(error));
  }
}

export function parseFormat(format: string): OutputFormat {
  if (format === 'raw' || format === 'ocsf' || format === 'ecs') return format;
  throw new ArgumentError(`--format must be raw, ocsf, or ecs, not "${format}".`);
}

/** Parses the time of an option in UTC, in the form of the service's timestamps. */
export function parseTimeOption(
  name: 'since' | 'until',
  value: string | undefined,
  now: number,
): string | undefined {
  if (value === undefined) return undefined;
  const time = parseTime(value, { now, end: name === 'until' });
  if (time === undefined)
    throw new ArgumentError(
      `--${name} must be a time such as 2026-11-24, "2026-11-24 14:05", or 24h, not "${value}".`,
    );
  return time;
}

export function parseCount(name: string, value: string, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new ArgumentError(`--${name} must be a whole number from 1 to ${max}, not "${value}".`);
}
