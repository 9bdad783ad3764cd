import assert from 'node:assert/strict';
import { rewriteExamples, rewriteTitle } from '../../../../src/core/messages/rewrites.ts';
import { findRewritesInRange, type RewriteCode } from '../../../../src/core/sql/fixes/rewrite.ts';

function titles(code: RewriteCode): string[] {
  return (rewriteExamples[code] ?? []).flatMap((example) => {
    const text = example.includes('SELECT') ? example : `SELECT * FROM persons WHERE ${example}`;
    return findRewritesInRange(text, { start: 0, end: text.length })
      .flatMap(({ rewrites }) => rewrites)
      .filter((rewrite) => rewrite.code === code)
      .map((rewrite) => {
        const { template, args } = rewriteTitle(text, rewrite);
        return template.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)]));
      });
  });
}

describe('titles of rewrites', () => {
  it('say what is done rather than the new text where that says more', () => {
    for (const [code, title] of [
      ['blank', 'Replace with a space'],
      ['limit-comma', 'Use LIMIT and OFFSET'],
      ['limit-all', 'Remove it (it sets no limit)'],
      ['offset-rows', 'Use OFFSET with only the number'],
      ['top', 'Use LIMIT instead of TOP'],
      ['brackets', 'Remove the parentheses'],
      ['plain-text', 'Change to plain text'],
      ['all', 'Remove ALL (it has no effect here)'],
      ['aggregate-distinct', 'Remove DISTINCT (equal value; digits may differ)'],
    ] as const)
      assert.deepEqual([...new Set(titles(code))], [title], code);
  });

  it('show the new text, without values', () => {
    assert.deepEqual(titles('in')[0], "Change to (state = '…' OR state = '…')");
    assert.deepEqual(titles('comparison')[0], 'Change to NOT (income < …)');
    assert.deepEqual(titles('null-comparison'), [
      'Change to IS NULL (a comparison with NULL matches no row)',
    ]);
    assert.deepEqual(titles('using')[0], 'Change to ON p.region = c.region');
  });
});
