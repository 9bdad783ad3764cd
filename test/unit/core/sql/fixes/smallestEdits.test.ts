import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rewriteTitle } from '../../../../../src/core/messages/rewrites.ts';
import { findRewritesInRange, fixAll } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { removeUnchangedTextFromEdits } from '../../../../../src/core/sql/fixes/smallestEdits.ts';
import { applyEdits, type TextEdit } from '../../../../../src/core/sql/syntax/ranges.ts';

/** Conditions with values that the vault does not take as they are. */
const conditions = [
  "name >= 'secret1'",
  "name BETWEEN 'secret1' AND 'secret2'",
  "name IN ('secret1', 'secret2')",
  "name NOT IN ('secret1', 'secret2', 'secret3')",
  "name IS DISTINCT FROM 'secret1'",
  "name <> 'secret1' AND state != 'secret2'",
  'email = "secret1 of@secret2"',
  'name = ‘secret1’',
  'name = $$secret1$$',
  "name = E'O\\'secret1'",
  `name IN (${Array.from({ length: 900 }, (_, i) => `'secret${i}'`).join(', ')})`,
];
const rewrites = (text: string) =>
  findRewritesInRange(text, { start: 0, end: text.length }).flatMap(({ rewrites: found }) => found);

describe('edits of rewrites', () => {
  it('hold no value of the statement, and neither do their titles: the editor logs both', () => {
    for (const condition of conditions) {
      const text = `SELECT name FROM persons WHERE ${condition}`;
      const found = rewrites(text);
      assert.ok(found.length > 0, condition);
      for (const rewrite of found) assert.ok(!JSON.stringify(rewriteTitle(text, rewrite)).includes('secret'));
      for (const edits of [fixAll(text), ...found.map((rewrite) => rewrite.edits)]) {
        const smallest = removeUnchangedTextFromEdits(text, edits);
        assert.equal(applyEdits(text, smallest), applyEdits(text, edits));
        assert.ok(!smallest.some((edit) => edit.text.includes('secret')), JSON.stringify(smallest));
      }
    }
  });

  it('make the same text, in order and without overlap', () => {
    const pieces = fc
      .array(fc.constantFrom('a', 'b', "'", "'x y'", ' ', '\n', '(', 'NOT', '12', '•', '😀', '"'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        pieces,
        fc.array(fc.tuple(fc.nat(10), fc.nat(20), pieces), { maxLength: 4 }),
        (text, cuts) => {
          const edits: TextEdit[] = [];
          let at = 0;
          for (const [skip, length, made] of cuts) {
            const start = Math.min(text.length, at + skip);
            at = Math.min(text.length, start + length);
            edits.push({ start, end: at, text: made });
          }
          const smallest = removeUnchangedTextFromEdits(text, edits);
          assert.equal(applyEdits(text, smallest), applyEdits(text, edits));
          for (const [i, { start, end }] of smallest.entries())
            assert.ok(start <= end && start >= (smallest[i - 1]?.end ?? 0));
        },
      ),
    );
  });
});
