/** How the time of all features of the language together grows with a text that is hard to read. */
import jsonc from 'jsonc-parser';
import { maskLiterals } from '../../src/core/sql/analysis/maskLiterals.ts';
import { completeAt } from '../../src/core/sql/editor/completion/complete.ts';
import { foldingRanges, selectionRangesAt } from '../../src/core/sql/editor/folding.ts';
import { createFormatEdits } from '../../src/core/sql/editor/format.ts';
import { hoverAt } from '../../src/core/sql/editor/hover.ts';
import { findKeywordLikeNames } from '../../src/core/sql/editor/nameTokens.ts';
import { occurrencesAt } from '../../src/core/sql/editor/rename.ts';
import { collectNamesOfText } from '../../src/core/sql/editor/schemaIndex.ts';
import { findFunctionArgumentAt } from '../../src/core/sql/editor/signature.ts';
import { statementSymbols } from '../../src/core/sql/editor/symbols.ts';
import { prepareQuery } from '../../src/core/sql/execution/preparedQuery.ts';
import { findStatementToRun } from '../../src/core/sql/execution/statementToRun.ts';
import { findRewritesInRange, fixAll } from '../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { type Bench, sized } from './bench.ts';
import { families } from './sqlFamilies.ts';

/** Four doublings, in characters. */
const sizes = [1, 2, 4, 8, 16].map((times) => times * sized(5_000, 20));
/**
 * Four doublings of longer texts, for the families that look worst: on the way to 80 KB the trees outgrow the engine's
 * young generation, a step that comes once. Time that really grows faster than its text grows here too.
 */
const longSizes = [1, 2, 4, 8, 16].map((times) => times * sized(20_000, 40));
const worstFamilies = 3;
const attempts = sized(5, 1);
const longAttempts = sized(2, 1);
/** A family that looks no worse is not measured again. */
const goodExponent = 1.05;

const bench: Bench = async () => {
  const growths = families
    .map(([name, make]) => ({ name, value: exponentOf(sizes.map(make), everything) }))
    .sort((a, b) => b.value - a.value);
  const plain = exponentOf(sizes.map(jsonArray), readJson);
  const [worst, ...others] = growths;
  const suspects = new Set(growths.slice(0, worstFamilies).map(({ name }) => name));
  const [worstLong, ...othersLong] = families
    .filter(([name]) => suspects.has(name))
    .map(([name, make]) => ({ name, value: exponentOf(longSizes.map(make), everything, longAttempts) }))
    .sort((a, b) => b.value - a.value);
  return [
    {
      id: 'language-growth',
      what: `worst exponent of time over size, fitted over four doublings to 80 KB, of ${families.length} families, all features together (${worst?.name})`,
      value: worst?.value ?? Number.NaN,
      unit: '',
      better: 'lower',
      target: 1.1,
      peers: [{ name: 'as many trees of a JSON array', value: plain }, ...others.slice(0, 5)],
      runs: attempts,
    },
    {
      id: 'language-growth-long',
      what: `the same over four doublings from 20 to 320 KB, of the ${worstFamilies} families that were worst (${worstLong?.name})`,
      value: worstLong?.value ?? Number.NaN,
      unit: '',
      better: 'lower',
      target: 1.1,
      peers: othersLong,
      runs: longAttempts,
    },
  ];
};
export default bench;

/** All that is asked of a document, with the caret in its middle or at its end. */
function everything(text: string): void {
  const middle = wordAfter(text, Math.floor(text.length / 2));
  checkText(text);
  fixAll(text);
  findRewritesInRange(text, { start: middle, end: middle });
  completeAt(text, middle);
  completeAt(text, text.length);
  findFunctionArgumentAt(text, text.length);
  hoverAt(text, middle);
  occurrencesAt(text, middle);
  selectionRangesAt(text, middle);
  foldingRanges(text);
  statementSymbols(text);
  findKeywordLikeNames(text);
  createFormatEdits(text);
  collectNamesOfText(text);
  maskLiterals(text);
  findStatementToRun(text, middle);
  prepareQuery(text);
}

/**
 * As many trees, of a text of that size, by a parser that is known to be linear: more memory is slower to reach, and is
 * collected in larger steps, whatever fills it.
 */
function readJson(text: string): void {
  for (let tree = 0; tree < features; tree++) {
    const root = jsonc.parseTree(text);
    if (!root || jsonc.getNodeValue(root).length < 2) throw new Error('The array was not read.');
  }
}
/** The calls in `everything`. */
const features = 17;
const jsonArray = (size: number): string => `[${'1,'.repeat(Math.floor(size / 2) - 1)}1]`;

/** Where the first word at or after an offset starts: at every size the caret is at the same place of what is repeated. */
function wordAfter(text: string, offset: number): number {
  const whitespace = text.indexOf(' ', offset);
  return whitespace < 0 ? offset : whitespace + 1;
}

/** 1 where the time is linear in the size. */
function exponentOf(texts: readonly string[], call: (text: string) => void, most = attempts): number {
  let times = texts.map(() => Number.POSITIVE_INFINITY);
  let exponent = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < most && !(exponent < goodExponent); attempt++) {
    times = texts.map((text, i) =>
      Math.min(
        times[i] ?? 0,
        fastest(() => call(text)),
      ),
    );
    exponent = slope(times.map(Math.log2));
  }
  return exponent;
}

/** The fastest of a few calls, of many where they are short: another program can only make a call slower. */
function fastest(call: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let i = 0; i < 2 || (i < sized(200, 2) && performance.now() - began < 50); i++) {
    const start = performance.now();
    call();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Of the line through values at 0, 1, 2 …, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const squares = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return values.reduce((sum, value, i) => sum + (i - middle) * value, 0) / squares;
}
