import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  filterConditions,
  passesFilters,
  variantOfID,
} from '../../../../../src/core/audit/clickhouse/filterSql.ts';
import { bind, bindText, isOneOf, nameSql, sql } from '../../../../../src/core/audit/clickhouse/sql.ts';
import { auditFields } from '../../../../../src/core/audit/table/fields.ts';
import type { TrailFilters } from '../../../../../src/core/audit/table/filter.ts';

const sha256 = (text: string): string => `hash of ${text.length}`;

/** Filters in which each kind of value is `text`. */
const filtersWith = (text: string): TrailFilters => ({
  fields: new Map(
    auditFields.map(({ id }) => [id, { only: new Set([text]), not: new Set([`not ${text}`]) }]),
  ),
  terms: [
    ...auditFields.map(({ id }) => ({
      kind: 'field' as const,
      field: id,
      values: [
        { kind: 'text' as const, text },
        { kind: 'pattern' as const, parts: [text, text] },
      ],
      isNegated: false,
    })),
    { kind: 'text', text, notedKeys: [`id ${text}`, `variant 2 ${text}`, `raw ${text}`], isNegated: true },
    { kind: 'read', part: 'table', values: [{ kind: 'text', text }], isNegated: false },
    { kind: 'keys', keys: [`id ${text}`], isNegated: false },
  ],
});
const statementOf = (filters: TrailFilters) => passesFilters(filterConditions(filters, sha256)).toStatement();

describe('statements for ClickHouse', () => {
  it('have the same text for any values of a question, which are all parameters', () => {
    const { statement } = statementOf(filtersWith('value'));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
        const made = statementOf(filtersWith(text));
        // Equal values share a parameter, so that their numbers can differ.
        const withoutNumbers = (all: string): string => all.replaceAll(/\{p\d+:/g, '{p:');
        assert.equal(withoutNumbers(made.statement), withoutNumbers(statement));
      }),
    );
  });

  it('refuse a name that would need quotes', () => {
    for (const name of ['a`b', 'a.b', '', 'a b', "a'b", 'é', '1a'])
      assert.throws(() => nameSql(name), RangeError);
    assert.deepEqual(sql`SELECT ${nameSql('ab')}`.toStatement(), {
      statement: 'SELECT `ab`',
      parameters: {},
    });
  });

  it('bind equal values once, and values of different types apart', () => {
    assert.deepEqual(
      sql`${bindText('1')}, ${bindText('1')}, ${bind('UInt64', 1)}, ${isOneOf(sql`x`, ['1'])}`.toStatement(),
      {
        statement: '{p0:String}, {p0:String}, {p1:UInt64}, (x IN {p2:Array(String)})',
        parameters: { p0: '1', p1: '1', p2: ['1'] },
      },
    );
  });

  it('bind many texts, and long ones, as parameters of sizes that a server accepts', () => {
    const assertShort = (parameters: Readonly<Record<string, unknown>>): void => {
      for (const value of Object.values(parameters))
        assert.ok(Buffer.byteLength(JSON.stringify(value)) < 128 * 1024);
    };
    for (const end of ['', `é'`]) {
      const many = Array.from({ length: 10_000 }, (_, at) =>
        `${at}${end}`.padStart(36, end === '' ? '0' : '日'),
      );
      const { statement, parameters } = isOneOf(sql`requestID`, many).toStatement();
      const arrays = Object.values(parameters);
      assert.deepEqual(arrays.flat(), many);
      assertShort(parameters);
      const conditions = arrays.map((_, at) => `requestID IN {p${at}:Array(String)}`);
      assert.equal(statement, `(${conditions.join(' OR ')})`);
      assert.ok(arrays.length > 1 && arrays.length < 15, `${arrays.length} arrays`);
    }
    const numbers = Array.from({ length: 60_000 }, (_, at) => at);
    for (const long of [numbers.join('.'), numbers.join('\\😀')]) {
      const { statement, parameters } = isOneOf(sql`a`, ['b', long]).toStatement();
      const [array, ...parts] = Object.values(parameters);
      assert.deepEqual(array, ['b']);
      assert.ok(parts.join('') === long, 'the parts are the text');
      assertShort(parameters);
      assert.match(
        statement,
        /^\(a IN \{p0:Array\(String\)\} OR a = concat\(\{p1:String\}(?:, \{p\d+:String\})+\)\)$/,
      );
    }
    assert.deepEqual(isOneOf(sql`a`, []).toStatement(), {
      statement: '(a IN {p0:Array(String)})',
      parameters: { p0: [] },
    });
  });

  it('number events that share a change ID by the hash in their ID', () => {
    assert.equal(variantOfID('c', 'c'), 1);
    assert.equal(variantOfID('sha256:ab', ''), 1);
    assert.equal(variantOfID('c~0000000aff', 'c'), 12);
  });
});
