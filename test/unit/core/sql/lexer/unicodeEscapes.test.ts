import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { findTextsToHide } from '../../../../../src/core/sql/analysis/literalTexts.ts';
import { createNameKey, decodeIdentifier } from '../../../../../src/core/sql/dialect/identifier.ts';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../../../../src/core/sql/lint/severity.ts';
import { summaryOf } from '../summaryOf.ts';

/** The names and texts that PostgreSQL's parser reads in a statement; undefined where it refuses it. */
function postgres(sql: string): readonly string[] | undefined {
  try {
    const tree = JSON.stringify(parseSync(sql));
    return [...tree.matchAll(/"sval":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text));
  } catch {
    return undefined;
  }
}
const passes = (sql: string): boolean => !hasErrors(checkText(sql));

const piece = fc.constantFrom(
  ...['a', 'é', '😀', '""', "''", '!', ' ', '\\\\', '!!', '\\', '\\0061', '!0061', '\\00', '\\0000', '\\zz'],
  ...[
    '\\d83d',
    '\\de00',
    '\\d83d\\de00',
    '\\+01f600',
    '\\+10ffff',
    '\\+110000',
    '\\+00d83d',
    '\\x41',
    '\\xff',
  ],
  ...[
    '\\xc3\\xa9',
    '\\xc3',
    '\\303\\251',
    '\\0',
    '\\101',
    '\\400',
    '\\u0061',
    '\\u00e9',
    '\\ud83d',
    '\\ude00',
  ],
  ...['\\u0000', '\\u12', '\\U0001F600', '\\U00110000', '\\U0000D83D', '\\n'],
);
const content = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const clause = fc.constantFrom(
  ...[
    '',
    '',
    '',
    " UESCAPE '!'",
    "uescape'!'",
    "\n UESCAPE\t'!'",
    ' UESCAPE $$!$$',
    " UESCAPE E'!'",
    ' UESCAPE',
  ],
  ...[
    " UESCAPE 'a'",
    " UESCAPE '+'",
    " UESCAPE '\"'",
    " UESCAPE ''''",
    " UESCAPE ' '",
    " UESCAPE ''",
    " UESCAPE 'é'",
  ],
  ...[" UESCAPE '!!'", " UESCAPE U&'!'", " UESCAPE '!'\n'x'", ' UESCAPE !', ' UESCAPES', " UESCAPE 'g'"],
);
const withoutQuote = (text: string, quote: string): string =>
  text
    .replaceAll(quote + quote, '\x01')
    .replaceAll(quote, '')
    .replaceAll('\x01', quote + quote);
const name = fc.tuple(content, clause).map(([text, end]) => `U&"${withoutQuote(text, '"')}"${end}`);
const literal = fc.oneof(
  fc.tuple(content, clause).map(([text, end]) => `u&'${withoutQuote(text, "'")}'${end}`),
  content.map((text) => `E'${withoutQuote(text, "'")}'`),
  fc
    .tuple(content, content)
    .map(([one, two]) => `U&'${withoutQuote(one, "'")}'\n'${withoutQuote(two, "'")}'`),
);

describe('names and texts with escapes', () => {
  before(loadModule);

  it('pass where PostgreSQL reads them, and nowhere else', () => {
    fc.assert(
      fc.property(fc.oneof(name, literal), (token) => {
        const sql = `SELECT ${token} FROM t`;
        assert.equal(passes(sql), postgres(sql) !== undefined, sql);
      }),
      { numRuns: process.env.VAULTSQL_LONG ? 100_000 : 3000 },
    );
  });

  it('names are the names that PostgreSQL reads', () => {
    fc.assert(
      fc.property(name, (token) => {
        const sql = `SELECT ${token} FROM t`;
        const [read] = postgres(sql) ?? [];
        // PostgreSQL cuts names after 63 bytes.
        fc.pre(read !== undefined && passes(sql) && Buffer.byteLength(read) < 63);
        const column = summaryOf(sql)?.summary.columns[0];
        assert.ok(column);
        assert.equal(column.name, read, sql);
        assert.equal(decodeIdentifier(sql.slice(column.start, column.end)), read);
        assert.deepEqual(prepareQuery(`SELECT ${sql.slice(column.start, column.end)} FROM t`).outputs, [
          { name: read, columns: [read] },
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  it('texts are the texts that PostgreSQL reads, which are masked with them', () => {
    fc.assert(
      fc.property(literal, (token) => {
        const sql = `SELECT ${token} FROM t`;
        const [read] = postgres(sql) ?? [];
        fc.pre(read !== undefined && passes(sql));
        const [, first] = lexWithComments(sql);
        assert.ok(first && findTextsToHide(first, sql.slice(first.start, first.end)).includes(read), sql);
      }),
      { numRuns: 3000 },
    );
  });

  it('comments may be before and after UESCAPE', () => {
    const sql = `SELECT U&"c!0076v" -- one\n/* two /* three */ */ UESCAPE /* four */ '!' FROM t`;
    assert.ok(passes(sql));
    assert.equal(summaryOf(sql)?.summary.columns[0]?.name, 'cvv');
  });

  it('are one name with their other spellings', () => {
    for (const spelling of ['CVV', '"cvv"', 'U&"cv\\0076"', `U&"cv!0076" UESCAPE '!'`, 'u&"\\+000063vv"']) {
      assert.equal(createNameKey(spelling), 'cvv', spelling);
    }
    assert.equal(createNameKey('U&"CVV"'), '"CVV"');
  });

  it('say what is wrong', () => {
    for (const sql of ['SELECT U&"\\zz" FROM t', "SELECT E'\\u12' FROM t"]) {
      const [finding] = checkText(sql);
      assert.deepEqual([finding?.code, finding?.reason, finding?.start], ['syntax', 'bad-escape', 7]);
    }
    assert.equal(checkText('SELECT U&"" FROM t')[0]?.reason, 'empty-identifier');
  });
});
