import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../run/waiting.ts';
import { EventEmitter, Uri, workspace } from '../fakeVscode.ts';
import '../withVscode.ts';

const { createWorkspaceNames } = await import('../../../../src/extension/language/workspaceNames.ts');

describe('the names in files of the workspace', () => {
  const created = new EventEmitter<Uri>();
  const changed = new EventEmitter<Uri>();
  const deleted = new EventEmitter<Uri>();
  const none = new EventEmitter<unknown>();
  const before_ = { ...workspace };
  let folder = '';
  let file = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vault-sql-names-'));
    file = join(folder, 'a.vaultsql');
    await writeFile(file, 'SELECT a FROM t');
    Object.assign(workspace, {
      textDocuments: [],
      findFiles: async () => [],
      getWorkspaceFolder: () => ({}),
      onDidOpenTextDocument: none.event,
      onDidSaveTextDocument: none.event,
      onDidChangeWorkspaceFolders: none.event,
      createFileSystemWatcher: () => ({
        onDidCreate: created.event,
        onDidChange: changed.event,
        onDidDelete: deleted.event,
        dispose: () => undefined,
      }),
    });
  });
  after(async () => {
    Object.assign(workspace, before_);
    await rm(folder, { recursive: true });
  });

  /** The names, and the readings of files that wait for their answer. */
  async function following() {
    const readings: ((index: string) => void)[] = [];
    const reader = {
      read: () => new Promise<string>((resolve) => readings.push(resolve)),
    };
    const log = { info: () => assert.fail('not read') };
    const names = createWorkspaceNames(log as never, reader as never, () => []);
    await names.load();
    let changes = 0;
    names.onDidChange(() => changes++);
    const found = async (): Promise<unknown[]> => (await names.listDocumentNames()).map(({ index }) => index);
    return { names, readings, found, changes: () => changes };
  }

  it('are those of the read that began last, whichever ends last', async () => {
    const { names, readings, found, changes } = await following();
    created.fire(new Uri(file));
    await eventually('the first reading', () => readings.length === 1);
    changed.fire(new Uri(file));
    await eventually('both readings', () => readings.length === 2);
    readings[1]?.('newer');
    readings[0]?.('older');
    await eventually('the changes', () => changes() === 2);
    assert.deepEqual(await found(), ['newer']);
    names.dispose();
  });

  it('are gone with their file, though it was being read as it was deleted', async () => {
    const { names, readings, found, changes } = await following();
    created.fire(new Uri(file));
    await eventually('the reading', () => readings.length === 1);
    deleted.fire(new Uri(file));
    readings[0]?.('deleted');
    await eventually('the change', () => changes() === 1);
    assert.deepEqual(await found(), []);
    names.dispose();
  });
});
