import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';

describe('masking of literals', () => {
  const cases: readonly (readonly [string, string])[] = [
    ["SELECT name FROM persons WHERE ssn = '123-45-6789'", "SELECT name FROM persons WHERE ssn = '•••'"],
    ["WHERE a = 'O''Hara' AND b = 12.5", "WHERE a = '•••' AND b = •••"],
    ["WHERE a = E'it\\'s' AND b = $$x$$ AND c = $t$y$t$", "WHERE a = '•••' AND b = $$•••$$ AND c = $$•••$$"],
    ['WHERE a = 7 LIMIT 25 OFFSET 50', 'WHERE a = ••• LIMIT 25 OFFSET 50'],
    ["SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM p", "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM p"],
    ['SELECT 1 -- for Ada, 555-1234\nFROM p', 'SELECT ••• -- •••\nFROM p'],
    ['SELECT /* Ada */ "name" FROM p', 'SELECT /* ••• */ "name" FROM p'],
    ["WHERE a = 'never closed AND b = 'x", "WHERE a = '•••'x"],
    ['WHERE a = “Ada”', 'WHERE a = •••'],
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
    ['WHERE "a""b" = `never 1', 'WHERE "•••" = `never •••'],
    ['SELECT :name, $1 FROM p', 'SELECT :name, $1 FROM p'],
  ];
  for (const [text, masked] of cases) it(text, () => assert.equal(maskLiterals(text), masked));

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
