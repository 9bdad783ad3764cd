import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { maskQueryLiterals } from '../../../../../src/core/audit/masking/repeatedLiterals.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';

const eventOf = (content: string, response: object, URI = '/v1/vaults/v1/query'): AuditEvent => {
  const parsed = parseJson(
    JSON.stringify({
      context: { actor: 'ada@example.test', changeID: '63ada0', origin: `of ${content}` },
      request: {
        data: { content },
        actionType: 'READ',
        vaultID: 'v-READ-1',
        httpInfo: { URI, method: 'POST' },
        timestamp: '2024-05-06 07:08:09.123456789',
      },
      response,
    }),
  );
  assert.ok(parsed.ok && isJsonObject(parsed.value));
  return toCompactEvent(toAuditEvent(parsed.value as JsonObject));
};
const masked = (event: AuditEvent): AuditEvent => maskQueryLiterals(event, maskLiterals);
const messageFor = (content: string, message: string): string | undefined =>
  masked(eventOf(content, { message })).response.message;

/** Every string of a value, names included. */
function stringsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (!isJsonObject(value)) return value === null || typeof value === 'boolean' ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsOf(inner)]);
}

describe('literals of a query that its event repeats', () => {
  it('are masked whatever the path, and whatever is before SELECT', () => {
    const message = 'invalid input syntax for type bigint: "Ada Ox", at Ada Ox';
    const query = "SELECT id FROM persons WHERE income = 'Ada Ox'";
    for (const content of [query, `-- all\n${query}`, ` /* all */ (${query})`, `/*a*/--b\n/*c*/${query}`])
      for (const URI of ['/v1/vaults/v1/query', '/v1/vaults/v1/query?trace=1', '/v2/sql', '/v1/query/#a'])
        assert.equal(
          masked(eventOf(content, { message }, URI)).response.message,
          'invalid input syntax for type bigint: "•••", at •••',
          `${URI} ${content}`,
        );
  });

  it('are masked whatever the statement is, where the event has no path', () => {
    const message = 'invalid input syntax for type bigint: "Ada Ox", at Ada Ox';
    for (const content of [
      "SELCT id FROM persons WHERE income = 'Ada Ox'",
      "WITH a AS (SELECT 1) SELECT 1 FROM a WHERE income = 'Ada Ox'",
      "EXPLAIN SELECT 1 FROM persons WHERE income = 'Ada Ox'",
      "DELETE FROM persons WHERE income = 'Ada Ox'",
    ]) {
      const { raw } = eventOf(content, { message });
      const request = { data: { content } };
      const event = toAuditEvent({ ...raw, request });
      assert.equal(
        masked(event).response.message,
        'invalid input syntax for type bigint: "•••", at •••',
        content,
      );
    }
  });

  it('are masked in the message, as the service quotes them', () => {
    for (const [content, message, expected] of [
      [
        "SELECT 1 WHERE a = 'LIT-SECRET'",
        'invalid input syntax for type bigint: "LIT-SECRET"',
        'invalid input syntax for type bigint: "•••"',
      ],
      ["SELECT 1 WHERE a = 'O''Hara'", `at or near "'O''Hara'" or "O'Hara"`, `at or near "'•••'" or "•••"`],
      [
        'SELECT 1 WHERE a = "111-22-3333"',
        'column "111-22-3333" does not exist',
        'column "•••" does not exist',
      ],
      ["SELECT 1 WHERE a = E'it\\'s\\x41'", `no "it'sA"`, 'no "•••"'],
      ["SELECT 1 WHERE a = U&'\\0041da L'", 'no "Ada L"', 'no "•••"'],
      ["SELECT 1 WHERE a = 'one'\n'two'", 'no "onetwo" near two', 'no "•••" near •••'],
      ['SELECT 1 WHERE a = $t$Ada$t$ AND b = “Eve”', 'no Ada, no Eve', 'no •••, no •••'],
      ["SELECT 1 WHERE a = 'LIT never", `unterminated at "'LIT never"`, `unterminated at "'•••"`],
      ['SELECT 1 WHERE a = 555 AND b = 12', 'no 555 in 15556, 12', 'no ••• in 15556, 12'],
      // A text that only begins or ends with digits is found within longer ones too.
      ["SELECT 1 WHERE a = 'CA1' AND b = '1st'", 'no CA12, no 21st', 'no •••2, no 2•••'],
      ["SELECT 1 WHERE a = 'ab'", 'no ab', 'no ab'],
      ['{"query":"SELECT 1 WHERE a = \'LIT-1\'","note":"LIT-2"}', 'LIT-1 LIT-2', '••• •••'],
      ['{"query":"SELECT 1 WHERE a = \'LIT-1', 'no LIT-1', 'no •••'],
      ['query=SELECT+1+WHERE+a%3D%27LIT+1%27', 'no LIT 1', 'no •••'],
    ] as const)
      assert.equal(messageFor(content, message), expected, content);
  });

  it('are masked as the service reads them: in parts, in lower case, cut as a name', () => {
    const long = `${'Fatima '.repeat(8)}Zoëx é Ahmed Lovelace`;
    const cut = `${'Fatima '.repeat(8)}Zoëx é`;
    assert.equal(new TextEncoder().encode(cut).length, 64);
    for (const [content, message, expected] of [
      [`SELECT 1 FROM p WHERE a = "${long}"`, `no column p.${cut.slice(0, -1)}`, 'no column p.•••'],
      [`SELECT 1 FROM p WHERE a = '${long}'`, `no name ${cut.slice(0, -1)}`, 'no name •••'],
      [`SELECT 1 FROM p WHERE a = “${'F'.repeat(70)}”`, `no column p.“${'f'.repeat(60)}`, 'no column p.•••'],
      [`SELECT 1 FROM p WHERE a = \`${'É'.repeat(70)}\``, `no ${'É'.repeat(31)}, p`, 'no •••, p'],
      ["SELECT 1 WHERE a = '{Fatima,2}'", 'no bigint: "Fatima"', 'no bigint: "•••"'],
      ["SELECT 1 WHERE a = '{Fatima,2}'", 'no bigint: Fatima', 'no bigint: •••'],
      [
        'SELECT 1 WHERE a = “Fatima”',
        'column "“fatima”" or p.“fatima” is none',
        'column "•••" or p.••• is none',
      ],
      [
        'SELECT 1 WHERE a = “Fatima Ahmed”',
        'syntax error at or near "Ahmed”"',
        'syntax error at or near "•••"',
      ],
      [
        "SELECT 1 WHERE a = 'Fatima'::regclass",
        'relation "fatima" does not exist',
        'relation "•••" does not exist',
      ],
      ["SELECT 1 WHERE a = 'x'", 'no ″Ada″, ʼEve Oxʼ, ❝Bo❞', 'no ″•••″, ʼ•••ʼ, ❝•••❞'],
      ["SELECT 1 WHERE a = 'x'", 'Hawaiʻi has no 「Ada」', 'Hawaiʻi has no 「•••」'],
      ['SELECT 1 WHERE a = ″Ada Ox″', 'no column p.″ada in ox″', 'no column p.••• in •••'],
      ["SELECT 1 WHERE a = 'x'", "no E'Fatima', „Ada“, «Ada», “Ada", "no E'•••', „•••“, «•••», “•••“"],
      ["SELECT 1 WHERE a = 'x'", 'no "Fati"ma, Ahmed', 'no "•••"'],
      ["SELECT 1 WHERE a = 'x'", 'no "Fati" Ahmed "', 'no "•••"'],
    ] as const)
      assert.equal(messageFor(content, message), expected, content);
  });

  it('leave names in messages that the masked query shows, and marks', () => {
    for (const [content, message] of [
      ['SELECT nme FROM persons p', 'column "NME" of relation "persons" or "p.nme" does not exist'],
      ['SELECT a, FROM persons', `syntax error at or near "FROM", can't read ","`],
      ['SELECT "Id" FROM "Persons"', 'permission denied for "Persons"'],
    ] as const)
      assert.equal(messageFor(content, message), message, content);
  });

  it('are masked in quotes anywhere in the answer, unless the query succeeded', () => {
    const data = { error: ['no bigint: "Fatima"'], "at 'Fatima'": 'a "name" of \\"Fatima\\"' };
    const of = (code: number): JsonObject =>
      masked(eventOf("SELECT name FROM p WHERE a = 'x'", { code, data })).response.data as JsonObject;
    assert.deepEqual(stringsOf(of(400)), ['error', 'no bigint: "•••"', "at '•••'", 'a "name" of \\"•••"']);
    assert.deepEqual(stringsOf(of(200)), stringsOf(data as JsonObject));
  });

  it('too many to look for in so long an answer leave nothing of it', () => {
    const literals = Array.from({ length: 5_000 }, (_, n) => `'literal-${n}'`);
    const content = `SELECT 1 WHERE a IN (${literals})`;
    const { raw } = masked(eventOf(content, { message: 'x'.repeat(15_000), note: 'short' }));
    assert.deepEqual(stringsOf(raw.response ?? null), ['message', '•••', 'note', '•••']);
  });

  it('are masked in path and answer; times, actor and the rest of the event stay', () => {
    const content = "SELECT 1 WHERE a = 'Ada L' AND b = 2024 AND c = 'ada@example.test' AND d = 987654321";
    const data = { 'Ada L': [{ a: 'for Ada L' }, 987654321, true, null], code: 'x' };
    const URI = '/v1/vaults/v1/Ada%20L/query';
    const event = masked(eventOf(content, { code: 400, data }, URI));
    assert.equal(event.request.httpInfo?.URI, '/v1/vaults/v1/•••/query');
    assert.deepEqual(stringsOf(event.response.data ?? null), ['•••', 'a', 'for •••', '•••', 'code', 'x']);
    assert.equal(event.request.timestamp, '2024-05-06 07:08:09.123456789');
    assert.equal(event.context.actor, 'ada@example.test');
    assert.equal(event.response.code, 400);
  });

  it('leave IDs and what was done as the service recorded them', () => {
    const event = masked(eventOf("SELECT 1 WHERE a = 'READ' AND b = 'ada'", { message: 'no READ for ada' }));
    assert.equal(event.response.message, 'no ••• for •••');
    assert.equal(event.request.actionType, 'READ');
    assert.equal(event.request.vaultID, 'v-READ-1');
    assert.equal(event.context.changeID, '63ada0');
  });

  it('none of three characters or more is in any string of the masked event', () => {
    const literal = fc
      .oneof(
        fc.string({ minLength: 3, maxLength: 12, unit: 'grapheme' }),
        fc.string({ minLength: 3, maxLength: 8 }),
      )
      // Neither dots, nor what is in the event before.
      .filter((text) => text.trim().length >= 3 && !/[•\\]/u.test(text) && /[^a-zA-Z0-9@./ :-]/u.test(text));
    const way = fc.constantFrom(
      (text: string) => text,
      (text: string) => `no "${text}"`,
      (text: string) => `at or near "'${text.replaceAll("'", "''")}'"`,
      (text: string) => JSON.stringify({ a: text }),
    );
    fc.assert(
      fc.property(
        fc.array(literal, { minLength: 1, maxLength: 4 }),
        way,
        fc.boolean(),
        (literals, told, isName) => {
          // Names that need no quotes stay.
          const quote = isName && literals.every((text) => /[^\w$ ]/.test(text)) ? '"' : "'";
          const sql = literals.map((text) => `a = ${quote}${text.replaceAll(quote, quote + quote)}${quote}`);
          const repeated = literals.map(told);
          const event = masked(
            eventOf(`SELECT 1 WHERE ${sql.join(' OR ')}`, {
              message: repeated.join(', '),
              data: { list: repeated, [repeated[0] ?? '']: 1 },
            }),
          );
          for (const text of stringsOf(event.raw)) {
            for (const one of literals) {
              assert.ok(!text.includes(one), `${one} in ${text}`);
              assert.ok(!text.includes(JSON.stringify(one).slice(1, -1)), `${one} in ${text}`);
            }
          }
        },
      ),
    );
  });

  it('are masked in whichever encoding, in a path and within text in text', () => {
    for (const [content, repeated] of [
      ["SELECT 1 WHERE a = 'José L'", 'Jos%c3%a9%20L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos%C3%A9+L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos%25c3%25a9%2520L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos\\u00e9 L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos\\\\u00E9 L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos&#233; L'],
      ["SELECT 1 WHERE a = 'José L'", 'Jos&#xE9;&#x20;L'],
      ["SELECT 1 WHERE a = 'O''Hara'", 'O%27Hara'],
      ["SELECT 1 WHERE a = 'O''Hara'", 'O%27%27Hara'],
      ["SELECT 1 WHERE a = 'O''Hara'", 'O\\u0027Hara'],
      ["SELECT 1 WHERE a = 'O''Hara'", 'O&amp;#39;Hara'],
      ['SELECT 1 WHERE a = \'the "one" way\'', 'the \\"one\\" way'],
      ['SELECT 1 WHERE a = \'the "one" way\'', 'the \\\\\\"one\\\\\\" way'],
      ['SELECT 1 WHERE a = \'the "one" way\'', 'the ""one"" way'],
      ['SELECT 1 WHERE a = \'the "one" way\'', 'the%20%22one%22%20way'],
      ['SELECT 1 WHERE a = \'the "one" way\'', 'the &quot;one&quot; way'],
      ["SELECT 1 WHERE a = 'a/b<c>'", 'a\\/b\\u003cc\\u003e'],
      ["SELECT 1 WHERE a = 'a%20b'", 'a b'],
      ["SELECT 1 WHERE a = '100%'", '100%2541'],
    ] as const) {
      const URI = `/v1/vaults/v1/[${repeated}]/query`;
      const event = masked(eventOf(content, { message: `no [${repeated}]` }, URI));
      const [left, right] = repeated.startsWith('100') ? ['', '41'] : ['', ''];
      assert.equal(event.response.message, `no [${left}•••${right}]`, repeated);
      assert.equal(event.request.httpInfo?.URI, `/v1/vaults/v1/[•••${right}]/query`, repeated);
    }
  });

  it('are masked where a number is next to the digits of an encoding, not within a longer number', () => {
    assert.equal(messageFor('SELECT 1 WHERE a = 555', 'at%20555%2C or %31555'), 'at%20•••%2C or %31555');
  });

  it('are masked after any encoders, one around the other', () => {
    const json = (text: string): string => JSON.stringify(text).slice(1, -1);
    const escaped = (text: string): string =>
      json(text).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const encoder = fc.constantFrom(
      json,
      escaped,
      encodeURIComponent,
      (text: string) => encodeURIComponent(text).toLowerCase(),
      (text: string) => encodeURIComponent(text).replaceAll('%20', '+'),
      (text: string) =>
        encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
      (text: string) => text.replaceAll("'", "''"),
      (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      (text: string) => text.replace(/[^ -~]|['"&<]/gu, (one) => `&#${one.codePointAt(0)};`),
    );
    const letters = fc.constantFrom(...'aé漢😀 \\\'"&<>/,()*!%+;');
    const literal = fc
      .string({ unit: letters, minLength: 3, maxLength: 10 })
      .filter((text) => text.replace(/[\\'"&%+ ]/g, '').length >= 3);
    fc.assert(
      fc.property(literal, fc.array(encoder, { maxLength: 3 }), (text, encoders) => {
        const lower = encoders.reduce((done, encode) => encode(done), text);
        const content = `SELECT 1 WHERE a = '${text.replaceAll("'", "''")}'`;
        assert.equal(messageFor(content, `[${lower}]`), '[•••]');
      }),
    );
  });

  it('are not looked for in events of other requests, nor without end', () => {
    assert.equal(masked(eventOf('{"a":"USER"}', { message: 'USER' }, '/v1/users')).response.message, 'USER');
    const many = Array.from({ length: 20_000 }, (_, n) => `'L${n}-x'`).join(',');
    const data = Array.from({ length: 2_000 }, (_, n) => `${n} is none of these`);
    const event = masked(eventOf(`SELECT 1 WHERE a IN (${many})`, { message: 'no L7-x', data: { data } }));
    assert.doesNotMatch(JSON.stringify(event.response), /L\d/);
  });
});
