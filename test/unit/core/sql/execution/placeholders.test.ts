import assert from 'node:assert/strict';
import fc from 'fast-check';
import { constructs } from '../../../../../src/core/sql/dialect/constructs.ts';
import type { PlaceholderValues } from '../../../../../src/core/sql/execution/placeholders.ts';
import { type PreparedQuery, prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { countCalls, parsing, scanning } from '../../../calls.ts';
import { dialectStatement, mutated } from '../generate.ts';

const dollar = (name: string): string => `$\{${name}}`;
const fillPlaceholders = (sql: string, values: PlaceholderValues): string =>
  prepareQuery(sql).replacePlaceholders(values).text;

describe('placeholders', () => {
  it('are :name and the dollar form, not casts, strings, names or comments', () => {
    const sql = `SELECT a::int, ':b', ":c" /* :d */ FROM t WHERE e = :f_1 AND g = ${dollar('h.i-j')} -- :k`;
    assert.deepEqual(prepareQuery(sql).placeholders, ['f_1', 'h.i-j']);
  });
  it('become literals: numbers stay numbers, all else is text', () => {
    const fill = (value: string): string => fillPlaceholders('SELECT a FROM t WHERE a = :v', { v: value });
    for (const number of ['0', '42', '-7', '1.50'])
      assert.equal(fill(number), `SELECT a FROM t WHERE a = ${number}`);
    for (const text of [
      '',
      '007',
      '1e9',
      ' 1',
      '0x1F',
      '1_000',
      '١',
      "O'Hara",
      "'; DELETE FROM t --",
      '\\',
      '\n',
    ]) {
      assert.equal(fill(text), `SELECT a FROM t WHERE a = '${text.replaceAll("'", "''")}'`);
    }
    assert.equal(fill('a\0b'), "SELECT a FROM t WHERE a = 'ab'");
  });
  it('without a value stay as they are, also when their name is one of Object', () => {
    const query = prepareQuery('SELECT a FROM t WHERE a = :x AND b = :constructor').replacePlaceholders({
      x: '1',
    });
    assert.equal(query.text, 'SELECT a FROM t WHERE a = 1 AND b = :constructor');
    assert.deepEqual(query.placeholders, ['constructor']);
    assert.match(query.replacePlaceholders({ constructor: '2' }).text, /a = 1 AND b = 2$/);
  });
  it('never change the statement around them, whatever the value', () => {
    const sql = `SELECT a FROM t WHERE b>:x AND c=${dollar('x')}AND d IN(:x,:x) OR e<:x`;
    const shape = (text: string): string[] =>
      lexWithComments(text).map(({ kind, word, start, end }) =>
        kind === 'string' || kind === 'number' ? 'literal' : word || text.slice(start, end),
      );
    const expected = shape(sql).map((part) => (part === ':x' || part === dollar('x') ? 'literal' : part));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('-1', "'", '--', '/*', '5', "''")),
        (x) => {
          const filled = shape(fillPlaceholders(sql, { x }));
          // A negative number is a sign and a number.
          assert.deepEqual(
            filled.filter((part, i) => part !== '-' || filled[i + 1] !== 'literal'),
            expected.filter((part, i) => part !== '-' || expected[i + 1] !== 'literal'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a query with values', () => {
  const sql = `SELECT name FROM persons WHERE state = :state AND income > ${dollar('least')} LIMIT :most`;
  const values = { state: "O'Hara", least: '-5', most: '60' };

  it('is parsed and scanned once, pages and COUNT included', async () => {
    const texts: (string | undefined)[] = [];
    const calls = await countCalls([parsing, scanning], () => {
      const query = prepareQuery(sql).replacePlaceholders(values);
      for (let offset = 0; offset < 60; offset += 25) texts.push(query.page({ offset, limit: 25 }));
      texts.push(query.createCountQuery()?.text);
    });
    assert.deepEqual(calls, [1, 1]);
    const rows = "FROM persons WHERE state = 'O''Hara' AND income > -5";
    assert.deepEqual(texts, [
      `SELECT name ${rows} LIMIT 25 OFFSET 0`,
      `SELECT name ${rows} LIMIT 25 OFFSET 25`,
      `SELECT name ${rows} LIMIT 10 OFFSET 50`,
      `SELECT COUNT(*) ${rows}`,
    ]);
  });

  it('is sent as it is where a value is no number that LIMIT could be split into pages by', () => {
    const { plan, text } = prepareQuery(sql).replacePlaceholders({ ...values, most: 'many' });
    assert.deepEqual(plan, { kind: 'refused', reason: 'limit-not-a-number' });
    assert.match(text, /LIMIT 'many'$/);
    assert.deepEqual(prepareQuery(sql).plan, { kind: 'refused', reason: 'placeholder' });
  });

  it('holds no value in what is learnt of it', () => {
    const { document } = prepareQuery(sql).replacePlaceholders({ ...values, most: 'many' });
    assert.deepEqual(
      document?.statements().map(({ statement }) => statement.source),
      [sql],
    );
  });

  const facts = ({
    text,
    errors,
    plan,
    count,
    outputs,
    selectList,
    names,
    createCountQuery: counting,
  }: PreparedQuery) => ({
    text,
    plan,
    count,
    outputs,
    selectList,
    errors: errors.map(({ code, construct, reason }) => [code, construct, reason]),
    tables: names.tables.map(({ name }) => name),
    counting: counting()?.text,
  });

  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.integer({ min: -100, max: 100 }).map(String),
    fc.constantFrom("'", '--', ';', '1.5', 'PLAIN_TEXT', '0', '999999999999999999'),
  );
  const allowed = constructs.map(({ name }) => name);

  /** The statement with some of its literals as placeholders. */
  function withPlaceholders(statement: string, picks: readonly boolean[]): string {
    let written = '';
    let at = 0;
    for (const [index, { kind, start, end }] of lexWithComments(statement).entries()) {
      if ((kind !== 'string' && kind !== 'number') || !picks[index % picks.length]) continue;
      written += `${statement.slice(at, start)}${dollar(`v${index % 5}`)}`;
      at = end;
    }
    return written + statement.slice(at);
  }

  it('is what the filled text is when it is prepared by itself, also where the settings allow much', () => {
    const picks = fc.array(fc.boolean(), { minLength: 1 });
    const five = fc.tuple(value, value, value, value, value);
    fc.assert(
      fc.property(
        fc.oneof(dialectStatement, mutated),
        picks,
        five,
        fc.boolean(),
        (statement, chosen, all, allow) => {
          const options = allow ? { allow: allowed } : {};
          const query = prepareQuery(withPlaceholders(statement, chosen), options);
          if (query.errors.length > 0) return;
          const filled = query.replacePlaceholders(
            Object.fromEntries(all.map((one, index) => [`v${index}`, one])),
          );
          const own = prepareQuery(filled.text, options);
          assert.deepEqual(facts(filled), facts(own));
          const page = { offset: 25, limit: 25 };
          if (own.plan.kind !== 'refused') assert.equal(filled.page(page), own.page(page));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('has a COUNT that is what its text is when it is prepared by itself', () => {
    fc.assert(
      fc.property(dialectStatement, (statement) => {
        const createCountQuery = prepareQuery(statement).createCountQuery();
        if (createCountQuery)
          assert.deepEqual(facts(createCountQuery), facts(prepareQuery(createCountQuery.text)));
      }),
      { numRuns: 500 },
    );
  });
});
