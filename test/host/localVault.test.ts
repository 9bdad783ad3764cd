import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, command, openQuery, type Summary } from './editor.ts';

const setPort = (port: number | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration('vaultsql')
    .update('localVault.port', port, vscode.ConfigurationTarget.Global);

describe('the local vault in the editor', () => {
  afterEach(async () => {
    await setPort(undefined);
    await command('localVault.stop');
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('starts with sample queries open, and two starts are one', async () => {
    await closeAll();
    const both = await Promise.all([command('localVault.start'), command('localVault.start')]);
    assert.deepEqual(both, [true, true]);
    const document = vscode.window.activeTextEditor?.document;
    assert.match(document?.getText() ?? '', /^-- vault: local\/local-vault/);
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  it('a port in use is said, and nothing runs', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await setPort((other.address() as AddressInfo).port);
    assert.equal(await command('localVault.start'), false);
    await new Promise((resolve) => other.close(resolve));
    assert.equal(await command('localVault.stop'), false);
  });

  it('is gone from the connections once stopped', async () => {
    assert.equal(await command('localVault.start'), true);
    assert.equal(await command('localVault.stop'), true);
    await openQuery('-- vault: local/local-vault\nSELECT name FROM per|sons');
    const { phase, title, buttons } = await command<Summary>('query.run');
    assert.equal(phase, 'idle');
    assert.match(title ?? '', /local vault is not running/);
    assert.ok(buttons?.includes('Start Local Vault'));
  });

  it('is said to be what is missing, once stopped, where a query names no vault', async () => {
    assert.equal(await command('localVault.start'), true);
    const { document } = await openQuery('SELECT id FROM persons LIMIT 1');
    assert.equal((await command<Summary>('query.run', document.uri, 0)).phase, 'rows');
    assert.equal(await command('localVault.stop'), true);
    const { phase, title, buttons } = await command<Summary>('query.run', document.uri, 0);
    assert.deepEqual([phase, title], ['idle', 'Not sent: the local vault is not running']);
    // The rows of the query before stay within reach.
    assert.deepEqual(buttons, ['Start Local Vault', 'Add Connection', 'Show Result']);
    await command('results.clear');
  });
});
