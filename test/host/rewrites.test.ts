import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, eventually, openQuery } from './editor.ts';

const actionsAt = (document: vscode.TextDocument, at: string, kind?: vscode.CodeActionKind) => {
  const start = document.positionAt(document.getText().indexOf(at));
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(start, start),
    kind?.value,
    20,
  );
};
const titled = (actions: readonly vscode.CodeAction[], title: string): vscode.CodeAction => {
  const found = actions.find((one) => one.title.includes(title));
  assert.ok(found, `${title} is not among ${actions.map((one) => one.title).join(' · ')}`);
  return found;
};
async function apply({ edit }: vscode.CodeAction): Promise<void> {
  assert.ok(edit);
  assert.ok(await vscode.workspace.applyEdit(edit));
}
const errorsGone = (document: vscode.TextDocument): Promise<boolean> =>
  eventually('no errors left', () =>
    vscode.languages
      .getDiagnostics(document.uri)
      .every(({ severity }) => severity !== vscode.DiagnosticSeverity.Error),
  );

const text = `SELECT name FROM persons WHERE income >= id AND state IN (city, name);
SELECT name FROM persons WHERE income <> id;
SELECT name FROM persons ORDER BY name`;

describe('rewrites', () => {
  afterEach(closeAll);

  it('are quick-fixes of their diagnostic, and of the statement', async () => {
    const { document } = await openQuery(text);
    const diagnostics = await diagnosticsOf(document, 4);
    const actions = await actionsAt(document, '>=');
    const one = titled(actions, 'NOT (income < id)');
    assert.equal(one.isPreferred, true);
    assert.ok(diagnostics.some(({ range }) => document.getText(range) === '>='));
    await apply(one);
    await diagnosticsOf(document, 3);
    assert.ok(document.getText().includes('WHERE NOT (income < id) AND state IN'));
    await apply(titled(await actionsAt(document, 'IN (city'), '(state = city OR state = name)'));
    await diagnosticsOf(document, 2);
  });

  it('of a whole statement and a whole file are offered at one place', async () => {
    const { document } = await openQuery(text);
    await diagnosticsOf(document, 4);
    const actions = await actionsAt(document, '>=');
    await apply(titled(actions, 'all in this statement'));
    await diagnosticsOf(document, 2);
    await apply(titled(await actionsAt(document, '<>'), 'all in this file'));
    const [left] = await diagnosticsOf(document, 1);
    assert.equal(left && document.getText(left.range), 'ORDER BY');
    // Only the person does what loses the order.
    const removal = titled(await actionsAt(document, 'ORDER BY'), 'Remove ORDER BY');
    assert.notEqual(removal.isPreferred, true);
    await apply(removal);
    await errorsGone(document);
  });

  it('are made on save', async () => {
    const { fsPath } = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
    const uri = vscode.Uri.joinPath(vscode.Uri.file(fsPath), 'saved.vaultsql');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const editor = vscode.workspace.getConfiguration('editor');
    const onSave = { 'source.fixAll.vaultsql': 'explicit' };
    await editor.update('codeActionsOnSave', onSave, vscode.ConfigurationTarget.Global);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const shown = await vscode.window.showTextDocument(document);
      await shown.edit((edit) => edit.insert(new vscode.Position(0, 0), '-- changed\n'));
      await vscode.commands.executeCommand('workbench.action.files.save');
      await eventually('rewritten', () => !/>=|<>|\bIN\b/.test(document.getText()));
      assert.ok(document.getText().includes('ORDER BY name'));
      assert.equal(document.isDirty, false);
    } finally {
      await editor.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Global);
      await closeAll();
      await vscode.workspace.fs.delete(uri);
    }
  });

  it('put a value in double quotes into single ones, unless a name like it is known', async () => {
    const known = 'SELECT "a@b.c" FROM mails;\n';
    const { document } = await openQuery('SELECT name FROM persons WHERE email = "x@y.z"');
    const [warning] = await diagnosticsOf(document, 1);
    assert.deepEqual(
      [warning?.code, warning?.message],
      ['quoted-value', 'Double quotes enclose a name. Use single quotes for a value.'],
    );
    await apply(titled(await actionsAt(document, '"x@y.z"'), 'Change to text'));
    assert.ok(document.getText().endsWith("email = 'x@y.z'"));
    const other = await openQuery(`${known}SELECT name FROM mails WHERE email = "x@y.z" AND name >= id`);
    const [only] = await diagnosticsOf(other.document, 1);
    assert.equal(only?.code, 'unsupported-operator');
    assert.deepEqual(
      (await actionsAt(other.document, '"x@y.z"')).filter(({ title }) => title.startsWith('Change to text')),
      [],
    );
  });
});
