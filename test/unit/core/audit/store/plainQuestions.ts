/**
 * What a question finds, read from `media/help/questions.md` alone: the second opinion on the product's own reading of
 * questions, so nothing of `src/core/audit/query/` is used here.
 */
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { foldCaseAndLineFeeds } from '../../../../../src/core/audit/store/columns/searchable.ts';
import {
  auditFields,
  type FieldID,
  fieldText,
  isNeitherAbsentNorEmptyObject,
} from '../../../../../src/core/audit/table/fields.ts';
import { type ColumnRead, parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { hasInvisible } from '../../../../../src/core/service/invisible.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

/** What the page leaves to the window in which the question is asked. */
export interface PlainSurroundings {
  /** The present time in milliseconds since 1970. */
  readonly now: number;
  /** Minutes by which the time of the table is ahead of UTC. */
  readonly zoneOffset: number;
  /** IDs of the requests for audit events that this window sent. */
  readonly ownRequests: ReadonlySet<string>;
  /** The notes of the marked events by key; empty texts for marks without a note. */
  readonly marks: ReadonlyMap<string, string>;
}

/** An event with everything that a question can ask about, so that many questions can be asked about it. */
export interface PlainEvent {
  readonly key: string;
  readonly texts: ReadonlyMap<FieldID, string>;
  readonly lists: ReadonlyMap<FieldID, readonly string[]>;
  /** The texts of all fields in the form in which they are searched. */
  readonly searched: readonly string[];
  readonly reads: readonly ColumnRead[];
  /** Milliseconds since 1970; undefined if the event has no valid time. */
  readonly time: number | undefined;
}

type Test<T> = (value: T) => boolean;
/** One value of a term as written: `quoted` values have no special meanings. */
interface Value {
  readonly text: string;
  readonly quoted: boolean;
}

const readNames = ['table', 'column', 'level'] as const;
type ReadName = (typeof readNames)[number];
const timeNames = ['last', 'since', 'until'] as const;
type TimeName = (typeof timeNames)[number];
const shortNames: Readonly<Record<string, FieldID>> = {
  status: 'code',
  ip: 'ipAddress',
  action: 'actionType',
  query: 'content',
  vault: 'vaultID',
  api: 'apiName',
  access: 'accessType',
  auth: 'authMode',
  tag: 'tags',
  resource: 'resourceIDs',
  workspace: 'workspaceID',
  account: 'accountID',
  parent: 'parentAccountID',
  request: 'requestID',
  change: 'changeID',
  trace: 'traceID',
  session: 'sessionID',
  jwt: 'jwtID',
  key: 'keyID',
  context: 'bearerTokenContextID',
};
/** All names of fields in lower case. */
export const plainNames: ReadonlyMap<string, FieldID | ReadName | TimeName> = new Map(
  [
    ...auditFields.flatMap(({ id, filter }) => [[id, id] as const, [filter ?? id, id] as const]),
    ...Object.entries(shortNames),
    ...[...readNames, ...timeNames].map((name) => [name, name] as const),
  ].map(([name, field]) => [name.toLowerCase(), field]),
);

const isReadName = (name: string): name is ReadName => readNames.some((one) => one === name);
const isTimeName = (name: string): name is TimeName => timeNames.some((one) => one === name);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns the milliseconds since 1970 of a timestamp; a leap second belongs to the next minute. */
function millisecondsOf(time: string | undefined): number | undefined {
  const [, day, minute, second, fraction] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):(\d\d)\.(\d{3})\d{6}$/.exec(time ?? '') ?? [];
  const start = Date.parse(`${day}T${minute}:00Z`);
  const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day ?? '-');
  if (!exists || Number(second) > 60) return undefined;
  return start + Number(`${second}${fraction}`);
}

