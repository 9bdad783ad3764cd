import assert from 'node:assert/strict';
import { rewriteExamples, rewriteTitle } from '../../../../src/core/messages/rewrites.ts';
import { type RewriteCode, rewritesFor } from '../../../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../../../src/core/sql/lint/check.ts';

function titles(code: RewriteCode): string[] {
  return (rewriteExamples[code] ?? []).flatMap((example) => {
    const text = example.includes('SELECT') ? example : `SELECT * FROM persons WHERE ${example}`;
    return checkText(text)
      .flatMap((finding) => rewritesFor(text, finding))
      .filter((rewrite) => rewrite.code === code)
      .map((rewrite) => {
        const { template, args } = rewriteTitle(text, rewrite);
        return template.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)]));
      });
  });
}

describe('titles of rewrites', () => {
  it('say what is done, not what will stand there, where that says more', () => {
    for (const [code, title] of [
      ['blank', 'Replace by a blank'],
      ['limit-comma', 'Write LIMIT and OFFSET apart'],
      ['limit-all', 'Remove it: it is no limit'],
      ['offset-rows', 'Write OFFSET with the number alone'],
      ['top', 'Write LIMIT at the end instead of TOP'],
      ['brackets', 'Remove the brackets'],
      ['plain-text', 'Write as plain text'],
      ['all', 'Remove ALL: it makes no difference here'],
      ['aggregate-distinct', 'Remove DISTINCT: it makes no difference here'],
    ] as const)
      assert.deepEqual([...new Set(titles(code))], [title], code);
  });

  it('show what will stand there, without values', () => {
    assert.deepEqual(titles('in')[0], "Write as (state = '•••' OR state = '•••')");
    assert.deepEqual(titles('using')[0], 'Write as ON p.region = c.region');
  });
});
