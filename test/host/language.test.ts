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
