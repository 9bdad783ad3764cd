import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, type Summary, untilLeft } from './editor.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}
/** Commands that wait for an answer from the person, or that the local vault's own test starts. */
const asking = [
  'connection.add',
  'connection.edit',
  'connection.import',
  'audit.filter',
  'audit.groupBy',
  'audit.import',
  'query.selectVault',
  'forgetEverything',
  'localVault.start',
  'showLog',
  'showNetworkLog',
];

describe('commands in an empty window', () => {
  before(async () => {
    await vscode.extensions.getExtension('vaultsql.vault-sql')?.activate();
    await closeAll();
  });
  afterEach(() => vscode.commands.executeCommand('notifications.clearAll'));

  it('are all registered', async () => {
    const manifest = vscode.extensions.getExtension('vaultsql.vault-sql')?.packageJSON as Manifest;
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.filter(({ command: id }) => !known.has(id));
    assert.deepEqual(missing, []);
  });

  it('running without a query file says what to do', async () => {
    const summary = await command<Summary>('query.run');
    assert.equal(summary.phase, 'idle');
    assert.match(summary.title ?? '', /No statement/);
  });

  it('paging without a result does nothing', async () => {
    for (const id of ['nextPage', 'previousPage', 'firstPage', 'cancel']) {
      assert.equal((await command<Summary>(`results.${id}`)).phase, 'idle', id);
    }
  });

  it('a statement without any vault says how to get one', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'vaultsql',
      content: 'SELECT name FROM persons',
    });
    await vscode.window.showTextDocument(document);
    const summary = await command<Summary>('query.run');
    assert.equal(summary.phase, 'idle');
    await closeAll();
  });

  it('none of the others hangs or throws', async () => {
    const manifest = vscode.extensions.getExtension('vaultsql.vault-sql')?.packageJSON as Manifest;
    for (const { command: id } of manifest.contributes.commands) {
      if (asking.some((name) => id === `vaultsql.${name}`)) continue;
      const ended = vscode.commands.executeCommand(id).then(
        () => undefined,
        (error: unknown) => String(error),
      );
      assert.equal(await untilLeft(ended), undefined, id);
    }
    // As they were, for the tests after this one.
    for (const id of ['audit.showActors', 'audit.showUtc']) await command(id);
  });
});
