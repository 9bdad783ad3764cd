import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './readmeTables.ts';
import { readRoot, root } from './sources.ts';

const readme = readRoot('README.md');

describe('README', () => {
  it('has the tables that the code gives (npm run readme)', () => {
    assert.equal(readme, withTables(readme));
  });

  it('shows pictures that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    assert.ok(pictures.length > 0);
    assert.deepEqual(
      pictures.filter((picture) => !existsSync(join(root, picture))),
      [],
    );
  });

  it('names scripts that are there', () => {
    const { scripts } = JSON.parse(readRoot('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? '');
    assert.deepEqual(
      named.filter((name) => !(name in scripts) && name !== 'and' && name !== 'run'),
      [],
    );
  });
});
