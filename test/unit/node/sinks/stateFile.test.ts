import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollectorState, type MadeFor } from '../../../../src/core/audit/handover/collectorState.ts';
import { createStateFile, StateRefusedError } from '../../../../src/node/sinks/stateFile.ts';

const made: MadeFor = {
  service: 'https://vault.example/one',
  accountID: 'a1',
  parentAccountID: 'p1',
  format: 'raw',
  question: '',
  isMasked: true,
  target: '/var/log/vault/audit',
};

describe('a state file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is loaded as it was saved, and is missing before', async () => {
    const store = createStateFile(join(folder, 'same'), made);
    assert.equal(await store.load(), undefined);
    const state = createCollectorState(made, '2026-01-01 00:00:00.000000000');
    await store.save(state);
    assert.deepEqual(await store.load(), state);
  });

  const { parentAccountID: _, ...withoutParent } = made;
  const others: readonly (readonly [what: string, other: MadeFor])[] = [
    ['another service', { ...made, service: 'https://vault.example/two' }],
    ['another account', { ...made, accountID: 'a2' }],
    ['another parent account', { ...made, parentAccountID: 'p2' }],
    ['another parent account', withoutParent],
    ['another workspace', { ...made, workspaceID: 'w' }],
    ['another format', { ...made, format: 'ecs' }],
    ['another question', { ...made, question: 'actor:ada' }],
    ['another choice of masking', { ...made, isMasked: false }],
    ['another destination', { ...made, target: '-' }],
  ];
  for (const [index, [what, other]] of others.entries())
    it(`is refused for ${what} (${index + 1})`, async () => {
      const file = join(folder, String(index));
      await createStateFile(file, made).save(createCollectorState(made, undefined));
      await assert.rejects(createStateFile(file, other).load(), (error) => {
        assert.ok(error instanceof StateRefusedError);
        assert.match(error.message, new RegExp(`was made for ${what}\\. Use the same options`));
        return true;
      });
    });
});
