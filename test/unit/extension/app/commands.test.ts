import assert from 'node:assert/strict';
import { commands } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerManifestCommands } = await import('../../../../src/extension/app/commands.ts');

describe('declared commands', () => {
  const before_ = { ...commands };
  const registered = new Map<string, (...args: unknown[]) => unknown>();

  before(() =>
    Object.assign(commands, {
      registerCommand(id: string, handler: (...args: unknown[]) => unknown) {
        registered.set(id, handler);
        return { dispose: () => registered.delete(id) };
      },
    }),
  );
  after(() => Object.assign(commands, before_));

  it('get their handlers from every feature that waits for its first command', async () => {
    const declared = registerManifestCommands(['vaultsql.one', 'vaultsql.other'], () => undefined);
    const run = async (id: string): Promise<unknown> => registered.get(id)?.();
    declared.addFeatureLoader(() => declared.add({ 'vaultsql.one': () => 'one' }));
    declared.addFeatureLoader(() => declared.add({ 'vaultsql.other': () => 'other' }));
    assert.equal(await run('vaultsql.one'), 'one');
    assert.equal(await run('vaultsql.other'), 'other');
    declared.dispose();
  });
});
