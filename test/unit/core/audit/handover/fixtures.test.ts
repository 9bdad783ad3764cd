import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { sha256 } from './sampleRecords.ts';

const folder = new URL('../../../../fixtures/schemas/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('the fixtures of schemas', () => {
  it('are the files that their README describes', () => {
    const described = [...read('README.md').matchAll(/^\| `([\w.-]+)` \|.*\| `([0-9a-f]{64})` \|$/gm)];
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    assert.deepEqual(described.map(([, name]) => name).sort(), files.sort());
    for (const [, name = '', hash] of described) assert.equal(sha256(read(name)), hash, name);
  });
});
