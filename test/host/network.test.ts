import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

const opened = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';

describe('the network log', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await closeAll();
  });
  after(async () => {
    await closeAll();
    await command('localVault.stop');
  });

  it('has each request, and nothing of what was in it, in a document that stays up to date', async () => {
    await openQuery("SELECT id FROM persons WHERE name = 'a-planted-name'| LIMIT 3");
    assert.equal((await command<Summary>('query.run')).phase, 'none');
    await command('showNetworkLog');
    const before = opened();
    assert.match(opened(), /POST +\/v1\/vaults\/\{vaultID\}\/query +200 +\d+ +\d+ +1 /);
    assert.doesNotMatch(opened(), /a-planted-name|Bearer/);
    assert.equal(vscode.window.activeTextEditor?.document.isUntitled, false);
    await command('audit.refresh');
    // The log keeps a limited number of requests, so that it may have no more lines than before.
    await eventually('the next request', () => opened() !== before);
    assert.match(opened(), /GET +\/v1\/audit\/events +200/);
  });

  it('is part of the diagnostics, without a name or an address', async () => {
    const text = await command<string>('copyDiagnostics');
    assert.equal(await vscode.env.clipboard.readText(), text);
    assert.match(text, /- Vault SQL \d+\.\d+\.\d+\n/);
    assert.match(
      text,
      /- connection 1: local vault, sign-in token, vaults: 1, with a host of their own: 0, account set/,
    );
    assert.match(text, /POST +\/v1\/vaults\/\{vaultID\}\/query +200 +\d+ +\d+ +1 +#\d+ +#\d+/);
    assert.doesNotMatch(text, /127\.0\.0\.1|a-planted-name|local-vault|Bearer/);
  });
});
