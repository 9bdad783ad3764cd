/** Simulated faults of the service, for tests. Requests can set them only if the vault was started with `--faults`. */
import { lexWithoutComments } from '../../core/sql/lexer/lexer.ts';

export interface Faults {
  /**
   * Delay in milliseconds before a request is handled. Requests to `/faults` and to the sign-in server are not delayed.
   */
  readonly latencyMs?: number;
  /**
   * HTTP status from 400 to 599 with which queries and listings are answered instead of being run. A request that is
   * rejected before that, such as one without a valid token or query, keeps the status of its own error.
   */
  readonly status?: number;
  /** True if valid tokens are rejected with 401 as if they had expired. Requests to `/faults` still accept them. */
  readonly expiredToken?: boolean;
  /**
   * True if the connection is closed in the middle of a response's body. Responses of `/faults` and the sign-in server
   * are sent completely.
   */
  readonly truncatedBody?: boolean;
  /** True if a query's last OFFSET counts as 0 if it is a plain number, so that every page is the first one. */
  readonly ignoredOffset?: boolean;
  /**
   * True if a query whose last OFFSET is a plain number starts five rows too early (but not before the first row), and
   * the rows of each result are in reverse order.
   */
  readonly reorderedPages?: boolean;
  /**
   * Number of requests after which the faults end. Requests to `/faults` and to the sign-in server do not count. If
   * undefined, the faults remain until they are changed.
   */
  readonly requests?: number;
}

const NUMBERS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  latencyMs: [0, 600_000],
  status: [400, 599],
  requests: [1, 1_000_000],
};
const SWITCHES: readonly string[] = ['expiredToken', 'truncatedBody', 'ignoredOffset', 'reorderedPages'];

/** Returns `value` if it is valid as faults. Throws an Error that names the first problem otherwise. */
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

/**
 * Parses faults on a command line, such as `latencyMs=200,ignoredOffset`. Throws an Error that names the first problem.
 */
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
 * Returns a statement with its last OFFSET changed by the faults `ignoredOffset` and `reorderedPages`. Returns `sql`
 * unchanged without these faults, or if there is no OFFSET that is a plain number. `sql` must have passed the dialect
 * check.
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
