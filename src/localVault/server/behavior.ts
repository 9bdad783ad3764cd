/**
 * Switches for what the service's document leaves open, so that a client can be tried against each possible answer.
 * `DEFAULT_BEHAVIOR` has the value of each switch that is not set.
 */

import { constructs } from '../../core/sql/dialect/constructs.ts';
import { REDACTION_LEVELS, type RedactionLevel } from '../data/schema.ts';

export interface Behavior {
  /**
   * How a listing treats the cursor (S28). `after`: `afterOps.*` select the page after the event that the cursor names
   * · `inclusive`: that page begins with this event · `renamed`: as `after`, but the parameters are `nextOps.*` ·
   * `ignored`: every page is the first one · `refused`: a request with a cursor is rejected.
   */
  readonly cursor: 'after' | 'inclusive' | 'renamed' | 'ignored' | 'refused';
  /** Number of events per page if the request has no `limit` (S29). */
  readonly pageSize: number;
  /**
   * How a listing treats the parameter `limit` (S29). `limit`: it is the number of events per page · `ignored`: it has
   * no effect · `refused`: a request with it is rejected.
   */
  readonly limitParameter: 'limit' | 'ignored' | 'refused';
  /**
   * Order of a listing (S42): the newest or the oldest event first. `arrival`: the newest arrival first, and the times
   * of about every third event are 45 seconds too early.
   */
  readonly order: 'newest' | 'oldest' | 'arrival';
  /**
   * True if pages of a listing are alternately full and about half full, although more events follow. Events that
   * arrive between two requests can shift which pages are full.
   */
  readonly shortPages: boolean;
  /** Milliseconds between the end of a request and the time from which its event is listed. */
  readonly lateMs: number;
  /** Whether the response's header `x-request-id` is the request ID of the event or another one, or is absent (S13). */
  readonly requestID: 'same' | 'different' | 'absent';
  /**
   * Form of the body of the service's errors (S31). Errors of the sign-in server and of `/faults` keep their own form.
   */
  readonly errorBody: 'nested' | 'flat' | 'text' | 'html' | 'empty';
  /**
   * What a LIMIT over 25 does (S36). `cut`: at most 25 records are returned · `refused`: the query is rejected. A LIMIT
   * that is not a plain number, such as `LIMIT (30)`, is cut in both cases.
   */
  readonly largeLimit: 'cut' | 'refused';
  /**
   * True if a result with more than two records contains only two thirds of them (rounded up), although more follow
   * (S36).
   */
  readonly shortRows: boolean;
  /** How a column without a value appears in a record (S35). */
  readonly nulls: 'absent' | 'null';
  /**
   * How an integer beyond ±(2^53 − 1) appears in a record. `exact`: with all digits · `rounded`: as the nearest double
   * · `text`: as a string, together with all other numbers of its column in that result.
   */
  readonly largeNumbers: 'exact' | 'rounded' | 'text';
  /**
   * Levels that REDACTION accepts as its second argument (D10). `documented`: none, only a call with the column alone
   * is accepted.
   */
  readonly redactionLevels: 'all' | 'documented' | readonly RedactionLevel[];
  /**
   * Whether undocumented constructs (D6) are accepted. A list contains the names of the constructs that are rejected,
   * as in the table of the dialect; all others are accepted.
   */
  readonly undocumentedSql: 'accepted' | 'refused' | readonly string[];
  /**
   * Maximum number of accepted requests in 10 seconds (S9); further ones are rejected with 429. 0: no limit. Requests
   * to the sign-in server and to `/faults` do not count.
   */
  readonly rateLimit: number;
  /** Whether a response with 429 has the header `Retry-After: 1`. */
  readonly rateLimitHeader: 'present' | 'absent';
}

export const DEFAULT_BEHAVIOR: Behavior = {
  cursor: 'after',
  pageSize: 50,
  limitParameter: 'limit',
  order: 'newest',
  shortPages: false,
  lateMs: 0,
  requestID: 'same',
  errorBody: 'nested',
  largeLimit: 'cut',
  shortRows: false,
  nulls: 'absent',
  largeNumbers: 'exact',
  redactionLevels: 'all',
  undocumentedSql: 'accepted',
  rateLimit: 0,
  rateLimitHeader: 'present',
};

