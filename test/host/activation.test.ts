import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in the editor', () => {
  it('is present and activates', async () => {
    const extension = vscode.extensions.getExtension('vaultsql.vault-sql');
    assert.ok(extension, 'the editor does not know vaultsql.vault-sql');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
