import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { logBelow } from '../editor/destinations.ts';
import { closeAll, command, diagnosticsOf, eventually, openQuery, type Summary } from './editor.ts';

describe('the schema file of a workspace', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no workspace');
  const file = vscode.Uri.joinPath(folder, '.vaultsql', 'schema.json');
  const write = async (value: unknown): Promise<void> => {
    await mkdir(dirname(file.fsPath), { recursive: true });
    await writeFile(file.fsPath, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  };
  const codes = (found: readonly vscode.Diagnostic[]): readonly unknown[] => found.map(({ code }) => code);
  const transient = { tables: { badges: { columns: { pin_code: { transientTokenization: true } } } } };

  after(async () => {
    await rm(dirname(file.fsPath), { recursive: true, force: true });
    await closeAll();
  });

  it('adds its policies to the check, as soon as it is there and while it changes', async () => {
    const { document } = await openQuery("SELECT name FROM badges WHERE pin_code = '1'");
    assert.deepEqual(codes(await diagnosticsOf(document, 1)), ['literal-in-audit-log']);
    await write(transient);
    await eventually('the policy', () =>
      codes(vscode.languages.getDiagnostics(document.uri)).includes('transient-where'),
    );
    const { title } = await command<Summary>('query.run');
    assert.match(title ?? '', /not sent|error/i);
    const noPolicy = () =>
      eventually('no policy', () =>
        codes(vscode.languages.getDiagnostics(document.uri)).every((code) => code !== 'transient-where'),
      );
    await rm(file.fsPath);
    await noPolicy();
    await write(transient);
    await eventually('the policy again', () =>
      codes(vscode.languages.getDiagnostics(document.uri)).includes('transient-where'),
    );
    // With its folder, of which alone the editor may tell.
    await rm(dirname(file.fsPath), { recursive: true });
    await noPolicy();
  });

  it('gives completion its names', async () => {
    await write(transient);
    const { document, selection } = await openQuery('SELECT | FROM badges');
    await eventually('the column', async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        selection.active,
      );
      return items.some(({ label }) => (typeof label === 'string' ? label : label.label) === 'pin_code');
    });
  });

  it('is not waited for where it is a named pipe, nor read without end where it leads to a device', async () => {
    if (process.platform === 'win32') return;
    await mkdir(dirname(file.fsPath), { recursive: true });
    const refusals = (): number =>
      logBelow(process.env.VAULTSQL_TEST_RUN ?? '').split('schema.json was not read: unreadable').length - 1;
    const put: readonly (() => unknown)[] = [
      () => execFileSync('mkfifo', [file.fsPath]),
      () => symlink('/dev/zero', file.fsPath),
    ];
    for (const putThere of put) {
      const before = refusals();
      await rm(file.fsPath, { force: true });
      await putThere();
      await eventually('a refusal', () => refusals() > before);
    }
    await rm(file.fsPath);
    await write(transient);
    const { document } = await openQuery("SELECT name FROM badges WHERE pin_code = '1'");
    await eventually('the policy', () =>
      codes(vscode.languages.getDiagnostics(document.uri)).includes('transient-where'),
    );
  });

  it('masks what it masked before where it can’t be read, and no longer once it says so or is gone', async () => {
    const isMasked = async (): Promise<boolean> => {
      const { document } = await openQuery('SELECT city FROM persons LIMIT 2');
      const { phase, title } = await command<Summary>('query.run', document.uri, 0);
      assert.deepEqual([phase, title], ['rows', undefined]);
      await command('results.copy');
      return /\[masked\]/.test(await vscode.env.clipboard.readText());
    };
    const says = (text: RegExp) =>
      eventually(`${text}`, () =>
        vscode.languages.getDiagnostics(file).some(({ message }) => text.test(message)),
      );
    const masking = { tables: { persons: { columns: { city: { masked: true } } } } };
    assert.equal(await command('localVault.start'), true);
    await write(masking);
    await eventually('the mask', isMasked);
    await write(JSON.stringify(masking).slice(0, -1));
    await says(/not JSON from here on\. The earlier version still applies\.$/);
    assert.equal(await isMasked(), true);
    // As a tool writes it that removes the file first.
    await rm(file.fsPath);
    await write('<<<<<<< HEAD');
    await says(/not JSON from here on\. The earlier version still applies\.$/);
    assert.equal(await isMasked(), true);
    await write({ tables: { persons: { columns: { city: { masked: 'yes' } } } } });
    await says(/city\.masked must be true or false\. The policies read earlier still apply\.$/);
    assert.equal(await isMasked(), true);
    await write({ tables: {} });
    await eventually('no mask', async () => !(await isMasked()));
    await write(masking);
    await eventually('the mask again', isMasked);
    await rm(file.fsPath);
    await eventually('no mask without the file', async () => !(await isMasked()));
    assert.equal(await command('localVault.stop'), true);
  });

  it('says in the file what is not applied', async () => {
    await write('{ "tables": { "badges": { "columns": { "pin_code": { "masked": false } } } } }');
    const problems = await eventually('the problem', () => {
      const found = vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'vaultsql');
      return found.length === 1 && found;
    });
    const [problem] = problems;
    assert.match(problem?.message ?? '', /a workspace can add protection, not remove it/);
    const document = await vscode.workspace.openTextDocument(file);
    // It may still have the text from before.
    await eventually('the place', () => problem && document.getText(problem.range) === 'false');
  });
});
