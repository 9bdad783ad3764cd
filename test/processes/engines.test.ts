import assert from 'node:assert/strict';
import { installEngines, withMissingEngines } from '../engines/engines.ts';
import { findFreePorts } from '../engines/ports.ts';

describe('engines of tests', () => {
  const engines = [
    { name: 'One', folder: 'one', install: async () => 'folder' },
    {
      name: 'Two',
      folder: 'two',
      install: async () => Promise.reject(new Error('npm ci ended with 1:\nIt is for\n  Linux only.\n')),
    },
  ];

  it('that can’t be had are a line of the summary, and a failure in continuous integration', async () => {
    const { folders, missing } = await installEngines(engines);
    assert.deepEqual(folders, ['one']);
    const line = 'Two did not run: It is for Linux only.';
    const results = { passed: 3, failed: 1, failures: ['a test'] };
    assert.deepEqual(withMissingEngines(results, missing, false), {
      passed: 3,
      failed: 1,
      failures: ['a test'],
      notes: [line],
    });
    assert.deepEqual(withMissingEngines(results, missing, true), {
      passed: 3,
      failed: 2,
      failures: ['a test', line],
      notes: [],
    });
  });

  it('get different ports, outside of those that systems assign', async () => {
    const ports = await findFreePorts(20);
    assert.equal(new Set(ports).size, 20);
    assert.ok(ports.every((port) => port >= 15_000 && port < 30_000));
  });
});
