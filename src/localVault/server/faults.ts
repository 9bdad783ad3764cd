/** Faults laid over the answers, so that tests meet a service on a bad day. Off unless the vault was started with them. */
import { significantTokens } from '../../core/sql/lexer/lexer.ts';

export interface Faults {
  /** Milliseconds before each answer. */
  readonly latencyMs?: number;
  /** Every request is answered with this status and an error body, and nothing is run. */
  readonly status?: number;
  /** 401, the token has expired. */
  readonly expiredToken?: boolean;
  /** The connection ends in the middle of the body. */
  readonly truncatedBody?: boolean;
  /** Every page is the first one. */
  readonly ignoredOffset?: boolean;
  /** Pages after the first begin five rows early, and rows come backwards: some twice, some never. */
  readonly reorderedPages?: boolean;
  /** Faults end after so many requests; without it they stay. */
  readonly requests?: number;
}

const NUMBERS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  latencyMs: [0, 600_000],
  status: [400, 599],
  requests: [1, 1_000_000],
};
const SWITCHES: readonly string[] = ['expiredToken', 'truncatedBody', 'ignoredOffset', 'reorderedPages'];

/** Reads what a test put. Throws an Error that names the first thing wrong. */
export function readFaults(value: unknown): Faults {
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

/** Reads `latencyMs=200,ignoredOffset` of a command line. Throws like `readFaults`. */
export function parseFaults(text: string): Faults {
  const entries = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', setting] = part.split('=');
      return [name, setting === undefined ? true : Number(setting)] as const;
    });
  return readFaults(Object.fromEntries(entries));
}

/** The statement as a service would run it that pages badly. `sql` passed the dialect check. */
export function disturbPaging(sql: string, faults: Faults): string {
  if (!faults.ignoredOffset && !faults.reorderedPages) return sql;
  const tokens = significantTokens(sql);
  const at = tokens.findLastIndex(({ word }) => word === 'OFFSET');
  const value = tokens[at + 1];
  if (at < 0 || value?.kind !== 'number') return sql;
  const offset = faults.ignoredOffset ? 0 : Math.max(0, Number(sql.slice(value.start, value.end)) - 5);
  return `${sql.slice(0, value.start)}${offset}${sql.slice(value.end)}`;
}
