import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, command, diagnosticsOf, eventually, openQuery, type Summary } from './editor.ts';

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

  it('opens the sample as a saved file without errors, and with an error as an exercise', async () => {
    await closeAll();
    assert.equal(await command('localVault.start'), true);
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no sample');
    assert.match(document.uri.path, /\/sample\.vaultsql$/);
    assert.deepEqual([document.isUntitled, document.isDirty], [false, false]);
    const findErrors = (diagnostics: readonly vscode.Diagnostic[]) =>
      diagnostics.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.deepEqual(findErrors(await diagnosticsOf(document, 1)), []);
    assert.equal((await command<Summary>('query.run')).phase, 'rows', 'the first statement runs');
    const line = document
      .getText()
      .split('\n')
      .findIndex((text) => /^-- SELECT .* ORDER BY/.test(text));
    assert.match(document.lineAt(line - 2).text, /^-- An exercise: uncomment the last line/);
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(line, 0, line, 3));
    await vscode.workspace.applyEdit(edit);
    const [error] = findErrors(await diagnosticsOf(document, 2));
    assert.equal(error && document.getText(error.range), 'ORDER BY');
    await vscode.commands.executeCommand('undo');
  });

  it('keeps what the person saves in the sample', async () => {
    await closeAll();
    assert.equal(await command('localVault.start'), true);
    const editor = vscode.window.activeTextEditor ?? assert.fail('no sample');
    const before = editor.document.getText();
    const own = '-- vault: local/local-vault\nSELECT id FROM persons LIMIT 3;\n';
    const write = async (text: string): Promise<void> => {
      const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
      await editor.edit((edit) => edit.replace(whole, text));
      // On a busy machine the editor now and then answers that it could not save; a person saves once more.
      await eventually('the sample to be saved', () => editor.document.save());
      assert.equal(editor.document.isDirty, false);
    };
    await write(own);
    await closeAll();
    await command('localVault.start');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), own);
    await vscode.workspace.fs.delete(editor.document.uri);
    await closeAll();
    await command('localVault.start');
    const written = await vscode.workspace.fs.readFile(editor.document.uri);
    assert.equal(new TextDecoder().decode(written), before, 'deleted, it is written again');
  });

  it('names a new query after its table or vault, and after no file that exists', async () => {
    assert.equal(await command('localVault.start'), true);
    const target = { connection: { name: 'local' }, vault: { id: 'local-vault', name: 'local-vault' } };
    const open = async (id: string, argument: object): Promise<vscode.TextDocument> => {
      await command(id, argument);
      return vscode.window.activeTextEditor?.document ?? assert.fail('no query');
    };
    const nameOf = ({ uri }: vscode.TextDocument): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);
    const cards = { target, table: { name: 'credit_cards' } };
    const first = await open('table.newQuery', cards);
    assert.deepEqual(
      [first.isUntitled, first.languageId, nameOf(first)],
      [true, 'vaultsql', 'credit_cards.vaultsql'],
    );
    assert.match(first.getText(), /^-- vault: local\/local-vault\nSELECT[\s\S]+\sFROM credit_cards;\n$/);
    const caret = vscode.window.activeTextEditor?.selection.active;
    assert.ok(caret && first.offsetAt(caret) === first.getText().length);
    assert.equal(nameOf(await open('table.newQuery', cards)), 'credit_cards-2.vaultsql');
    const ofVault = await open('query.new', { target });
    assert.deepEqual(
      [nameOf(ofVault), ofVault.getText()],
      ['local-vault.vaultsql', '-- vault: local/local-vault\n'],
    );
    const ofSelectedVault = await open('query.new', {});
    assert.deepEqual(
      [nameOf(ofSelectedVault), ofSelectedVault.getText()],
      ['local-vault-2.vaultsql', '-- vault: local/local-vault\n'],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const file = vscode.Uri.joinPath(folder?.uri ?? assert.fail('no folder'), 'local-vault.vaultsql');
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
    try {
      assert.match(nameOf(await open('query.new', { target })), /^local-vault-\d\.vaultsql$/);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('a port in use is said, and nothing runs', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await setPort((other.address() as AddressInfo).port);
    assert.equal(await command('localVault.start'), false);
    await new Promise((resolve) => other.close(resolve));
    assert.equal(await command('localVault.stop'), false);
  });

  it('a query that is run while it starts waits for it', async () => {
    const { document } = await openQuery('-- vault: local/local-vault\nSELECT id FROM persons LIMIT 1');
    const starting = command('localVault.start');
    assert.equal((await command<Summary>('query.run', document.uri, 40)).phase, 'rows');
    assert.equal(await starting, true);
  });

  it('a file that names it is not marked while it starts', async () => {
    const { document } = await openQuery('-- vault: local/local-vault\nSELECT id FROM persons');
    const isMarked = (): boolean => vscode.languages.getDiagnostics(document.uri).length > 0;
    const [mark] = await diagnosticsOf(document, 1);
    assert.equal(mark?.message, 'The local vault is not running. Start it to run statements of this file.');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await setPort((other.address() as AddressInfo).port);
    const seen: boolean[] = [];
    const watching = vscode.languages.onDidChangeDiagnostics(() => seen.push(isMarked()));
    assert.equal(await command('localVault.start'), false);
    await diagnosticsOf(document, 1);
    watching.dispose();
    assert.ok(seen.includes(false));
    await new Promise((resolve) => other.close(resolve));
  });

  it('a query that waits for a start that fails is said not to be sent', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await setPort((other.address() as AddressInfo).port);
    const { document } = await openQuery('-- vault: local/local-vault\nSELECT id FROM persons LIMIT 1');
    const starting = command('localVault.start');
    const { phase, title } = await command<Summary>('query.run', document.uri, 40);
    assert.deepEqual([phase, title], ['idle', 'Not sent: the local vault is not running']);
    assert.equal(await starting, false);
    await new Promise((resolve) => other.close(resolve));
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
