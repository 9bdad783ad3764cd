import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRoot, root } from './sources.ts';

/** The table of the help: each row's cells, and the tests that its last cell names. */
const page = readRoot('media/help/security.md');
const table = /## Threats\n[^|]*([\s\S]*?)\n\n##/.exec(page)?.[1] ?? '';
const rows = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const testsOf = (cell: string) =>
  [...cell.matchAll(/`(test\/[\w./]+\.test\.ts)`: `([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));

describe('the threat model in the help', () => {
  it('says of each threat what is at stake, who wants it, what stops them, and which tests show it', () => {
    assert.ok(rows.length >= 10);
    for (const [, what, who, guard, tests = '', end, ...more] of rows) {
      assert.ok(what && who && guard && end === '' && more.length === 0, `${what} | ${who}`);
      assert.ok(testsOf(tests).length > 0, `no test: ${what}, ${who}`);
      assert.equal(testsOf(tests).length, tests.split('; `test/').length, `not understood: ${tests}`);
    }
  });

  it('names tests that are there', () => {
    const missing = rows
      .flatMap((cells) => testsOf(cells[4] ?? ''))
      .filter(
        ({ file, title }) =>
          !existsSync(join(root, file)) ||
          !new RegExp(`(?:describe|it)\\(\\s*['"\`]${escaped(title)}['"\`]`).test(readRoot(file)),
      );
    assert.deepEqual(missing, []);
  });
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
