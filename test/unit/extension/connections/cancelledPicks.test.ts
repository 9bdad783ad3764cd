import assert from 'node:assert/strict';
import '../withVscode.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { CheckServiceDeps } from '../../../../src/extension/connections/check/checkService.ts';
import type { AddConnectionForm } from '../../../../src/extension/connections/form/addConnection.ts';
import type { MemoryDocuments } from '../../../../src/extension/platform/memoryDocuments.ts';
import { window } from '../fakeVscode.ts';

const { createConnectionCommands } = await import(
  '../../../../src/extension/connections/connectionCommands.ts'
);
const { createTestCommands } = await import('../../../../src/extension/connections/testConnection.ts');
const { OwnConnections } = await import('../../../../src/extension/connections/ownConnections.ts');
const { pickAndCheckService } = await import('../../../../src/extension/connections/check/checkService.ts');

describe('a command on a connection whose list the user leaves', () => {
  const { showQuickPick } = window;
  afterEach(() => Object.assign(window, { showQuickPick }));

  it('does nothing further', async () => {
    const titles: (string | undefined)[] = [];
    Object.assign(window, {
      showQuickPick: async (_: unknown, { title }: { readonly title?: string }) => void titles.push(title),
    });
    const done: string[] = [];
    const connections = ['one', 'two'].map((name) => ({
      name,
      baseUrl: 'https://vault.example',
      vaults: [],
      auth: { kind: 'token' },
    }));
    const deps = {
      targets: { connections: () => connections },
      messages: { info: (text: string) => done.push(text), confirm: (text: string) => done.push(text) },
      connections: () => ({ selectVault: () => done.push('select vault') }),
    } as unknown as Deps;
    const adding = { promptForAndAddConnection: () => done.push('form') } as unknown as AddConnectionForm;
    const commands = {
      ...createConnectionCommands(deps, new OwnConnections(deps), adding),
      ...createTestCommands(deps),
    };
    for (const name of ['edit', 'remove', 'addVault', 'test'])
      await (commands[`vaultsql.connection.${name}`] ?? assert.fail(name))(undefined);
    await pickAndCheckService(deps as unknown as CheckServiceDeps, {} as MemoryDocuments, undefined);
    assert.deepEqual(done, []);
    assert.deepEqual(titles, [
      'Select the connection to edit',
      'Select the connection to remove',
      'Select the connection to add a vault to',
      'Select the connection to test',
      'Select the service to check',
    ]);
  });
});
