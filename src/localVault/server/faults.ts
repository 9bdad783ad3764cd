import { lexWithoutComments } from '../../core/sql/lexer/lexer.ts';

export interface Faults {
  /** Delay in milliseconds before a request to the service is handled. */
  readonly latencyMs?: number;
  /** HTTP status of the error response that is returned for queries and listings, which are not run. */
  readonly status?: number;
  /** Whether the service rejects valid tokens as if they had expired. */
  readonly expiredToken?: boolean;
  /** Whether responses of the service are cut off in the middle of their body. */
  readonly truncatedBody?: boolean;
  /** Whether a number that directly follows a query's last OFFSET is replaced with 0. */
  readonly ignoredOffset?: boolean;
  /**
   * Whether a number that directly follows a query's last OFFSET is reduced by up to 5, and the rows of each result are
   * returned in reverse order.
   */
  readonly reorderedPages?: boolean;
  /** Number of requests after which the faults end. If undefined, they remain until they are changed. */
  readonly requests?: number;
}

const NUMBERS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  latencyMs: [0, 600_000],
  status: [400, 599],
  requests: [1, 1_000_000],
};
const SWITCHES: readonly string[] = ['expiredToken', 'truncatedBody', 'ignoredOffset', 'reorderedPages'];

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

/** Parses faults on a command line, such as `latencyMs=200,ignoredOffset`. Throws an Error that names the problem. */
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
 * Applies `ignoredOffset` and `reorderedPages` to the number that directly follows the last OFFSET of a statement, and
 * returns the statement. Returns it unchanged if there is no such number. `sql` must have passed the dialect check.
 */
export function applyPagingFaults(sql: string, faults: Faults): string {
  if (!faults.ignoredOffset && !faults.reorderedPages) return sql;
  const tokens = lexWithoutComments(sql);
  const at = tokens.findLastIndex(({ word }) => word === 'OFFSET');
  const value = tokens[at + 1];
  if (at < 0 || value?.kind !== 'number') return sql;
  const offset = faults.ignoredOffset ? 0 : Math.max(0, Number(sql.slice(value.start, value.end)) - 5);
  return `${sql.slice(0, value.start)}${offset}${sql.slice(value.end)}`;
}
