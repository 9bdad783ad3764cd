import assert from 'node:assert/strict';
import { installEngines, withMissingEngines } from '../engines/engines.ts';
import { findFreePorts } from '../engines/ports.ts';

describe('engines of tests', () => {
  const engines = [
    { name: 'One', folder: 'one', install: async () => 'folder', isRequired: true },
    {
      name: 'Two',
      folder: 'two',
      install: async () => Promise.reject(new Error('npm ci ended with 1:\nIt is for\n  Linux only.\n')),
      isRequired: true,
    },
    {
      name: 'Three',
      folder: 'three',
      install: async () => Promise.reject(new Error('No mounts.')),
      isRequired: false,
    },
  ];

  it('that can’t be had are a line of the summary, and a failure in continuous integration if required', async () => {
    const { folders, missing } = await installEngines(engines);
    assert.deepEqual(folders, ['one']);
    const line = 'Two did not run: It is for Linux only.';
    const optional = 'Three did not run: No mounts.';
    const results = { passed: 3, failed: 1, failures: ['a test'] };
    assert.deepEqual(withMissingEngines(results, missing, false), {
      passed: 3,
      failed: 1,
      failures: ['a test'],
      notes: [line, optional],
    });
    assert.deepEqual(withMissingEngines(results, missing, true), {
      passed: 3,
      failed: 2,
      failures: ['a test', line],
      notes: [optional],
    });
  });

  it('get different ports, outside of those that systems assign', async () => {
    const ports = await findFreePorts(20);
    assert.equal(new Set(ports).size, 20);
    assert.ok(ports.every((port) => port >= 15_000 && port < 30_000));
  });
});
