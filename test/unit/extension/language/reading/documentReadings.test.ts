import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeAt } from '../../../../../src/core/sql/editor/completion/complete.ts';
import type { Completions } from '../../../../../src/core/sql/editor/completion/types.ts';
import { foldingRanges, selectionRangesAt } from '../../../../../src/core/sql/editor/folding.ts';
import { hoverAt } from '../../../../../src/core/sql/editor/hover.ts';
import { withholdFindingsBeingTyped } from '../../../../../src/core/sql/editor/incompleteInput.ts';
import { findKeywordLikeNames } from '../../../../../src/core/sql/editor/nameTokens.ts';
import { findOccurrencesToRename, occurrencesAt } from '../../../../../src/core/sql/editor/rename.ts';
import { collectNamesOfText } from '../../../../../src/core/sql/editor/schemaIndex.ts';
import { findFunctionArgumentAt } from '../../../../../src/core/sql/editor/signature.ts';
import { statementSymbols } from '../../../../../src/core/sql/editor/symbols.ts';
import { readAllVaultDirectives } from '../../../../../src/core/sql/execution/target.ts';
import { findRewritesInRange, fixAll } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { splitStatements } from '../../../../../src/core/sql/lexer/statements.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { findStatementsPassingBySettings } from '../../../../../src/core/sql/lint/statementsInDoubt.ts';
import { DocumentReadings } from '../../../../../src/extension/language/reading/documentReadings.ts';
import { countCalls, parsing, scanning } from '../../../calls.ts';

const lines = fc.constantFrom(
  ...['SELECT a FROM t WHE', 'SELECT *', 'SELECT a FROM t WHERE b >= 1', 'SELECT p.', 'SELECT a', '-- a;'],
  ...['SELECT a FROM t LEFT OUTER JO', 'SELECT a FROM t WHERE a IS N', "SELECT 'a", 'SEL', '/* ; */', ' '],
  ...[
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END',
    'SELECT a FROM t WHERE ',
    'DELETE FROM t',
    'FROM t',
    '{a',
    '\ufeffSELECT a FROM t',
    'SELECT offset, min FROM t.year',
    'SELECT a FROM t /* open',
  ],
);
const joints = fc.constantFrom(';', ';\n', ' ', '\n', '\n\n', ';;\n');
const texts = fc
  .array(fc.tuple(lines, joints), { maxLength: 9 })
  .map((parts) => parts.map(([line, joint]) => line + joint).join(''));

