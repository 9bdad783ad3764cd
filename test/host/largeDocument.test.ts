import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, eventually, openQuery } from './editor.ts';

const statement = 'SELECT a\nFROM t\nWHERE b >= 1;\n';
const count = 33_000;
const large = statement.repeat(count);

const hasWrite = ({ uri }: vscode.TextDocument): boolean =>
  vscode.languages.getDiagnostics(uri).some(({ code }) => code === 'write-operation');

describe('a document of a megabyte', () => {
  afterEach(closeAll);

  it('is checked in a thread of its own, and again after a change', async () => {
    const { document } = await openQuery(large);
    // A thousand findings, and a word on the others.
    const found = await diagnosticsOf(document, 1_001);
    assert.match(found.at(-1)?.message ?? '', /^65000 more problems/);
    // Read where the editor's other work is done, it would hold up the short one that is changed right after it.
    const short = (await openQuery(statement)).document;
    await diagnosticsOf(short, 2);
    // The editor may report both at once, which says nothing about their order.
    const both = [short, document];
    const inOrder: vscode.TextDocument[] = [];
    const listening = vscode.languages.onDidChangeDiagnostics(() =>
      inOrder.push(...both.filter((one) => hasWrite(one) && !inOrder.includes(one))),
    );
    const edit = new vscode.WorkspaceEdit();
    for (const { uri } of both) edit.insert(uri, new vscode.Position(0, 0), 'DELETE FROM t;\n');
    await vscode.workspace.applyEdit(edit);
    await eventually('both writes', () => inOrder.length === 2);
    listening.dispose();
    assert.deepEqual(
      inOrder.map(({ uri }) => uri.toString()),
      both.map(({ uri }) => uri.toString()),
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
      ['Change to NOT (b < …)', 'Rewrite all in this file'],
    );
  });
});
