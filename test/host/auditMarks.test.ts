import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command } from './editor.ts';

interface Written {
  readonly context: { readonly changeID: string };
  readonly vaultSqlMark?: { readonly marked: true; readonly note?: string };
}

/** Writes and reads a file, and removes it with its manifest. */
const read = async (file: vscode.Uri): Promise<string> =>
  new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
const beside = (file: vscode.Uri): vscode.Uri => file.with({ path: `${file.path}.manifest.json` });
const fileOf = (ending: string): vscode.Uri =>
  vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.${ending}`));
const remove = async (file: vscode.Uri): Promise<void> => {
  for (const one of [file, beside(file)]) await vscode.workspace.fs.delete(one);
};

/** What is shown, as an export has it. */
async function shown(): Promise<readonly Written[]> {
  const file = fileOf('ndjson');
  assert.equal(await command('audit.export', file), true);
  const text = await read(file);
  await remove(file);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Written);
}
const marksOf = (events: readonly Written[]): readonly unknown[] =>
  events.flatMap(({ vaultSqlMark }) => vaultSqlMark ?? []);

describe('marks and notes of audit events, against the local vault', () => {
  let ids: readonly string[];
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await command('audit.clearFilters');
    await command('audit.refresh');
    ids = (await shown()).slice(0, 3).map(({ context }) => context.changeID);
    assert.equal(new Set(ids).size, 3);
  });
  after(async () => {
    await command('audit.clearFilters');
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });

  it('are written with the events, filter them, and outlive a refresh', async () => {
    assert.equal(await command('audit.showMarked'), false, 'nothing is marked');
    await command('audit.mark', ids[0]);
    await command('audit.addNote', ids[2], 'asked Maria,\n"legitimate"');
    const all = await shown();
    assert.deepEqual(marksOf(all), [{ marked: true }, { marked: true, note: 'asked Maria,\n"legitimate"' }]);
    assert.equal(await command('audit.showMarked'), true);
    await command('audit.refresh');
    const marked = await shown();
    assert.deepEqual(
      marked.map(({ context }) => context.changeID),
      [ids[0], ids[2]],
    );
    await command('audit.unmark', ids[0]);
    assert.equal((await shown()).length, 1, 'the filter follows');
    await command('audit.mark', ids[1]);
    const table = await command<{ rowCount: number; status: string }>('audit.showTable');
    assert.equal(table.rowCount, 2);
    assert.match(table.status, /^2 of \d+ match/);
    await command('audit.clearFilters');
  });

  for (const ending of ['ndjson', 'json', 'csv'])
    it(`come back from a file that a colleague opens: ${ending}`, async () => {
      await command('audit.showMarked');
      const before = await shown();
      const file = fileOf(ending);
      assert.equal(await command('audit.export', file), true);
      try {
        assert.equal(await command('audit.import', file), true);
        const again = await shown();
        assert.deepEqual(
          again.map(({ context, vaultSqlMark }) => [context.changeID, vaultSqlMark]),
          before.map(({ context, vaultSqlMark }) => [context.changeID, vaultSqlMark]),
        );
        assert.equal(await command('audit.showMarked'), true);
        await command('audit.unmark', before[0]?.context.changeID);
      } finally {
        await command('audit.closeFiles');
        await remove(file);
      }
      assert.deepEqual(marksOf(await shown()), marksOf(before), 'those of the file were of the file');
      await command('audit.clearFilters');
    });
});
