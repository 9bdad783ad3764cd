import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, eventually, openQuery } from './editor.ts';

const { workspaceFile, workspaceFolders: [first] = [] } = vscode.workspace;

// Of a workspace that is a folder, the second one would start the extensions again.
if (workspaceFile && first)
  describe('settings of a workspace: folders', () => {
    const runFolder = dirname(workspaceFile.fsPath);
    const [second, third] = ['second', 'third'].map((name) => vscode.Uri.file(join(runFolder, name)));
    assert.ok(second && third);
    const schemaOf = (folder: vscode.Uri): vscode.Uri =>
      vscode.Uri.joinPath(folder, '.vaultsql', 'schema.json');
    const write = async (file: vscode.Uri, text: string): Promise<void> => {
      await mkdir(dirname(file.fsPath), { recursive: true });
      await writeFile(file.fsPath, text);
    };
    const schema = (table: string): string =>
      JSON.stringify({ tables: { [table]: { columns: { pin: { transientTokenization: true } } } } });
    const found = (uri: vscode.Uri): readonly vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'vaultsql');
    const codesOf = ({ document }: vscode.TextEditor): readonly unknown[] =>
      found(document.uri)
        .map(({ code }) => code)
        .filter((code) => code === 'transient-where');
    const change = async (at: number, remove: number, ...add: readonly vscode.Uri[]): Promise<void> => {
      const count = (vscode.workspace.workspaceFolders?.length ?? 0) - remove + add.length;
      assert.ok(vscode.workspace.updateWorkspaceFolders(at, remove, ...add.map((uri) => ({ uri }))));
      await eventually(`${count} folders`, () => vscode.workspace.workspaceFolders?.length === count);
    };
    const completes = async ({ document, selection }: vscode.TextEditor, name: string): Promise<boolean> => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        selection.active,
      );
      return items.some(({ label }) => (typeof label === 'string' ? label : label.label) === name);
    };

    after(async () => {
      await closeAll();
      await change(1, (vscode.workspace.workspaceFolders?.length ?? 1) - 1);
      for (const folder of [second, third]) await rm(folder.fsPath, { recursive: true, force: true });
    });

    it('that come later bring their policies and names, each by its own files', async () => {
      const editor = await openQuery(
        "SELECT | FROM gates;\nSELECT name FROM doors WHERE pin = '1';\nSELECT name FROM gates WHERE pin = '1'",
      );
      await completes(editor, 'warm-up');
      await write(schemaOf(second), schema('doors'));
      await write(schemaOf(third), schema('gates'));
      await write(vscode.Uri.joinPath(third, 'gates.vaultsql'), 'SELECT keeper_name FROM gates;\n');
      await change(1, 0, second, third);
      await eventually('both policies', () => codesOf(editor).length === 2);
      await eventually('a name of a file in the third folder', () => completes(editor, 'keeper_name'));
    });

    it('keep their rules, also those of a file that is no JSON any more, whose fault is named there', async () => {
      const editor = await openQuery(
        "SELECT name FROM doors WHERE pin = '1';\nSELECT name FROM gates WHERE pin = '1'",
      );
      await eventually('both policies', () => codesOf(editor).length === 2);
      await write(schemaOf(third), '{ "tables": oops }');
      const [problem] = await eventually('the fault', () => {
        const problems = found(schemaOf(third));
        return problems.length > 0 && problems;
      });
      assert.match(problem?.message ?? '', /not JSON.*The earlier version still applies/);
      assert.deepEqual(found(schemaOf(second)), []);
      assert.equal(codesOf(editor).length, 2);
      await rm(schemaOf(third).fsPath);
      await eventually('no fault', () => found(schemaOf(third)).length === 0);
      await eventually('the other policy', () => codesOf(editor).length === 1);
    });

    it('name a file that can’t be read, or is too large', async () => {
      await mkdir(schemaOf(third).fsPath, { recursive: true });
      const fault = (text: RegExp): Promise<unknown> =>
        eventually(`the fault ${text}`, () =>
          found(schemaOf(third)).some(({ message }) => text.test(message)),
        );
      await fault(/can’t be read/);
      await rm(schemaOf(third).fsPath, { recursive: true });
      await write(schemaOf(third), `${schema('gates')}${' '.repeat(5_000_001)}`);
      await fault(/larger than 5 MB/);
      await write(schemaOf(third), schema('gates'));
      await eventually('no fault', () => found(schemaOf(third)).length === 0);
    });

    it('that are removed take their policies and names with them', async () => {
      const editor = await openQuery(
        "SELECT | FROM gates;\nSELECT name FROM doors WHERE pin = '1';\nSELECT name FROM gates WHERE pin = '1'",
      );
      await eventually('both policies', () => codesOf(editor).length === 2);
      await change(2, 1);
      await eventually('one policy', () => codesOf(editor).length === 1);
      await eventually('no name of the third folder', async () => !(await completes(editor, 'keeper_name')));
    });
  });
