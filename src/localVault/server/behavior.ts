/**
 * Switches for what the service's document leaves open, so that a client can be tried against each possible answer. Without
 * a switch, the local vault behaves as it always does.
 */

export interface Behavior {
  /**
   * How a listing takes the cursor (S28). `after`: `afterOps.*` select the page after the event that the cursor names ·
   * `inclusive`: that page begins with this event · `renamed`: the parameters are `nextOps.*` · `ignored`: every page is the
   * first one · `refused`: a request with a cursor is rejected.
   */
  readonly cursor: 'after' | 'inclusive' | 'renamed' | 'ignored' | 'refused';
  /** Number of events per page if the request has no `limit` (S29). */
  readonly pageSize: number;
  /** How a listing takes the parameter `limit` (S29). */
  readonly limitParameter: 'limit' | 'ignored' | 'refused';
  /**
   * Order of a listing (S42). `arrival`: the newest arrival first; the time of every third event is some seconds too early.
   */
  readonly order: 'newest' | 'oldest' | 'arrival';
  /** Every second page of a listing has half as many events as its size, although more follow. */
  readonly shortPages: boolean;
  /** Milliseconds after its request during which an event is not listed. */
  readonly lateMs: number;
  /** How the header `x-request-id` relates to the request ID of the event (S13). */
  readonly requestID: 'same' | 'different' | 'absent';
  /** Form of the body of an error (S31). */
  readonly errorBody: 'nested' | 'flat' | 'text' | 'html' | 'empty';
  /** What a LIMIT over 25 does (S36): at most 25 records are returned, or the query is rejected. */
  readonly largeLimit: 'cut' | 'refused';
  /** A result has two thirds of the requested records, although more follow (S36). */
  readonly shortRows: boolean;
  /** How a column without a value appears in a record (S35). */
  readonly nulls: 'absent' | 'null';
  /** How an integer beyond 2^53 appears in a record: with all digits, as the nearest double, or as text. */
  readonly largeNumbers: 'exact' | 'rounded' | 'text';
  /** Whether undocumented constructs (D6) are accepted. */
  readonly undocumentedSql: 'accepted' | 'refused';
  /** Maximum number of requests in 10 seconds (S9); further ones are rejected with 429 and `Retry-After: 1`. 0: no limit. */
  readonly rateLimit: number;
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
  undocumentedSql: 'accepted',
  rateLimit: 0,
};

/** The letter of the service's document: what it does not name is rejected. */
export const STRICT: Partial<Behavior> = {
  cursor: 'refused',
  limitParameter: 'refused',
  undocumentedSql: 'refused',
};

/** The values that each switch can have: names, a range of whole numbers, or on and off. */
export const SWITCHES: {
  readonly [Name in keyof Behavior]: Behavior[Name] extends boolean
    ? 'onOff'
    : Behavior[Name] extends number
      ? readonly [least: number, most: number]
      : readonly Behavior[Name][];
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
  undocumentedSql: ['accepted', 'refused'],
  rateLimit: [0, 1_000_000],
};

/**
 * Parses a list of switches such as `pageSize=7,cursor=inclusive,shortPages`. Throws an Error that names the first problem.
 */
export function parseBehavior(text: string): Partial<Behavior> {
  const entries = text
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      return [name, switchValue(name, rest.length === 0 ? undefined : rest.join('='))] as const;
    });
  return Object.fromEntries(entries);
}

function switchValue(name: string, text: string | undefined): string | number | boolean {
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
  const [least, most] = allowed;
  if (typeof least === 'number') {
    const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (value >= least && value <= Number(most)) return value;
    throw new Error(`${name} is a whole number from ${least} to ${most}`);
  }
  const names = allowed.map(String);
  if (text !== undefined && names.includes(text)) return text;
  throw new Error(`${name} is one of ${names.join(', ')}`);
}
