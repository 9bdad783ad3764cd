/** Switches for what the service's document leaves open, so that a client can be tested with different behaviors. */

import { constructs } from '../../core/sql/dialect/constructs.ts';
import { REDACTION_LEVELS, type RedactionLevel } from '../data/schema.ts';

export interface Behavior {
  /**
   * How a listing treats the cursor in `afterOps.*` (S28). `after`: the page begins after the event that the cursor
   * names · `inclusive`: the page begins with this event · `renamed`: like `after`, but the parameters are `nextOps.*`
   * · `ignored`: the cursor has no effect · `refused`: the request is rejected.
   */
  readonly cursor: 'after' | 'inclusive' | 'renamed' | 'ignored' | 'refused';
  /** Maximum number of events per page, unless the parameter `limit` sets another one (S29). */
  readonly pageSize: number;
  /**
   * How a listing treats the parameter `limit` (S29). `limit`: it is the maximum number of events per page · `ignored`:
   * it has no effect · `refused`: it is rejected.
   */
  readonly limitParameter: 'limit' | 'ignored' | 'refused';
  /** Order of a listing (S42). `arrival`: the newest arrival first, and the times of some events are too early. */
  readonly order: 'newest' | 'oldest' | 'arrival';
  /** Whether a page of a listing may be only about half full although more events follow. */
  readonly shortPages: boolean;
  /** Delay in milliseconds from the end of a request until its event can be listed. */
  readonly lateMs: number;
  /** Whether the header `x-request-id` is the request ID of the event, another one, or absent (S13). */
  readonly requestID: 'same' | 'different' | 'absent';
  /**
   * Body of an error response (S31). `nested`: JSON with an object `error` · `flat`: JSON without this object · `text`:
   * the message as plain text · `html`: a page without the message.
   */
  readonly errorBody: 'nested' | 'flat' | 'text' | 'html' | 'empty';
  /**
   * How a LIMIT over 25 is treated (S36). `cut`: at most 25 records are returned · `refused`: the query is rejected if
   * a decimal number over 25 directly follows its last LIMIT.
   */
  readonly largeLimit: 'cut' | 'refused';
  /** Whether results may be shortened although more records follow (S36). */
  readonly shortRows: boolean;
  /** How a column without a value appears in a record (S35). */
  readonly nulls: 'absent' | 'null';
  /**
   * How an integer beyond ±(2^53 − 1) in a column of numbers appears in a record. `exact`: as a number with all its
   * digits · `rounded`: as the nearest double · `text`: as a string; the column's other values in the same result are
   * then strings, too.
   */
  readonly largeNumbers: 'exact' | 'rounded' | 'text';
  /** Levels that REDACTION accepts as its second argument (D10). `documented`: none, because no level is documented. */
  readonly redactionLevels: 'all' | 'documented' | readonly RedactionLevel[];
  /** Whether undocumented constructs (D6) are accepted. A list names those that are rejected. */
  readonly undocumentedSql: 'accepted' | 'refused' | readonly string[];
  /** Maximum number of requests in 10 seconds (S9). 0: no limit. */
  readonly rateLimit: number;
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
 * The switches that `--strict` sets. They reject the parameters, SQL constructs and redaction levels that the service's
 * document does not name.
 */
export const STRICT_BEHAVIOR: Partial<Behavior> = {
  cursor: 'refused',
  limitParameter: 'refused',
  undocumentedSql: 'refused',
  redactionLevels: 'documented',
};

export const SWITCH_VALUES: {
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
 * Names of the undocumented constructs that can be rejected one by one. A test for NULL without IS is not one of them,
 * because the service's document describes it (D7).
 */
const UNDOCUMENTED: readonly string[] = constructs
  .filter(({ verdict, name }) => verdict === 'undocumented' && name !== 'TEST WITHOUT IS')
  .map(({ name }) => name);

const LIST_ITEMS: Readonly<Record<string, readonly string[]>> = {
  redactionLevels: REDACTION_LEVELS,
  undocumentedSql: UNDOCUMENTED,
};

/**
 * Parses a list of switches such as `pageSize=7,cursor=inclusive,undocumentedSql=TRUE+COMMA-JOIN`. Throws an Error that
 * describes the first problem.
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
    SWITCH_VALUES,
    name,
  )
    ? SWITCH_VALUES[name as keyof Behavior]
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
  const list = parseSwitchList(name, text);
  if (list !== undefined) return list;
  const items = Object.hasOwn(LIST_ITEMS, name) ? ', or a list joined by +' : '';
  throw new Error(`${name} is one of ${names.join(', ')}${items}`);
}

function parseSwitchList(name: string, text: string | undefined): readonly string[] | undefined {
  const items = Object.hasOwn(LIST_ITEMS, name) ? LIST_ITEMS[name] : undefined;
  if (items === undefined || text === undefined) return undefined;
  const found = text.split('+').map((part) => items.find((item) => item.replaceAll(' ', '-') === part));
  return found.every((item) => item !== undefined) ? found : undefined;
}