/** Prepares an event for questions. */
export function plainEvent(event: AuditEvent, key: string): PlainEvent {
  const texts = new Map<FieldID, string>();
  const lists = new Map<FieldID, readonly string[]>();
  for (const field of auditFields) {
    const text = fieldText(field, event);
    if (text !== undefined) texts.set(field.id, text);
    const entries = field.each?.(event);
    if (entries) lists.set(field.id, entries);
  }
  const query = findQueryText(event);
  return {
    key,
    texts,
    lists,
    searched: [...texts.values()].filter(isNeitherAbsentNorEmptyObject).map(foldCaseAndLineFeeds),
    reads: query === undefined ? [] : parseQueryReads(query).reads,
    time: millisecondsOf(texts.get('time')),
  };
}

/** Splits a question into terms and returns the test of each; throws an error if the page says that it can't be read. */
class QuestionReader {
  readonly #text: string;
  readonly #surroundings: PlainSurroundings;
  #at = 0;
  readonly tests: Test<PlainEvent>[] = [];
  readonly readTests: Test<ColumnRead>[] = [];

  constructor(text: string, surroundings: PlainSurroundings) {
    this.#text = text;
    this.#surroundings = surroundings;
    if (text.length > 10_000) throw new Error('too long');
    this.#take(/\s*/y);
    for (; this.#at < text.length; ) {
      this.#readTerm();
      const isLast = this.#at === text.length;
      if (this.#take(/\s+/y) === undefined && !isLast) throw new Error(`no blank at ${this.#at}`);
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #takeQuoted(): string | undefined {
    const quoted = this.#take(/"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"/y);
    return quoted?.slice(1, -1).replace(/\\(["\\])/g, '$1');
  }

  #takeValue(): Value {
    const quoted = this.#takeQuoted();
    if (quoted !== undefined) return { text: quoted, quoted: true };
    const text = this.#take(/[^\s",]+/y);
    if (text === undefined) throw new Error(`no value at ${this.#at}`);
    if (hasInvisible(text)) throw new Error('an invisible character');
    return { text, quoted: false };
  }

  #takeValues(): readonly Value[] {
    const values = [this.#takeValue()];
    for (; this.#take(/,/y) !== undefined; ) values.push(this.#takeValue());
    return values;
  }

  #readTerm(): void {
    const isNegated = this.#take(/-/y) !== undefined;
    const read = this.#readTest();
    if (read && !isNegated) {
      this.readTests.push(read);
      return;
    }
    const test: Test<PlainEvent> = read
      ? ({ reads }) => reads.some(read)
      : (this.#quotedTest() ?? this.#aboutTest(isNegated) ?? this.#plainTest());
    this.tests.push(isNegated ? (event) => !test(event) : test);
  }

  /** Takes a term about what a query reads, if there is one. */
  #readTest(): Test<ColumnRead> | undefined {
    const name = this.#take(/(?:table|column|level):/iy)
      ?.slice(0, -1)
      .toLowerCase();
    return name === undefined ? undefined : readTest(name as ReadName, this.#takeValues());
  }

  #quotedTest(): Test<PlainEvent> | undefined {
    const quoted = this.#takeQuoted();
    return quoted === undefined ? undefined : this.#textTest(quoted);
  }

  /** Takes a term about a field or the time, if there is one. */
  #aboutTest(isNegated: boolean): Test<PlainEvent> | undefined {
    const name = this.#take(/[^\s":]*:/y)?.slice(0, -1);
    if (name === undefined) return undefined;
    const field = plainNames.get(name.toLowerCase());
    if (field === undefined || isReadName(field)) throw new Error(`no field ${name}`);
    if (!isTimeName(field)) return fieldTest(field, this.#takeValues());
    if (isNegated) throw new Error('a time after -');
    return timeTest(field, this.#takeValue().text, this.#surroundings);
  }

  #plainTest(): Test<PlainEvent> {
    const plain = this.#take(/[^\s"]+/y);
    if (plain === undefined || /^[-(]/.test(plain)) throw new Error(`no text at ${this.#at}`);
    if (hasInvisible(plain)) throw new Error('an invisible character');
    if (/^(?:and|or|not)$/i.test(plain)) throw new Error(`${plain} is not in the grammar`);
    const { ownRequests, marks } = this.#surroundings;
    if (plain.toLowerCase() === 'me') return ({ texts }) => ownRequests.has(texts.get('requestID') ?? '');
    if (plain.toLowerCase() === 'marked') return ({ key }) => marks.has(key);
    return this.#textTest(plain);
  }

  #textTest(text: string): Test<PlainEvent> {
    if (text === '') throw new Error('an empty word');
    const sought = foldCaseAndLineFeeds(text);
    const { marks } = this.#surroundings;
    return ({ key, searched }) =>
      searched.some((one) => one.includes(sought)) ||
      foldCaseAndLineFeeds(marks.get(key) ?? '').includes(sought);
  }
}

/** Returns a test of texts for a value with `*`, or for the exact value. */
function textTest({ text, quoted }: Value): Test<string> {
  if (quoted || !text.includes('*')) return (value) => value === text;
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('[^]*')}$`);
  return (value) => pattern.test(value);
}

function fieldTest(field: FieldID, values: readonly Value[]): Test<PlainEvent> {
  const tests = values.map((value): Test<PlainEvent> => {
    if (!value.quoted && value.text === '*') return ({ texts }) => texts.has(field);
    if (!value.quoted && value.text === 'absent') return ({ texts }) => !texts.has(field);
    refuseComparison(field, value);
    const special =
      field === 'code' ? statusTest(value) : field === 'ipAddress' ? networkTest(value) : undefined;
    const test = special ?? textTest(value);
    return ({ texts, lists }) => {
      const text = texts.get(field);
      return (lists.get(field) ?? (text === undefined ? [] : [text])).some(test);
    };
  });
  return (event) => tests.some((test) => test(event));
}

/** Throws an error for a value that begins as a comparison does, which only a status can have. */
function refuseComparison(name: FieldID | ReadName, { text, quoted }: Value): void {
  if (name !== 'code' && !quoted && /^[<>]/.test(text)) throw new Error(`${name} can not be compared`);
}

/** Whether the value of a status is a whole number, for which alone a comparison can hold. */
const isWhole = (value: string): boolean => /^-?\d+$/.test(value);

function statusTest({ text, quoted }: Value): Test<string> | undefined {
  if (quoted) return undefined;
  if (/^\dxx$/i.test(text)) {
    const first = 100 * Number(text[0]);
    return (value) => isWhole(value) && Number(value) >= first && Number(value) < first + 100;
  }
  const [, comparison, limit] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  if (!/^\d{1,9}$/.test(limit ?? text) && (comparison !== undefined || !text.includes('*')))
    throw new Error(`${text} is not a status`);
  if (comparison === undefined) return undefined;
  const code = Number(limit);
  return (value) =>
    isWhole(value) &&
    ((comparison.includes('=') && Number(value) === code) ||
      (comparison.startsWith('<') ? Number(value) < code : Number(value) > code));
}

/** Returns the bits of an address as text, with its family in front; undefined if the text is not an address. */
function bitsOf(address: string): string | undefined {
  const byte = String.raw`(0|[1-9]\d{0,2})`;
  const four = new RegExp(`^${byte}\\.${byte}\\.${byte}\\.${byte}$`).exec(address)?.slice(1).map(Number);
  const binary = (numbers: readonly number[], width: number): string =>
    numbers.map((number) => number.toString(2).padStart(width, '0')).join('');
  if (four) return four.every((one) => one <= 255) ? `4:${binary(four, 8)}` : undefined;
  const unzoned = address.replace(/%[\da-z]+$/i, '');
  if (!/^[\da-f:.]+$/i.test(unzoned) || !URL.canParse(`http://[${unzoned}]/`)) return undefined;
  const { hostname } = new URL(`http://[${unzoned}]/`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const groups = (text = ''): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [groups(before), groups(after)];
  const middle = new Array<number>(8 - left.length - right.length).fill(0);
  return `6:${binary([...left, ...middle, ...right], 16)}`;
}

function networkTest({ text, quoted }: Value): Test<string> | undefined {
  if (quoted || text.includes('*') || !text.includes('/')) return undefined;
  const [, address = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const bits = bitsOf(address);
  if (bits === undefined || Number(length) > bits.length - 2) throw new Error(`${text} is not a network`);
  const start = bits.slice(0, 2 + Number(length));
  return (value) => {
    const found = bitsOf(value) ?? '';
    // An IPv4 network also has the addresses that are written as IPv6.
    const mapped = `6:${'0'.repeat(80)}${'1'.repeat(16)}`;
    return (
      found.startsWith(start) || (start.startsWith('4') && found.replace(mapped, '4:').startsWith(start))
    );
  };
}

/** A read of `*` reads every column; a read without a column is of the table alone. */
function readTest(part: ReadName, values: readonly Value[]): Test<ColumnRead> {
  const tests = values.map((value): Test<ColumnRead> => {
    refuseComparison(part, value);
    const text = value.text.toLowerCase();
    const test = textTest({ ...value, text });
    if (part === 'table') return ({ tables }) => tables.some((table) => test(table.toLowerCase()));
    if (part === 'column')
      return ({ column }) => column === '*' || (column !== '' && test(column.toLowerCase()));
    if (!value.quoted && (text === 'none' || value.text === 'absent'))
      return ({ column, level }) => column !== '' && level === undefined;
    if (!value.quoted && text === 'plain') return ({ level }) => level?.toLowerCase() === 'plain_text';
    return ({ level }) => level !== undefined && test(level.toLowerCase());
  });
  return (read) => tests.some((test) => test(read));
}

const unitLengths = new Map([
  ['m', MINUTE],
  ['h', 60 * MINUTE],
  ['d', DAY],
  ['w', 7 * DAY],
]);

/** Returns the first and the last millisecond of the time that a text names, which are the same for an age. */
function periodOf(text: string, { now, zoneOffset }: PlainSurroundings): readonly [number, number] {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) {
    const moment = now - Number(count) * (unitLengths.get(unit) ?? 0);
    return [moment, moment];
  }
  const offset = zoneOffset * MINUTE;
  const today = Math.floor((now + offset) / DAY) * DAY - offset;
  if (text === 'today') return [today, today + DAY - 1];
  if (text === 'yesterday') return [today - DAY, today - 1];
  const [, day, minute, second, fraction, isUTC] =
    /^(\d{4}-\d\d-\d\d)(?:[ t](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? *(z|utc)?$/.exec(text) ?? [];
  const written = Date.parse(
    `${day}T${minute ?? '00:00'}:${second ?? '00'}.${(fraction ?? '').padEnd(3, '0').slice(0, 3)}Z`,
  );
  if (Number.isNaN(written) || !new Date(written).toISOString().startsWith(day ?? '-')) {
    throw new Error(`${text} is not a time`);
  }
  const start = isUTC === undefined ? written - offset : written;
  const length =
    minute === undefined ? DAY : second === undefined ? MINUTE : 1000 / 10 ** (fraction?.length ?? 0);
  return [start, start + Math.max(1, length) - 1];
}

const [firstYear, lastYear] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function timeTest(name: TimeName, written: string, surroundings: PlainSurroundings): Test<PlainEvent> {
  const text = written.toLowerCase();
  if (name === 'last' && !/^\d{1,6}[mhdw]$/.test(text)) throw new Error(`${text} is not an age`);
  const [start, end] = periodOf(text, surroundings);
  if (name !== 'last' && (start < firstYear || end > lastYear)) throw new Error(`${text} is in no year`);
  return ({ time }) => time !== undefined && (name === 'until' ? time <= end : time >= start);
}

/**
 * Returns the test of events that a question means in these surroundings; an error if the help page says that it can't
 * be read.
 */
export function readPlainQuestion(text: string, surroundings: PlainSurroundings): Test<PlainEvent> | Error {
  try {
    const { tests, readTests } = new QuestionReader(text, surroundings);
    return (event) =>
      tests.every((test) => test(event)) &&
      (readTests.length === 0 || event.reads.some((read) => readTests.every((test) => test(read))));
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
