import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

describe('SQL over loaded audit events, in the editor', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await openQuery("SELECT id FROM persons WHERE name = 'Grace' LIMIT 3");
    await command('query.run');
    await command('query.showAuditEvents');
    await command('audit.clearFilters');
  });
  after(async () => {
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });

  it('opens with questions, says where they go, and answers one in the grid', async () => {
    await command('audit.askInSql');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { document } = editor;
    assert.deepEqual([document.languageId, document.isUntitled], ['vaultsql-events-sql', false]);
    assert.match(document.getText(), /^-- target: loaded events\n/);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    assert.deepEqual(
      lenses.map(({ command: action }) => action?.command),
      Array.from({ length: 5 }, () => 'vaultsql.audit.runSql'),
    );
    for (const lens of lenses) {
      const told = await command<{ kind: string; rows?: number }>(
        'audit.runSql',
        ...(lens.command?.arguments ?? []),
      );
      assert.equal(told.kind, 'rows', document.getText(lens.range));
      const summary = await command<Summary>('results.firstPage');
      assert.equal(summary.rowCount, told.rows);
    }
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    assert.deepEqual(await command('audit.runSql'), { kind: 'noStatement' }, 'in the comment at the top');
    const { line } = document.positionAt(document.getText().indexOf('-- Events per hour'));
    editor.selection = new vscode.Selection(line, 4, line, 4);
    assert.equal(
      (await command<{ kind: string }>('audit.runSql')).kind,
      'rows',
      'at the title of a question',
    );
  });

  it('keeps what is written in it in memory, saved at once, and nothing on disk', async () => {
    await command('audit.askInSql');
    const editor = vscode.window.activeTextEditor ?? assert.fail('no document');
    const { document } = editor;
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '-- my own\n'));
    await eventually('the document to be saved', () => !document.isDirty);
    await closeAll();
    await command('audit.askInSql');
    const opened = vscode.window.activeTextEditor?.document ?? assert.fail('no document');
    assert.equal(opened.lineAt(1).text, '-- my own');
    const all = new vscode.Range(0, 0, opened.lineCount, 0);
    await vscode.window.activeTextEditor?.edit((edit) => edit.delete(all));
    await command('audit.askInSql');
    assert.match(opened.getText(), /^-- target: loaded events\n-- PostgreSQL/, 'the questions are back');
  });

  it('takes rows away that hold what is masked now, and keeps those under masks', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'sql',
      content: '-- target: loaded events\nSELECT actor FROM events LIMIT 1;\n',
    });
    await vscode.window.showTextDocument(document);
    const run = () => command<{ kind: string }>('audit.runSql', document.uri, 30);
    const phase = async () => (await command<Summary>('results.firstPage')).phase;
    assert.equal((await run()).kind, 'rows');
    assert.equal(await phase(), 'rows');
    await command('audit.maskActors');
    const { phase: after, title } = await command<Summary>('results.firstPage');
    assert.deepEqual([after, title], ['idle', 'More is masked in audit events now']);
    assert.equal((await run()).kind, 'rows');
    await command('audit.showActors');
    assert.equal(await phase(), 'rows');
  });

  it('marks what PostgreSQL does not take, until the text is changed', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'sql',
      content: '-- target: loaded events\nSELECT 1;\nSELECT actor, nothing FROM events;\n',
    });
    const editor = await vscode.window.showTextDocument(document);
    const moveCaretTo = (line: number): void => {
      const at = new vscode.Position(line, 3);
      editor.selection = new vscode.Selection(at, at);
    };
    const shown = async () => {
      const { phase, title } = await command<Summary>('results.firstPage');
      return [phase, title];
    };
    moveCaretTo(1);
    assert.deepEqual(await command('audit.runSql'), { kind: 'rows', rows: 1 });
    assert.equal((await shown())[0], 'rows');
    moveCaretTo(2);
    assert.deepEqual(await command('audit.runSql'), { kind: 'refused' });
    assert.deepEqual(
      await shown(),
      ['error', 'The statement failed'],
      'not the rows of the statement before',
    );
    const [problem] = vscode.languages.getDiagnostics(document.uri);
    assert.deepEqual(
      [problem?.source, problem && document.getText(problem.range)],
      ['PostgreSQL', 'nothing'],
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), ' '));
    await eventually('no problem', () => vscode.languages.getDiagnostics(document.uri).length === 0);
  });

  it('runs no other statement where the caret is in one that is commented out', async () => {
    const commented = '-- SELECT actor, nothing\n--   FROM events;\n';
    for (const [content, line] of [
      [`-- target: loaded events\nSELECT 1;\n\n${commented}`, 4],
      [`-- target: loaded events\n\n${commented}\nSELECT 1;\n`, 3],
    ] as const) {
      const document = await vscode.workspace.openTextDocument({ language: 'sql', content });
      const editor = await vscode.window.showTextDocument(document);
      const at = new vscode.Position(line, 5);
      editor.selection = new vscode.Selection(at, at);
      assert.deepEqual(await command('audit.runSql'), { kind: 'commentedOut' });
    }
  });

  it('does nothing in another document, and says so', async () => {
    await openQuery('SELECT 1');
    assert.deepEqual(await command('audit.runSql'), { kind: 'nothing' });
  });
});
