import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { eventually } from '../../../../run/waiting.ts';

describe('masking of literals', () => {
  const cases: readonly (readonly [string, string])[] = [
    ["SELECT name FROM persons WHERE ssn = '123-45-6789'", "SELECT name FROM persons WHERE ssn = '•••'"],
    ["WHERE a = 'O''Hara' AND b = 12.5", "WHERE a = '•••' AND b = •••"],
    ["WHERE a = E'it\\'s' AND b = $$x$$ AND c = $t$y$t$", "WHERE a = '•••' AND b = $$•••$$ AND c = $$•••$$"],
    ['SELECT a FROM p WHERE a = 7 LIMIT 25 OFFSET 50', 'SELECT a FROM p WHERE a = ••• LIMIT 25 OFFSET 50'],
    [
      'SELECT a FROM p WHERE a IN (SELECT b FROM q LIMIT 5) LIMIT 4',
      'SELECT a FROM p WHERE a IN (SELECT b FROM q LIMIT 5) LIMIT 4',
    ],
    // A number is a row count only where LIMIT is certainly a clause.
    ['WHERE a = 7 LIMIT 25 OFFSET 50', 'WHERE a = ••• LIMIT ••• OFFSET •••'],
    ['SELECT a FROM p WHERE a = LIMIT 4111111', 'SELECT a FROM p WHERE a = LIMIT •••'],
    ['SELECT a FROM p WHERE offset = OFFSET 4111111', 'SELECT a FROM p WHERE offset = OFFSET •••'],
    ['SELECT a, limit 4111111 FROM p', 'SELECT a, limit ••• FROM p'],
    ["SELECT a FROM p WHERE a = 'x LIMIT 41", "SELECT a FROM p WHERE a = '•••"],
    ['SELECT a FROM p LIMIT 4111111111111111', 'SELECT a FROM p LIMIT •••'],
    ['UPDATE p SET a = OFFSET 4111111', 'UPDATE p SET a = OFFSET •••'],
    ["SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM p", "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM p"],
    ['SELECT 1 -- for Ada, 555-1234\nFROM p', 'SELECT ••• -- •••\nFROM p'],
    ['SELECT /* Ada */ "name" FROM p', 'SELECT /* ••• */ "name" FROM p'],
    ["WHERE a = 'never closed AND b = 'x", "WHERE a = '•••'•••…"],
    ["WHERE name = 'Sinead O'Connor' AND b = 'Eve'", "WHERE name = '•••'•••…"],
    ["WHERE name = 'O'Day' AND b = 'Eve'", "WHERE name = '•••'•••…"],
    ['WHERE name = "Ada"Lovelace AND b = 1', 'WHERE name = "•••"•••…'],
    ["SELECT a FROM p WHERE name = O'Hara' AND b = 'Eve'", 'SELECT a FROM p WHERE name = •••…'],
    ["SELECT a FROM p WHERE name = Ada Lovelace' AND b = 'Eve'", 'SELECT a FROM p WHERE name = •••…'],
    ["SELECT a FROM p WHERE mail = ada.king@x.org' AND b = 'Eve'", 'SELECT a FROM p WHERE mail = •••…'],
    ["SELECT a FROM p WHERE name = Jean-Luc Ox-Ray'", 'SELECT a FROM p WHERE name = •••…'],
    ["SELECT a FROM p WHERE name = 'Bo '(Ada)' Ox'", "SELECT a FROM p WHERE name = '•••'•••…"],
    ["SELECT a FROM p WHERE name = 'Mc' Donald' AND b = 'Eve'", "SELECT a FROM p WHERE name = '•••' •••…"],
    ['SELECT a FROM p WHERE name = "Mc" Donald" AND b', 'SELECT a FROM p WHERE name = "•••" •••…'],
    ["SELECT 'O' Hara' FROM p", "SELECT '•••' •••…"],
    ["SELECT a FROM p WHERE name = 'O\\'Hara'", "SELECT a FROM p WHERE name = '•••'•••…"],
    [
      "SELECT 'x' label FROM p WHERE day = DATE'2026-01-31'",
      "SELECT '•••' label FROM p WHERE day = DATE'•••'",
    ],
    ["WHERE a = 'Ada'AND b = 'Eve'OR c", "WHERE a = '•••'AND b = '•••'OR c"],
    ['WHERE a = `Fatima Ahmed AND b = 1', 'WHERE a = •••…'],
    ["WHERE day = {d '2026-01-31'} AND b = {Ada}", 'WHERE day = ••• AND b = •••'],
    ['WHERE day = {{day}} AND b = {{ p.name }}', 'WHERE day = {{day}} AND b = {{ p.name }}'],
    ['WHERE a = “Ada”', 'WHERE a = •••'],
    ['WHERE a = “Ada\nLovelace” AND b', 'WHERE a = •••…'],
    ['WHERE a = “Ada “in” Lovelace” AND b', 'WHERE a = •••…'],
    ['WHERE a = ‘Ada O’Hara’ AND b', 'WHERE a = •••…'],
    ['WHERE a = “Ada Lovelace AND b', 'WHERE a = •••…'],
    [`WHERE a = “${'Ada '.repeat(30)}” AND b`, 'WHERE a = •••…'],
    ['WHERE a = ″Ada Lovelace″ AND b = ′Eve′ OR c', 'WHERE a = ••• AND b = ••• OR c'],
    ['WHERE a = 「Ada」 AND b = 〝Eve Ox〟 OR c = ｢x｣', 'WHERE a = ••• AND b = ••• OR c = •••'],
    ['WHERE a = ʼAda Lovelaceʼ AND b', 'WHERE a = •••…'],
    ['WHERE a = ❝Ada Lovelace❞ AND b', 'WHERE a = •••…'],
    ['WHERE a IN 【Ada Lovelace】 AND b', 'WHERE a IN •••…'],
    ['WHERE a = ″Ada Lovelace AND b', 'WHERE a = •••…'],
    ['SELECT größe, oʼ FROM 名前', 'SELECT größe, oʼ FROM 名前'],
    ['WHERE "never closed AND ssn = 12', 'WHERE "•••'],
    [
      'SELECT a FROM p WHERE ssn = "111-22-3333" AND "first name" = U&"\\0041da" AND a = `9-9`',
      'SELECT a FROM p WHERE ssn = "•••" AND "first name" = "•••" AND a = `•••`',
    ],
    // Without a statement around it nothing is certainly a name.
    ['WHERE "first name" = "Ada"', 'WHERE "•••" = "•••"'],
    [
      'SELECT "Id" FROM "Persons" AS "P" WHERE name = "Fatima Ahmed" AND "P"."Id" = "Id"',
      'SELECT "Id" FROM "Persons" AS "P" WHERE name = "•••" AND "P"."Id" = "Id"',
    ],
    [
      'SELECT COUNT("Id") AS "Rows" FROM p WHERE "Id" IN ("Ada", "Bo") AND "Ada" = name OR "Eve"',
      'SELECT COUNT("Id") AS "Rows" FROM p WHERE "Id" IN ("•••", "•••") AND "•••" = name OR "•••"',
    ],
    ['UPDATE persons SET name = "Ada Lovelace"', 'UPDATE persons SET name = "•••"'],
    [
      'SELECT a FROM p WHERE REPLACE(name, "Ada", "Eve") = \'x\'',
      'SELECT a FROM p WHERE REPLACE(name, "•••", "•••") = \'•••\'',
    ],
    ['SELECT a FROM p WHERE b BETWEEN "Ada" AND "Eve"', 'SELECT a FROM p WHERE b BETWEEN "•••" AND "•••"'],
    [
      'SELECT "Name" FROM p WHERE ( name = "Ada" GROUP "Eve"',
      'SELECT "•••" FROM p WHERE ( name = "•••" GROUP "•••"',
    ],
    ['WHERE "a""b" = `never 1', 'WHERE "•••" = •••…'],
    ['SELECT :name, $1 FROM p', 'SELECT :name, $1 FROM p'],
  ];
  for (const [text, masked] of cases) it(text, () => assert.equal(maskLiterals(text), masked));

  /** An operand of any depth that contains `"SECRET"`, the mistake for `'SECRET'`, among names and other operators. */
  const operand = fc.letrec<{ operand: string }>((tie) => ({
    operand: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant('"SECRET"'),
      fc
        .tuple(tie('operand'), fc.constantFrom('||', '+', '=', '<', 'LIKE'))
        .map((of) => `${of[0]} ${of[1]} 1`),
      fc.tuple(tie('operand'), fc.constantFrom('b', 'p.b', '1')).map((of) => `${of[1]} || ${of[0]}`),
      tie('operand').map((of) => `(${of})`),
      tie('operand').map((of) => `LOWER(${of})`),
      tie('operand').map((of) => `MIN(${of})`),
      tie('operand').map((of) => `COALESCE(b, ${of})`),
      tie('operand').map((of) => `${of}::text`),
      tie('operand').map((of) => `CASE WHEN a = 1 THEN ${of} END`),
      tie('operand').map((of) => `(SELECT ${of})`),
      tie('operand').map((of) => `${of} IN (1, b)`),
      tie('operand').map((of) => `${of} BETWEEN a AND 2`),
      tie('operand').map((of) => `x.${of}`),
    ),
  })).operand;

  it('lets no operand of a comparison through, however deep the value is in it', () => {
    const compared = operand.chain((of) =>
      fc.constantFrom(
        `name = ${of}`,
        `NOT name = ${of}`,
        `name LIKE ${of}`,
        `p.name IN ('a', ${of})`,
        `name BETWEEN 'a' AND ${of}`,
        `name BETWEEN ${of} AND 'z'`,
        `LOWER(name) = ${of}`,
      ),
    );
    fc.assert(
      fc.property(compared, fc.constantFrom('', ' AND "Id" = 5', ' OR a = 1'), (condition, more) => {
        const text = `SELECT "Id" FROM persons p WHERE ${condition}${more}`;
        assert.doesNotMatch(maskLiterals(text), /SECRET/, text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('masks every quoted name that the check calls a value', () => {
    fc.assert(
      fc.property(
        operand,
        fc.constantFrom('name = ', 'name LIKE ', 'NOT name = ', 'a = 1 OR name = '),
        (of, start) => {
          const text = `SELECT id FROM persons WHERE ${start}${of.replaceAll('SECRET', 'Ada Secret')}`;
          const values = checkText(text).filter(({ code }) => code === 'quoted-value');
          if (values.length > 0) assert.doesNotMatch(maskLiterals(text), /Ada Secret/, text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  for (const condition of [
    '"SECRET" = p.name',
    '"SECRET" = LOWER(name)',
    '"SECRET" LIKE p.name',
    '"SECRET" IN (name, b)',
    '"SECRET" BETWEEN a AND b',
    '"SECRET" = \'x\' OR name = "SECRET"',
    'name = "SECRET"(1)',
    'name = "t"."SECRET"',
  ])
    it(`masks what may be a value: ${condition}`, () => {
      const masked = maskLiterals(`SELECT id FROM persons p WHERE ${condition}`);
      assert.doesNotMatch(masked.replace(/"SECRET" = '•••' OR/, ''), /SECRET/, masked);
    });

  for (const [text, masked] of [
    [
      'SELECT id FROM p WHERE name = "Ada" ORDER BY "Ada"',
      'SELECT id FROM p WHERE name = "•••" ORDER BY "•••"',
    ],
    ['SELECT "Ada" FROM p WHERE name = "ada"', 'SELECT "•••" FROM p WHERE name = "•••"'],
    ['SELECT "Ada" FROM p WHERE name = \'Ada\'', 'SELECT "•••" FROM p WHERE name = \'•••\''],
    [
      'SELECT name AS "Ada" FROM p WHERE name IN ("Ada") GROUP BY "Ada"',
      'SELECT name AS "•••" FROM p WHERE name IN ("•••") GROUP BY "•••"',
    ],
    ['SELECT name = "Ada" FROM p ORDER BY "Ada"', 'SELECT name = "•••" FROM p ORDER BY "•••"'],
    [
      'SELECT CASE WHEN name = `Ada` THEN b END AS `Ada` FROM p',
      'SELECT CASE WHEN name = `•••` THEN b END AS `•••` FROM p',
    ],
    [
      'SELECT "Ada" FROM p WHERE "Ada" = 1 AND name = "Ada"',
      'SELECT "•••" FROM p WHERE "•••" = ••• AND name = "•••"',
    ],
    ['SELECT "Ada" FROM p WHERE ( ) "Ada"', 'SELECT "•••" FROM p WHERE ( ) "•••"'],
  ] as const)
    it(`masks a value wherever it is repeated: ${text}`, () => assert.equal(maskLiterals(text), masked));

  for (const text of [
    'SELECT "Id" FROM "P" WHERE "P"."Id" = "Id"',
    'SELECT p."Id" FROM persons p WHERE manager = "Id" ORDER BY "Id"',
    'SELECT "State", SUM(CASE WHEN "State" = :a THEN b END) AS "In" FROM p GROUP BY "State" ORDER BY "In"',
    'SELECT "Id" FROM p WHERE "Id" IN (SELECT "Id" FROM q)',
    'SELECT "Price", "Price" * :a AS "Twice" FROM p ORDER BY "Price"::int',
    'SELECT `Id` FROM `P` WHERE `Id` = :a ORDER BY `Id`',
  ])
    it(`leaves names readable: ${text}`, () => assert.equal(maskLiterals(text), text));

  it('masks a value wherever the statement repeats the text', () => {
    const condition = fc.constantFrom(
      'name = "SECRET"',
      '"SECRET" = name',
      "name = 'SECRET'",
      'name LIKE ("SECRET")',
      'name IN (1, `SECRET`)',
      'LOWER(name) = LOWER("SECRET")',
      'b = 1 OR "SECRET"',
      'name BETWEEN "SECRET" AND \'z\'',
      'EXISTS (SELECT 1 FROM q WHERE name = "SECRET")',
    );
    const listed = fc.constantFrom(
      'id',
      '"SECRET"',
      'b AS "SECRET"',
      'MAX("SECRET")',
      '("SECRET")',
      '`SECRET`::text',
    );
    const ending = fc.constantFrom(
      '',
      ' GROUP BY "SECRET"',
      ' ORDER BY id, "SECRET" DESC',
      ' ORDER BY MIN("SECRET")',
    );
    fc.assert(
      fc.property(
        listed,
        condition,
        fc.constantFrom('WHERE', 'HAVING', 'JOIN q ON'),
        ending,
        (list, where, word, end) => {
          const text = `SELECT ${list} FROM p ${word} ${where}${end}`;
          assert.doesNotMatch(maskLiterals(text), /SECRET/, text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('takes linear time for names in deep and in long conditions', async () => {
    const timed = (times: number): number => {
      const deep = `${'NOT ('.repeat(times)}"a" = 1${')'.repeat(times)}`;
      const long = Array.from({ length: times }, () => '"a" = ("b" = 1)').join(' OR ');
      const started = performance.now();
      maskLiterals(`SELECT "a" FROM p WHERE ${deep} AND ${long}`);
      return performance.now() - started;
    };
    timed(1_000);
    // A hundred times as long if it is quadratic. Anything else may delay one attempt, so the comparison is repeated.
    await eventually('ten times the time, or little more', () => {
      const [small, large] = [timed(1_000), timed(10_000)];
      return large < Math.max(small, 5) * 60;
    });
  });

  it('lets no operand through, however it is quoted, also in statements that do not parse', () => {
    const spelled = fc.constantFrom(
      "'SECRET'",
      '"SECRET"',
      '"SECRET name"',
      '`SECRET`',
      "E'SECRET'",
      "U&'SECRET'",
      'U&"SECRET"',
      "N'SECRET'",
      '$$SECRET$$',
      '$t$SECRET$t$',
      '“SECRET”',
    );
    const condition = spelled.chain((value) =>
      fc.constantFrom(
        `name = ${value}`,
        `${value} = name`,
        `name LIKE ${value}`,
        `name IN ('a', ${value})`,
        `NOT (name = ${value})`,
        `name BETWEEN ${value} AND 'z'`,
        `LOWER(name) = LOWER(b, ${value})`,
        `name = CASE WHEN a THEN ${value} ELSE b END`,
        `name = ${value}::text`,
        `(a = 1 OR name <> (${value}))`,
      ),
    );
    const broken = fc.constantFrom('', ' )', ' (', ' GROUP', ', ,', ' WHERE', ' == ');
    fc.assert(
      fc.property(
        fc.constantFrom(
          'SELECT "Id" FROM "P" WHERE ',
          'SELECT * FROM p JOIN q ON ',
          'DELETE FROM p WHERE ',
          'SELCT a FROM p WHERE ',
        ),
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        broken,
        broken,
        (start, conditions, before, after) => {
          const text = `${start}${before} ${conditions.join(' AND ')}${after}`;
          const hidden: string[] = [];
          assert.doesNotMatch(
            maskLiterals(text, (literal) => hidden.push(literal)),
            /SECRET/,
            text,
          );
          assert.ok(
            hidden.some((literal) => literal.includes('SECRET')),
            text,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('lets no string and no number through, wherever it is', () => {
    const piece = fc.constantFrom(
      'SELECT ',
      'a',
      ' = ',
      "'SECRET'",
      "E'SECRET'",
      ' 987654 ',
      '--SECRET\n',
      '/*SECRET*/',
      ' AND ',
      '$$SECRET$$',
      ' "col" ',
      ',',
      ')',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const masked = maskLiterals(pieces.join(' '));
        assert.doesNotMatch(masked, /SECRET|987654/);
      }),
    );
  });
});
