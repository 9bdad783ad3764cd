import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openQuery } from './editor.ts';

describe('the language in the editor', () => {
  afterEach(closeAll);

  it('marks what the vault would refuse, at the construct, with its code', async () => {
    const { document } = await openQuery('SELECT name FROM persons ORDER BY name;\nDELETE FROM persons');
    const found = await diagnosticsOf(document, 2);
    assert.deepEqual(
      found.map(({ code, range, severity }) => [code, document.getText(range), severity]),
      [
        ['unsupported-keyword', 'ORDER BY', vscode.DiagnosticSeverity.Error],
        ['write-operation', 'DELETE', vscode.DiagnosticSeverity.Error],
      ],
    );
  });

  it('follows an edit', async () => {
    const editor = await openQuery('SELECT name FROM persons ORDER BY name');
    const [found] = await diagnosticsOf(editor.document, 1);
    assert.ok(found);
    await editor.edit((edit) =>
      edit.delete(new vscode.Range(found.range.start, editor.document.positionAt(999))),
    );
    await diagnosticsOf(editor.document, 0);
  });

  it('warns of a vault in the directive that is not among the connections', async () => {
    const { document } = await openQuery('-- vault: nowhere/nothing\nSELECT name FROM persons');
    const [found] = await diagnosticsOf(document, 1);
    assert.match(found?.message ?? '', /nowhere\/nothing/);
    assert.equal(found?.range.start.line, 0);
  });

  it('warns of each further directive, and of one below the first lines: it chooses nothing', async () => {
    const ranges = async (text: string, count: number): Promise<[number, string][]> => {
      const { document } = await openQuery(text);
      const found = await diagnosticsOf(document, count);
      return found.map(({ range, message }) => [range.start.line, message]);
    };
    const further = 'Only the first “-- vault:” line chooses the vault. This one is ignored.';
    assert.deepEqual(
      (
        await ranges(
          '-- vault: nowhere/v\nSELECT a FROM t;\n-- vault: local/other\nSELECT b FROM t; -- vault: x/y',
          3,
        )
      ).slice(1),
      [
        [2, further],
        [3, further],
      ],
    );
    assert.deepEqual(await ranges(`${'\n'.repeat(10)}-- vault: local/other\nSELECT a FROM t`, 1), [
      [10, 'Only the first 10 lines can choose the vault. This line is ignored.'],
    ]);
  });

  it('asks whether another vault is meant where the directive misspells one, and changes it', async () => {
    const settings = vscode.workspace.getConfiguration('vaultsql');
    const auth = { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' };
    const vaults = [{ id: 'v1', name: 'people' }];
    const connection = { name: 'hr', environment: 'test', baseUrl: 'http://127.0.0.1:1', vaults, auth };
    await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
    try {
      const { document } = await openQuery('-- vault: hr/poeple\nSELECT id FROM per|sons');
      const found = await diagnosticsOf(document, 1);
      assert.deepEqual(
        found.map(({ message }) => message),
        ['Did you mean hr/people?'],
      );
      const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        found[0]?.range,
      );
      assert.equal(fix?.title, 'Change to hr/people');
      assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
      assert.match(document.getText(), /^-- vault: hr\/people\nSELECT/);
      await diagnosticsOf(document, 0);
    } finally {
      await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    }
  });
  it('offers to run each statement', async () => {
    const { document } = await openQuery('SELECT 1;\n\nSELECT name FROM persons;');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const runs = lenses.filter(({ command }) => command?.command === 'vaultsql.query.run');
    assert.deepEqual(
      runs.map(({ range }) => range.start.line),
      [0, 2],
    );
  });
});