describe('readings of a document', () => {
  it('hold back near the caret what is held back in the whole text', () => {
    const readings = new DocumentReadings();
    fc.assert(
      fc.property(texts, fc.array(fc.nat(300), { maxLength: 2 }), (text, places) => {
        const carets = places.map((place) => place % (text.length + 1));
        const all = checkText(text);
        const left = withholdFindingsBeingTyped(text, all, carets);
        assert.deepEqual(readings.check(text, {}, carets), {
          displayed: left,
          hiddenCount: 0,
          hasWithheldFindings: left.length < all.length,
        });
        assert.deepEqual(readings.splitStatements(text), splitStatements(text));
      }),
      { numRuns: 1000 },
    );
  });
  it('give the vaults that are named in the whole text', () => {
    const readings = new DocumentReadings();
    const named = fc.constantFrom(
      '-- vault: a/b\n',
      "'\n-- vault: c/d\n'",
      'SELECT a FROM t -- vault: e/f\n',
    );
    fc.assert(
      fc.property(texts, named, texts, (before, directive, after) => {
        const text = before + directive + after;
        assert.deepEqual(readings.targets(text), readAllVaultDirectives(text));
      }),
      { numRuns: 500 },
    );
  });
  it('give the outline and the names of the whole text', () => {
    const readings = new DocumentReadings();
    fc.assert(
      fc.property(texts, (text) => {
        assert.deepEqual(readings.statementSymbols(text), statementSymbols(text));
        assert.deepEqual(readings.nameTokens(text), findKeywordLikeNames(text));
      }),
      { numRuns: 1000 },
    );
  });
  it('say of a place and of a range what is said of the whole text', () => {
    const readings = new DocumentReadings();
    const allow = ['>=', 'ORDER BY'];
    fc.assert(
      fc.property(texts, fc.nat(300), fc.nat(40), (text, place, length) => {
        const offset = place % (text.length + 1);
        const range = { start: offset, end: Math.min(text.length, offset + length) };
        assert.deepEqual(readings.folds(text), foldingRanges(text));
        assert.deepEqual(readings.indexText(text, offset, allow), collectNamesOfText(text, offset, allow));
        assert.deepEqual(
          readings.statementsInDoubt(text, { allow }),
          findStatementsPassingBySettings(text, { allow }),
        );
        assert.deepEqual(readings.hoverAt(text, offset), hoverAt(text, offset));
        assert.deepEqual(readings.callAt(text, offset), findFunctionArgumentAt(text, offset));
        assert.deepEqual(
          readings.selectionsAt(text, [offset, text.length]),
          [offset, text.length].map((caret) => selectionRangesAt(text, caret)),
        );
        assert.deepEqual(readings.occurrencesAt(text, offset), occurrencesAt(text, offset));
        assert.deepEqual(
          readings.renameAt(text, offset, 'other'),
          findOccurrencesToRename(text, offset, 'other'),
        );
        assert.deepEqual(readings.rewritesAt(text, range), findRewritesInRange(text, range));
        assert.deepEqual(readings.fixAll(text, { range }), fixAll(text, { range }));
        assert.deepEqual(readings.fixAll(text), fixAll(text));
        assert.deepEqual(places(readings.completeAt(text, offset)), places(completeAt(text, offset)));
      }),
      { numRuns: 1000 },
    );
  });

  it('offer the directive on the first lines, and on no other', () => {
    const readings = new DocumentReadings();
    const offered = (text: string) =>
      readings.completeAt(text, text.length, { vaults: ['a/b'] }).items.map(({ label }) => label);
    assert.deepEqual(offered('SELECT 1;\n-- vault: '), ['a/b']);
    assert.deepEqual(offered(`${'SELECT 1;\n'.repeat(10)}-- vault: `), []);
  });

  it('parse after a keystroke the statement that is typed, however many others there are', async () => {
    const parses = async (others: number): Promise<number | undefined> => {
      const readings = new DocumentReadings();
      const around = 'SELECT a, b FROM t WHERE a = 1;\n'.repeat(others);
      const type = (typed: string): void => readAll(readings, around, `SELECT ${typed}`);
      type('b');
      const [count] = await countCalls([parsing], () => type('br'));
      return count;
    };
    assert.equal(await parses(500), await parses(2));
  });

  it('parse a statement once for its findings and its names', async () => {
    const text = Array.from({ length: 50 }, (_, i) => `SELECT a${i}, b FROM t WHERE c = 1;\n`).join('');
    const [count] = await countCalls([parsing], () => new DocumentReadings().indexText(text));
    assert.equal(count, 50);
  });

  it('lex a large text once for the selections of many carets, and each statement with carets once more', async () => {
    const statement = 'SELECT a, b FROM t WHERE (a = 1);\n';
    const text = statement.repeat(1_000);
    const readings = new DocumentReadings();
    readings.splitStatements(text);
    const inEach = Array.from({ length: 20 }, (_, i) => 40 * i * statement.length + 8);
    const [count] = await countCalls([scanning], () => readings.selectionsAt(text, [...inEach, ...inEach]));
    assert.equal(count, inEach.length);
  });
});

/** All readings of a document with some statements around one that is being typed. */
function readAll(readings: DocumentReadings, around: string, typed: string): void {
  const text = `${around}${typed} FROM t WHERE a >= 1;\n${around}`;
  const offset = around.length + typed.length;
  const range = { start: offset, end: text.length - around.length };
  readings.check(text, {}, [offset]);
  readings.indexText(text, offset);
  readings.completeAt(text, offset);
  readings.callAt(text, offset);
  readings.hoverAt(text, offset - 1);
  readings.occurrencesAt(text, offset);
  assert.equal(readings.rewritesAt(text, range).length, 1);
  assert.equal(readings.fixAll(text, { range }).length, 1);
  readings.folds(text);
  readings.nameTokens(text);
  readings.statementSymbols(text);
  readings.splitStatements(text);
  readings.statementsInDoubt(text, { allow: ['>='] });
}

/** But for the letters of keywords, which follow the last keyword before the caret. */
const places = ({ start, end, items }: Completions) => ({
  start,
  end,
  items: items.map(({ kind, label }) => `${kind} ${label.toLowerCase()}`),
});
