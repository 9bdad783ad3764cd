/** Random events that differ, and random questions to them as the text that a user types. */

import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { type FieldID, fieldText, findAuditField } from '../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { anyEvent, fieldIDs } from './anyEvents.ts';
import { plainNames } from './plainQuestions.ts';

/** The present time of the questions, in milliseconds since 1970. */
export const now = Date.parse('2026-11-24T12:34:56.789Z');
const MINUTE = 60_000;
const maybe = <T>(value: fc.Arbitrary<T>, freq = 3) => fc.option(value, { nil: undefined, freq });

const hostile = fc.constantFrom(
  ...['me', 'Marked', 'and', 'OR', 'absent', 'ABSENT', 'none', 'plain', '*', 'a*', '**', '-x', '(x)'],
  ...['<5', '>=400', '4xx', '10.0.0.0/8', 'a,b', 'a"b', String.raw`a\b`, '\\', String.raw`\"`, '"', '', ' '],
  ...[
    'last:24h',
    'x:y',
    ':',
    ',',
    '\u00a0',
    'a\u202eb',
    '\u{1f600}',
    '\ud83d',
    '\u0130',
    'ß',
    'Σ',
    'a\nB',
    '\t',
  ],
  ...['{}', '{', 'null', '__proto__', '.', '.*', '[a', '$&', 'a\\*'],
);

const tables = fc.constantFrom('persons', 'Cards', '"a b"', 'absent', 'p');
const columns = fc.constantFrom('ssn', 'Card_Number', '"a b"', 'absent', 'name', 'plain');
const levels = fc.constantFrom('PLAIN_TEXT', 'masked', 'REDACTED', 'DEFAULT');
const readColumn = fc
  .tuple(columns, maybe(levels))
  .map(([column, level]) => (level === undefined ? column : `REDACTION(${column}, '${level}')`));
