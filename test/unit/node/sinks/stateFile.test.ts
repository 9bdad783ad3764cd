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
    [
      'another service: https://vault.example/one before, https://vault.example/two now',
      { ...made, service: 'https://vault.example/two' },
    ],
    ['another account: a1 before, a2 now', { ...made, accountID: 'a2' }],
    ['another parent account: p1 before, p2 now', { ...made, parentAccountID: 'p2' }],
    ['another parent account: p1 before, none now', withoutParent],
    ['another workspace: none before, w now', { ...made, workspaceID: 'w' }],
    ['another format: raw before, ecs now', { ...made, format: 'ecs' }],
    ['another question: all events before, actor:ada now', { ...made, question: 'actor:ada' }],
    ['another destination: /var/log/vault/audit before, - now', { ...made, target: '-' }],
  ];
  for (const [index, [what, other]] of others.entries())
    it(`is refused for ${what} (${index + 1})`, async () => {
      const file = join(folder, String(index));
      await createStateFile(file, made).save(createCollectorState(made, undefined));
      await assert.rejects(createStateFile(file, other).load(), (error) => {
        assert.ok(error instanceof StateRefusedError);
        assert.equal(
          error.message,
          `The state file ${file} was made for ${what}. Use the same options as before, or use another --state, with --since for events from before.`,
        );
        return true;
      });
    });

  it('names --plain-literals if the masking differs', async () => {
    for (const [isMasked, values, remedy] of [
      [true, 'masked before, not masked now', 'Leave out --plain-literals'],
      [false, 'not masked before, masked now', 'Add --plain-literals'],
    ] as const) {
      const file = join(folder, `masked-${isMasked}`);
      await createStateFile(file, made).save(createCollectorState({ ...made, isMasked }, undefined));
      await assert.rejects(createStateFile(file, { ...made, isMasked: !isMasked }).load(), {
        message: `The state file ${file} was made for another choice of masking: ${values}. ${remedy}, or use another --state, with --since for events from before.`,
      });
    }
  });
});
