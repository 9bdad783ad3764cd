import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, eventually, openQuery } from './editor.ts';

const statement = 'SELECT a\nFROM t\nWHERE b >= 1;\n';
const count = 33_000;
const large = statement.repeat(count);

describe('a document of a megabyte', () => {
  // Not after each: a document opened right after one of its name was closed may still have that one's text.
  after(closeAll);

  it('is checked in a thread of its own, and again after a change', async () => {
    const { document } = await openQuery(large);
    // A thousand findings, and a word on the others.
    const found = await diagnosticsOf(document, 1_001);
    assert.match(found.at(-1)?.message ?? '', /^65000 further findings/);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'DELETE FROM t;\n');
    await vscode.workspace.applyEdit(edit);
    await eventually('the write', () =>
      vscode.languages.getDiagnostics(document.uri).some(({ code }) => code === 'write-operation'),
    );
  });

  it('has its outline, folds, lenses and quick fixes', async () => {
    const { document } = await openQuery(large);
    await diagnosticsOf(document, 1_001);
    const ask = <T>(command: string, ...more: unknown[]): Thenable<T> =>
      vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...more);
    assert.equal((await ask<unknown[]>('executeDocumentSymbolProvider')).length, 2_000);
    assert.equal((await ask<unknown[]>('executeFoldingRangeProvider')).length, 5_000);
    assert.equal((await ask<unknown[]>('executeCodeLensProvider')).length, 1_000);
    const operator = document.positionAt(large.lastIndexOf('>='));
    const actions = await ask<vscode.CodeAction[]>(
      'executeCodeActionProvider',
      new vscode.Range(operator, operator),
    );
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Write as NOT (b < 1)', 'Rewrite all in this file'],
    );
  });
});
