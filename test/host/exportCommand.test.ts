import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exportFormats } from '../../src/core/results/export/formats.ts';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

/** Rows that the server has; the client asks for them by LIMIT and OFFSET. */
const total = 60;

describe('the commands for export and comparison', () => {
  let server: Server;
  let folder = '';
  let requests = 0;
  const connect = (value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration('vaultsql')
      .update('connections', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
    server = createServer(async (request, response) => {
      // The audit view may look by itself.
      if (request.method === 'POST') requests++;
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const offset = Number(/OFFSET (\d+)/.exec(body)?.[1] ?? 0);
      const count = Math.min(25, total - offset);
      const records = Array.from({ length: count }, (_, at) => ({
        // The first record lacks a column, and fields come in any order.
        fields: { run: requests, ...(offset + at > 0 ? { nick: 'n' } : {}), id: offset + at },
      }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ records }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const vaults = [{ id: 'v1', name: 'v1' }];
    const auth = { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' };
    const connection = { environment: 'test', baseUrl, accountID: 'a1', vaults, auth };
    await connect([
      { ...connection, name: 'exported' },
      { ...connection, name: 'live', environment: 'production' },
    ]);
  });
  after(async () => {
    await connect(undefined);
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes what is loaded, and sends nothing for it', async () => {
    await openQuery('-- vault: exported/v1\nSELECT id, run FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    assert.equal((await command<Summary>('results.nextPage')).firstRowNumber, 26);
    const uri = vscode.Uri.file(join(folder, 'rows.ndjson'));
    const answer = await command<{ kind: string; rows: number }>('results.export', { format: 'ndjson', uri });
    assert.deepEqual([answer.kind, answer.rows, requests], ['done', 50, 2]);
    const lines = readFileSync(uri.fsPath, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      Array.from({ length: 50 }, (_, id) => id),
    );
  });

  it('compares a result in a tab with the next one', async () => {
    await command('results.openInTab');
    await openQuery('-- vault: exported/v1\nSELECT id, run FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    const answer = await command<{ kind: string; changed: number; removed: number }>('results.compare', {
      key: ['id'],
    });
    assert.deepEqual([answer.kind, answer.changed, answer.removed], ['done', 25, 25]);
  });

  it('takes the older result for what was before, wherever the newer one is', async () => {
    await closeAll();
    await openQuery('-- vault: exported/v1\nSELECT id, run FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    assert.equal((await command<Summary>('results.nextPage')).phase, 'rows');
    await command('results.openInTab');
    const isTab = (): boolean =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
    await eventually('the tab', isTab);
    // By its place, as a lens does: the tab keeps the keyboard.
    const content = '-- vault: exported/v1\nSELECT id, run FROM persons WHERE id < 99';
    const { uri } = await vscode.workspace.openTextDocument({ language: 'vaultsql', content });
    assert.equal((await command<Summary>('query.run', uri, content.indexOf('SELECT'))).phase, 'rows');
    assert.ok(isTab());
    const answer = await command<{ kind: string; added: number; removed: number; uri: vscode.Uri }>(
      'results.compare',
      { key: ['id'] },
    );
    assert.deepEqual([answer.kind, answer.added, answer.removed], ['done', 0, 25]);
    const text = (await vscode.workspace.openTextDocument(answer.uri)).getText();
    assert.match(text, /^Before: exported\/v1 · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · the 50 rows loaded/m);
    assert.match(text, /^After: exported\/v1 · .* · the 25 rows loaded/m);
  });

  describe('with every value revealed for a while on production', () => {
    const MASKED = /\[masked\\?\]/;
    const reveal = async (): Promise<void> => {
      await closeAll();
      await openQuery('-- vault: live/v1\nSELECT id, nick, run FROM per|sons');
      assert.equal((await command<Summary>('query.run')).phase, 'rows');
      await command('results.toggleMask');
    };

    for (const { format, extension } of exportFormats)
      it(`writes masked values to ${format}`, async () => {
        await reveal();
        const uri = vscode.Uri.file(join(folder, `revealed.${extension}`));
        const answer = await command<{ kind: string }>('results.export', { format, uri, manifest: true });
        assert.equal(answer.kind, 'done');
        if (format !== 'xlsx') assert.match(readFileSync(uri.fsPath, 'latin1'), MASKED);
        const manifest = JSON.parse(readFileSync(`${uri.fsPath}.manifest.json`, 'utf8'));
        assert.deepEqual([manifest.maskedColumns, manifest.plainTextColumns], [['id', 'nick', 'run'], []]);
      });

    /** Exports as a user who takes the first answer of each list, but for masked values `plain`. */
    async function exportByHand(name: string, plain: boolean, whileAsked?: () => Thenable<unknown>) {
      const uri = vscode.Uri.file(join(folder, name));
      const titles: string[] = [];
      const { showQuickPick, showSaveDialog } = vscode.window;
      Object.assign(vscode.window, {
        showQuickPick: async (
          items: readonly { readonly isMasked?: boolean; readonly id?: string }[],
          { title = '', canPickMany = false }: vscode.QuickPickOptions,
        ) => {
          titles.push(title);
          if (canPickMany) return items.filter(({ id }) => id === 'manifest');
          return items.find(({ isMasked }) => isMasked === !plain) ?? items[0];
        },
        showSaveDialog: async () => {
          await whileAsked?.();
          return uri;
        },
      });
      try {
        assert.equal((await command<{ kind: string }>('results.export')).kind, 'done');
      } finally {
        Object.assign(vscode.window, { showQuickPick, showSaveDialog });
      }
      const manifest = JSON.parse(readFileSync(`${uri.fsPath}.manifest.json`, 'utf8'));
      return { titles, text: readFileSync(uri.fsPath, 'utf8'), manifest };
    }

    it('asks about masked values all the same, and masks them though the reveal ends in the save dialog', async () => {
      await reveal();
      const { titles, text, manifest } = await exportByHand('asked.csv', false, () =>
        command('results.toggleMask'),
      );
      assert.ok(titles.includes('3 columns have masked values'), titles.join());
      assert.match(text, MASKED);
      assert.deepEqual(manifest.maskedColumns, ['id', 'nick', 'run']);
    });

    it('writes plain text where that is chosen in the export, and says so in the manifest', async () => {
      await reveal();
      const { text, manifest } = await exportByHand('plain.csv', true);
      assert.doesNotMatch(text, MASKED);
      assert.deepEqual([manifest.maskedColumns, manifest.plainTextColumns], [[], ['id', 'nick', 'run']]);
    });

    it('copies and compares masked values', async () => {
      await reveal();
      await command('results.copy');
      assert.match(await vscode.env.clipboard.readText(), MASKED);
      await command('results.openInTab');
      await openQuery('-- vault: live/v1\nSELECT id, run, nick FROM per|sons WHERE id < 99');
      assert.equal((await command<Summary>('query.run')).phase, 'rows');
      await command('results.toggleMask');
      const compared = await command<{ uri: vscode.Uri }>('results.compare', { key: ['id'] });
      const text = (await vscode.workspace.openTextDocument(compared.uri)).getText();
      assert.match(text, MASKED);
    });
  });

  it('has the columns in the order of the SELECT list, whatever the first record lacks', async () => {
    await openQuery('-- vault: exported/v1\nSELECT id, nick, run FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    await command('results.copy');
    const [head, first, second] = (await vscode.env.clipboard.readText()).split('\n');
    assert.equal(head, 'id\tnick\trun');
    assert.match(first ?? '', /^0\t\t\d+$/);
    assert.match(second ?? '', /^1\tn\t\d+$/);
  });
});