/**
 * The switches of `--strict`: paging, constructs and redaction levels that the service's document does not name are
 * rejected.
 */
export const STRICT: Partial<Behavior> = {
  cursor: 'refused',
  limitParameter: 'refused',
  undocumentedSql: 'refused',
  redactionLevels: 'documented',
};

/**
 * The values that each switch can have: names, a range of whole numbers, or on and off. The switches in `LIST_ITEMS`
 * can also have a list.
 */
export const SWITCHES: {
  readonly [Name in keyof Behavior]: Behavior[Name] extends boolean
    ? 'onOff'
    : Behavior[Name] extends number
      ? readonly [min: number, max: number]
      : readonly Extract<Behavior[Name], string>[];
} = {
  cursor: ['after', 'inclusive', 'renamed', 'ignored', 'refused'],
  pageSize: [1, 1000],
  limitParameter: ['limit', 'ignored', 'refused'],
  order: ['newest', 'oldest', 'arrival'],
  shortPages: 'onOff',
  lateMs: [0, 60_000],
  requestID: ['same', 'different', 'absent'],
  errorBody: ['nested', 'flat', 'text', 'html', 'empty'],
  largeLimit: ['cut', 'refused'],
  shortRows: 'onOff',
  nulls: ['absent', 'null'],
  largeNumbers: ['exact', 'rounded', 'text'],
  redactionLevels: ['all', 'documented'],
  undocumentedSql: ['accepted', 'refused'],
  rateLimit: [0, 1_000_000],
  rateLimitHeader: ['present', 'absent'],
};

/**
 * The undocumented constructs that can be rejected one by one. A test for NULL without IS is not among them, because
 * the service's document has it (D7).
 */
const UNDOCUMENTED: readonly string[] = constructs
  .filter(({ verdict, name }) => verdict === 'undocumented' && name !== 'TEST WITHOUT IS')
  .map(({ name }) => name);

/** The items that the list of a switch can have. In the text of a list, they have hyphens in place of spaces. */
const LIST_ITEMS: Readonly<Record<string, readonly string[]>> = {
  redactionLevels: REDACTION_LEVELS,
  undocumentedSql: UNDOCUMENTED,
};

/**
 * Parses a list of switches such as `pageSize=7,cursor=inclusive,shortPages,undocumentedSql=TRUE+COMMA-JOIN`. Throws an
 * Error that names the first problem.
 */
export function parseBehavior(text: string): Partial<Behavior> {
  const entries = text
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      return [name, parseSwitchValue(name, rest.length === 0 ? undefined : rest.join('='))] as const;
    });
  return Object.fromEntries(entries);
}

function parseSwitchValue(
  name: string,
  text: string | undefined,
): string | number | boolean | readonly string[] {
  const allowed: 'onOff' | readonly [number, number] | readonly string[] | undefined = Object.hasOwn(
    SWITCHES,
    name,
  )
    ? SWITCHES[name as keyof Behavior]
    : undefined;
  if (allowed === undefined) throw new Error(`there is no switch ${name}`);
  if (allowed === 'onOff') {
    if (text === undefined || text === 'true') return true;
    if (text === 'false') return false;
    throw new Error(`${name} is true or false`);
  }
  const [min, max] = allowed;
  if (typeof min === 'number') {
    const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (value >= min && value <= Number(max)) return value;
    throw new Error(`${name} is a whole number from ${min} to ${max}`);
  }
  const names = allowed.map(String);
  if (text !== undefined && names.includes(text)) return text;
  const list = parseList(name, text);
  if (list !== undefined) return list;
  const items = Object.hasOwn(LIST_ITEMS, name) ? ', or a list joined by +' : '';
  throw new Error(`${name} is one of ${names.join(', ')}${items}`);
}

/**
 * Returns the items of a list such as `TRUE+COMMA-JOIN`. Returns undefined if the switch takes no list, an item is
 * unknown, or `text` is undefined.
 */
function parseList(name: string, text: string | undefined): readonly string[] | undefined {
  const items = Object.hasOwn(LIST_ITEMS, name) ? LIST_ITEMS[name] : undefined;
  if (items === undefined || text === undefined) return undefined;
  const found = text.split('+').map((part) => items.find((item) => item.replaceAll(' ', '-') === part));
  return found.every((item) => item !== undefined) ? found : undefined;
}
