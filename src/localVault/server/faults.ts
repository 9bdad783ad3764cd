/** Simulated faults of the service, for tests. They are possible only if the vault was started with `--faults`. */
import { significantTokens } from '../../core/sql/lexer/lexer.ts';

export interface Faults {
  /** Delay in milliseconds before each request is handled. */
  readonly latencyMs?: number;
  /** HTTP status from 400 to 599 of every response. Nothing is run. */
  readonly status?: number;
  /** True if each request with a valid token is rejected with 401 as if that token had expired. */
  readonly expiredToken?: boolean;
  /** True if the connection is closed in the middle of each response body. */
  readonly truncatedBody?: boolean;
  /** OFFSET is ignored, so that every page is the first one. */
  readonly ignoredOffset?: boolean;
  /** Later pages start five rows too early, and the rows of each page are in reverse order. */
  readonly reorderedPages?: boolean;
  /** Number of requests after which the faults end. If undefined, they do not end. */
  readonly requests?: number;
}

const NUMBERS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  latencyMs: [0, 600_000],
  status: [400, 599],
  requests: [1, 1_000_000],
};
const SWITCHES: readonly string[] = ['expiredToken', 'truncatedBody', 'ignoredOffset', 'reorderedPages'];

/** Checks faults that were parsed from JSON. Throws an Error that names the first problem. */
export function validateFaults(value: unknown): Faults {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('faults must be an object');
  for (const [name, setting] of Object.entries(value)) {
    const range = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
    if (range === undefined && !SWITCHES.includes(name)) throw new Error(`there is no fault ${name}`);
    if (range === undefined && typeof setting !== 'boolean') throw new Error(`${name} is true or false`);
    if (range !== undefined && !(Number.isInteger(setting) && setting >= range[0] && setting <= range[1]))
      throw new Error(`${name} is a whole number from ${range[0]} to ${range[1]}`);
  }
  return value;
}

/** Parses faults on a command line, such as `latencyMs=200,ignoredOffset`. Throws like `validateFaults`. */
export function parseFaults(text: string): Faults {
  const entries = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', setting] = part.split('=');
      return [name, setting === undefined ? true : Number(setting)] as const;
    });
  return validateFaults(Object.fromEntries(entries));
}

/**
 * Returns a statement with its OFFSET changed for the faults `ignoredOffset` and `reorderedPages`. Returns `sql`
 * unchanged without these faults or without OFFSET. `sql` must have passed the dialect check.
 */
export function disturbPaging(sql: string, faults: Faults): string {
  if (!faults.ignoredOffset && !faults.reorderedPages) return sql;
  const tokens = significantTokens(sql);
  const at = tokens.findLastIndex(({ word }) => word === 'OFFSET');
  const value = tokens[at + 1];
  if (at < 0 || value?.kind !== 'number') return sql;
  const offset = faults.ignoredOffset ? 0 : Math.max(0, Number(sql.slice(value.start, value.end)) - 5);
  return `${sql.slice(0, value.start)}${offset}${sql.slice(value.end)}`;
}
