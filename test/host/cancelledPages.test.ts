import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

/** More than are loaded before the cancel: each row is a page, and so a request, of its own. */
const ROWS = 900;
const changed = new Map<string, unknown>([
  ['results.pageSize', 1],
  ['audit.pageSize', 1_000],
  [
    'audit.savedFilters',
    { pages: { bar: '"SELECT id, city FROM"' }, own: { bar: '"SELECT id, city FROM" me' } },
  ],
]);

describe('Load All that is cancelled in the middle, against the local vault', () => {
  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration('vaultsql').update(name, value, vscode.ConfigurationTarget.Global);
  /** The number of loaded events that pass a saved view, and of the rows that they have in the audit table. */
  async function apply(view: string): Promise<{ readonly events: number; readonly rows: number }> {
    await command('audit.applyFilter', view);
    const { rowCount, status } = await command<{ rowCount: number; status: string }>('audit.showTable');
    const [, events] = /^([\d,]+) of [\d,]+ match/.exec(status) ?? assert.fail(status);
    return { events: Number(events?.replaceAll(',', '')), rows: rowCount };
  }
  async function countDisplayedRows(): Promise<number> {
    await command('results.copy');
    return (await vscode.env.clipboard.readText()).split('\n').length - 1;
  }

  before(async () => {
    for (const [name, value] of changed) await set(name, value);
    assert.equal(await command('localVault.start'), true);
  });
  after(async () => {
    await command('audit.clearFilters');
    for (const name of changed.keys()) await set(name, undefined);
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
    assert.equal(await command('localVault.stop'), true);
  });

  it('leaves audit events that all count as requests of this window, folded in one row', async () => {
    const { document } = await openQuery(`SELECT id, city FROM persons LIMIT ${ROWS}`);
    assert.equal((await command<Summary>('query.run', document.uri, 0)).rowCount, 1);
    const loading = command<Summary>('results.loadAll', { confirmed: true });
    await eventually('some pages', async () => (await countDisplayedRows()) > 1);
    await command('results.cancel');
    const { rowCount } = await loading;
    assert.ok(rowCount > 1 && rowCount < ROWS, `${rowCount} rows`);
    await command('audit.refresh');
    const { events, rows } = await apply('pages');
    assert.ok(events >= rowCount, `${events} events, ${rowCount} rows`);
    assert.deepEqual([(await apply('own')).events, rows], [events, 1]);
  });
});
