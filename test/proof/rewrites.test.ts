import assert from 'node:assert/strict';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { findRewritesInRange, fixAll } from '../../src/core/sql/fixes/rewrite.ts';
import { lexWithComments } from '../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../src/core/sql/lint/severity.ts';
import { applyEdits } from '../../src/core/sql/syntax/ranges.ts';
import { createProofEngine, differences, equalRows, runs } from './engine.ts';
import { families } from './families.ts';

const isLong = process.env.VAULTSQL_LONG !== undefined;
// Cases of each rewrite; a release is tested with the larger number, of a seed of its own.
const cases = isLong ? 10_000 : 300;
const seed = Number(process.env.VAULTSQL_SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));
const batch = 25;

/** The statement with other blanks between its tokens. */
function spaced(statement: string, blanks: readonly string[]): string {
  const tokens = lexWithComments(statement);
  return tokens
    .map(({ start, end }, i) => {
      const next = tokens[i + 1]?.start ?? end;
      return statement.slice(start, end) + (next > end ? (blanks[i % blanks.length] ?? ' ') : '');
    })
    .join('');
}

/**
 * All that is rewritten at once; then, one by one, what only a person may take: a comparison with NULL, of which the
 * vault warns, or a value that is equal but may have other digits.
 */
function rewrittenOf(original: string): string {
  let text = applyEdits(original, fixAll(original));
  for (;;) {
    const found = findRewritesInRange(text, { start: 0, end: text.length });
    const rewrite = found
      .flatMap(({ rewrites }) => rewrites)
      .find((one) => one.effect === 'exact' || equalRows.has(one.code));
    if (!rewrite) return text;
    text = applyEdits(text, rewrite.edits);
  }
}
const blanks = fc.array(fc.constantFrom(' ', ' ', '\n', '\t', '  ', '\r\n'), { minLength: 1, maxLength: 5 });

describe(`rewrites on PostgreSQL itself (seed ${seed})`, () => {
  let engine: PGlite;
  before(async () => {
    await loadModule();
    engine = await createProofEngine();
  });
  after(() => engine.close());

  async function compare(pairs: readonly (readonly [string, string])[], byOperators: boolean): Promise<void> {
    let counts: number[];
    try {
      counts = await differences(engine, pairs, byOperators);
    } catch (error) {
      const [pair] = pairs;
      if (pairs.length > 1) for (const one of pairs) await compare([one], byOperators);
      // `i IN ('0.5')` is no statement that PostgreSQL runs; but then the other must not be one either.
      else if (pair) {
        assert.ok(!(await runs(engine, pair[0])), `${String(error)}:\n${pair.join('\n')}`);
        failed++;
      }
      return;
    }
    counts.forEach((count, i) => {
      assert.equal(count, 0, `other rows:\n${pairs[i]?.join('\n')}`);
    });
  }
  let failed = 0;

  for (const { code, statement, partly } of families) {
    it(`${code}: the same rows, NULLs included, and a statement that the vault accepts`, async () => {
      failed = 0;
      const originals = fc.sample(
        fc.tuple(statement, blanks).map(([one, between]) => spaced(one, between)),
        { numRuns: cases, seed },
      );
      const pairs: (readonly [string, string])[] = [];
      for (const original of originals) {
        const rewritten = rewrittenOf(original);
        if (rewritten === original && partly) continue;
        assert.notEqual(rewritten, original, `not rewritten: ${original}`);
        if (!partly) assert.ok(!hasErrors(checkText(rewritten)), `${original}\n${rewritten}`);
        assert.equal(parseSync(rewritten).stmts?.length, 1);
        pairs.push([original, rewritten]);
      }
      assert.ok(pairs.length > cases / 10, `${pairs.length} of ${cases} rewritten`);
      const byOperators = equalRows.has(code);
      for (let at = 0; at < pairs.length; at += batch)
        await compare(pairs.slice(at, at + batch), byOperators);
      assert.ok(failed <= cases / 10, `${failed} of ${cases} are no statements`);
    });
  }
});
