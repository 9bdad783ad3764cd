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
      'WHERE ssn = "111-22-3333" AND "first name" = U&"\\0041da" AND a = `9-9`',
      'WHERE ssn = "•••" AND "first name" = "•••" AND a = `•••`',
    ],
    ['WHERE "a""b" = `never 1', 'WHERE "•••" = `never •••'],
    ['SELECT :name, $1 FROM p', 'SELECT :name, $1 FROM p'],
  ];
  for (const [text, masked] of cases) it(text, () => assert.equal(maskLiterals(text), masked));

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