const selected = fc.oneof(
  { weight: 6, arbitrary: fc.array(readColumn, { minLength: 1, maxLength: 3 }).map((all) => all.join(', ')) },
  { weight: 1, arbitrary: fc.constantFrom('*', 'count(*)', 'p.*', '7') },
);
/** Most of these texts are queries that the vault accepts. */
const anySql: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(selected, tables, maybe(fc.tuple(columns, tables), 1))
      .map(
        ([what, table, more]) =>
          `SELECT ${what} FROM ${table}${more ? ` JOIN ${more[1]} q ON q.id = 1 WHERE ${more[0]} = 'x'` : ''}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('SELECT', 'DELETE FROM persons', 'SELECT ssn FROM', 'select 1; select ssn'),
  },
);

const addresses = fc.oneof(
  fc.tuple(fc.constantFrom(10, 11, 192), fc.nat(2), fc.nat(255)).map((bytes) => `${bytes.join('.')}.7`),
  fc.constantFrom(
    '::1',
    '2001:db8::7',
    '2001:DB8:0:0:0:0:0:8',
    '::ffff:10.0.0.7',
    '10.0.7',
    '10.0.0.07',
    'fe80::1%a',
    '0:0:0:0:0:ffff:10.0.0.7',
    '1:2:3:4:5:6:7.8.9.10',
  ),
);
/** Times near the present one, at the edges of minutes and days too. */
const times = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: -20 * 24 * 60, max: 60 }).map((minutes) => now + minutes * MINUTE),
      fc.nat(40).map((hours) => now - hours * 60 * MINUTE),
      fc.integer({ min: -6, max: 2 }).map((quarters) => Date.parse('2026-11-24') + quarters * 360 * MINUTE),
    ),
    fc.constantFrom(-1, 0, 1),
    fc.constantFrom('000000', '000001', '999999'),
  )
  .map(([ms, more, rest]) => `${msToTimestamp(ms + more).slice(0, 23)}${rest}`);
const noTimes = fc.constantFrom(
  '2026-02-30 10:00:00.000000000',
  '2026-11-24 24:00:00.000000000',
  '2026-11-24',
);
const codes = fc.constantFrom<number | string>(
  200,
  201,
  399,
  400,
  404,
  499,
  500,
  99,
  1000,
  0,
  -1,
  404.5,
  '404',
  'OK',
);
const names = fc.oneof(
  fc.constantFrom('ann', 'Ann', 'bob', 'sa-1', 'sa-22', 'me', 'absent', 'a, b', 'sa-*'),
  hostile,
);

/** What the fields of an ordinary trail have, in place of those of `anyEvent`. */
const changes = fc.record({
  changeID: maybe(
    fc.nat(1_000_000).map((n) => `c${n}`),
    20,
  ),
  requestID: maybe(fc.nat(60).map((n) => `r${n}`)),
  actor: maybe(names),
  ipAddress: maybe(addresses),
  timestamp: maybe(fc.oneof({ weight: 20, arbitrary: times }, { weight: 1, arbitrary: noTimes }), 9),
  content: maybe(fc.oneof({ weight: 5, arbitrary: anySql }, { weight: 1, arbitrary: hostile })),
  uri: maybe(fc.constantFrom('/v1/vaults/v/query', '/v1/vaults/v/other', '/v1/vaults/v/query?a=b'), 1),
  tags: maybe(fc.array(names, { maxLength: 3 }), 1),
  resourceIDs: maybe(fc.array(fc.constantFrom('TABLE/persons', 'a', 'a, b', ''), { maxLength: 3 }), 1),
  code: maybe(codes),
  message: maybe(hostile, 1),
});

type Part = Readonly<Record<string, unknown>>;
/** Returns only the entries that have a value. */
const present = (entries: Part): Part =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

const variedEvent: fc.Arbitrary<AuditEvent> = fc.tuple(anyEvent, changes).map(([event, change]) => {
  const { changeID, requestID, actor, ipAddress, timestamp, content, uri, tags, resourceIDs, code, message } =
    change;
  const raw = JSON.parse(toCompactEvent(event).text) as Record<string, Part | undefined>;
  const data = content === undefined ? {} : { data: { content } };
  const httpInfo = uri === undefined ? {} : { httpInfo: { URI: uri, method: 'POST' } };
  const changed = {
    ...raw,
    context: { ...raw.context, ...present({ changeID, requestID, actor, ipAddress }) },
    request: { ...raw.request, ...present({ timestamp, tags }), ...data, ...httpInfo },
    response: { ...raw.response, ...present({ code, message }) },
    ...present({ resourceIDs }),
  };
  return toCompactEvent(toAuditEvent(changed as unknown as AuditEvent['raw']));
});

/** Returns this many random events, each with a key of its own. */
export function sampleEvents(count: number, seed: number): readonly AuditEvent[] {
  const drawn = fc.sample(
    fc.oneof({ weight: 1, arbitrary: anyEvent }, { weight: 9, arbitrary: variedEvent }),
    {
      numRuns: 2 * count,
      seed,
    },
  );
  return [...new Map(drawn.map((event) => [eventKey(event), event])).values()].slice(0, count);
}

/** The texts that events have in each field; for a list both its entries and all of them together. */
type KnownTexts = ReadonlyMap<FieldID, readonly string[]>;

export const knownTexts = (events: readonly AuditEvent[]): KnownTexts =>
  new Map(
    fieldIDs.map((id) => {
      const field = findAuditField(id);
      const texts = events.flatMap((event) =>
        [fieldText(field, event) ?? [], field?.each?.(event) ?? []].flat(),
      );
      return [id, [...new Set(texts)].slice(0, 400)];
    }),
  );

const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
/** Backslashes that need no other before them are written alone. */
const looselyQuoted = (text: string): string => `"${text.replace(/"|\\(?=["\\]|$)/g, String.raw`\$&`)}"`;
const canBePlain = (text: string): boolean => /^[^\s",:(<>-][^\s",:]*$/.test(text);

/** A text as it may be written: mostly so that it can be read. */
const written = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(canBePlain(text) ? text : quoted(text)) },
    { weight: 3, arbitrary: fc.constant(quoted(text)) },
    { weight: 3, arbitrary: fc.constant(looselyQuoted(text)) },
    { weight: 1, arbitrary: fc.constant(text) },
  );
const orHostile = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: hostile }).chain(written);

/** A text with asterisks in place of some characters, or between a character and its repetition. */
const patternOf = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.integer({ min: -1, max: 3 })), { minLength: 1, maxLength: 3 })
    .map((cuts) =>
      cuts.reduce(
        (rest, [at, length]) => `${rest.slice(0, at)}*${rest.slice(Math.max(0, at + length))}`,
        text,
      ),
    );
const partOf = (text: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(text.length), fc.nat(6)).map(([at, length]) => text.slice(at, at + length));

const mixedCase = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(text) },
    {
      weight: 1,
      arbitrary: fc
        .infiniteStream(fc.boolean())
        .map((upper) =>
          [...text].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join(''),
        ),
    },
  );

const statuses = fc.oneof(
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>='), fc.constantFrom('200', '400', '404', '500', '0', '-1'))
    .map((all) => all.join('')),
  fc.constantFrom('4xx', '5XX', '0xx', '200', '404', '404.5', 'OK', '4*', '>=', '"4xx"', '">=400"'),
);
const networks = fc.constantFrom(
  ...[
    '10.0.0.0/8',
    '10.1.0.0/15',
    '10.0.0.7/32',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/32',
    '::1/128',
    '10.0.0.0/33',
    'fe80::/10',
    '1::/16',
  ],
  ...[
    '10.*',
    '"10.0.0.0/8"',
    '10.0.0/8',
    '10.0.0.0/',
    'a/b',
    '::ffff:10.0.0.0/104',
    '10.0.0.1',
    '2001:db8::7',
  ],
);

const fieldValue = (field: FieldID, known: readonly string[]): fc.Arbitrary<string> => {
  const own = known.length === 0 ? hostile : fc.constantFrom(...known);
  return fc.oneof(
    { weight: 10, arbitrary: own.chain(written) },
    { weight: 4, arbitrary: own.chain(patternOf).chain(written) },
    { weight: 1, arbitrary: hostile.chain(written) },
    { weight: 2, arbitrary: fc.constantFrom('absent', '*', '""', '"*"', '"absent"') },
    ...(field === 'code' ? [{ weight: 12, arbitrary: statuses }] : []),
    ...(field === 'ipAddress' ? [{ weight: 12, arbitrary: networks }] : []),
  );
};

const readValues: Readonly<Record<'table' | 'column' | 'level', fc.Arbitrary<string>>> = {
  table: orHostile(fc.constantFrom('persons', 'CARDS', 'a b', 'absent', 'p*', '*', 'q', 'none')),
  column: orHostile(fc.constantFrom('SSN', 'card_number', 'a b', 'absent', 'name', '*n*', '*', 'plain')),
  level: orHostile(
    fc.oneof(
      fc.constantFrom('plain', 'none', 'absent', 'plain_text', 'masked', 'p*', '*'),
      fc.constantFrom('PLAIN', 'None', 'REDACTED', 'Masked'),
    ),
  ),
};

const edges = fc.oneof(
  fc.tuple(fc.nat(40), fc.constantFrom('m', 'h', 'd', 'w', 'H')).map((age) => age.join('')),
  fc.constantFrom('today', 'yesterday', 'Today'),
  fc.constantFrom('999999w', '2h', '24h', '0m'),
  fc
    .tuple(
      fc.constantFrom('2026-11-24', '2026-11-23', '2026-11-10', '1970-01-01', '2016-12-31', '2026-02-30'),
      fc.constantFrom(
        '',
        ' 00:00',
        ' 06:00',
        ' 14:05',
        ' 23:59',
        ' 24:00',
        'T06:00',
        ' 06:00:30',
        ' 06:00Z',
        'Z',
        'T12:00:00.5 UTC',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', 'now', '24', 'h', '1.5h', '2026', '2h,3h'),
);

/** A random term about one of the fields, by any of its names. */
const anyTerm = (known: KnownTexts): fc.Arbitrary<string> => {
  const texts = [...new Set([...known.values()].flat())];
  const list = (value: fc.Arbitrary<string>) =>
    fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => values.join(','));
  const about = fc.constantFrom(...plainNames).chain(([name, field]) => {
    const values =
      field === 'last' || field === 'since' || field === 'until'
        ? edges.chain(written)
        : field === 'table' || field === 'column' || field === 'level'
          ? list(readValues[field])
          : list(fieldValue(field, known.get(field) ?? []));
    return fc.tuple(mixedCase(name), values).map((parts) => parts.join(':'));
  });
  const sameField = fc
    .constantFrom<FieldID>('actor', 'ipAddress', 'code', 'tags', 'method')
    .chain((field) => {
      const values = list(fieldValue(field, (known.get(field) ?? []).slice(0, 6)));
      return fc.tuple(values, values).map((both) => both.map((one) => `${field}:${one}`).join(' '));
    });
  const read = fc
    .constantFrom('table', 'column', 'level')
    .chain((part) => readValues[part].map((value) => `${part}:${value}`));
  const time = fc
    .tuple(fc.constantFrom('last', 'since', 'until'), edges.chain(written))
    .map((parts) => parts.join(':'));
  const flag = fc.constantFrom('me', 'marked', 'ME', 'Marked');
  // A search takes half of a surrogate pair for U+FFFD.
  const word = fc
    .oneof(
      fc
        .constantFrom(...texts)
        .chain(partOf)
        .chain(mixedCase),
      hostile,
      fc.constantFrom('note', 'NOTE to', 'ann'),
    )
    .filter((text) => text.isWellFormed())
    .chain(written);
  const signed = (term: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom('', '', '-'), term).map((parts) => parts.join(''));
  return fc.oneof(
    { weight: 6, arbitrary: signed(about) },
    { weight: 2, arbitrary: signed(read) },
    { weight: 1, arbitrary: sameField },
    { weight: 2, arbitrary: time },
    { weight: 1, arbitrary: signed(flag) },
    { weight: 2, arbitrary: signed(word) },
    { weight: 1, arbitrary: fc.array(read, { minLength: 2, maxLength: 3 }).map((terms) => terms.join(' ')) },
  );
};

/** Random questions as text, with blanks of every kind. Most can be read. */
export const anyQuestion = (known: KnownTexts): fc.Arbitrary<string> => {
  const blank = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\n', '\r\n ');
  const around = fc.constantFrom('', '', '', ' ', '\t\n');
  const terms = fc.array(fc.tuple(anyTerm(known), blank), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(around, terms, around)
    .map(([before, all, after]) => `${before}${all.flat().slice(0, -1).join('')}${after}`);
};

/** Random texts of what questions are made of, and what is pasted into a question bar by mistake. */
export const anyPasted: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '"',
          '\\',
          ':',
          ',',
          '-',
          '(',
          ')',
          '*',
          '<',
          ' ',
          '\n',
          '\u00a0',
          '\u2028',
          '\u202e',
          '\u2066',
          '\ufeff',
          '\ud83d',
          '\0',
        ),
        fc.constantFrom(
          'actor',
          'status',
          'ip',
          'level',
          'last',
          'since',
          '24h',
          'me',
          'or',
          '4xx',
          '10.0.0.0/8',
          'absent',
        ),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('a ', '"', 'level:plain,', '-', '(', 'tag:"\\a",', 'x:', '*a'),
      fc.constantFrom(2_000, 9_990, 10_001),
    )
    .map(([part, length]) => part.repeat(Math.ceil(length / part.length)).slice(0, length)),
);
