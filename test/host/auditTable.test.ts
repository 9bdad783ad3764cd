import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, openQuery } from './editor.ts';

interface Shown {
  readonly phase: string;
  readonly mode: string;
  readonly rowCount: number;
  readonly status: string;
}

describe('the audit table, against the local vault', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await closeAll();
  });
  after(async () => {
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });

  it('opens with the events of the trail, says how many, and never claims more', async () => {
    await command('audit.clearFilters');
    const shown = await command<Shown>('audit.showTable');
    assert.deepEqual([shown.phase, shown.mode], ['events', 'events']);
    assert.ok(shown.rowCount >= 50);
    assert.match(shown.status, /^\d+ events loaded · older available$/);
  });

  it('shows what is loaded later in another view', async () => {
    const before = await command<Shown>('audit.showTable');
    await command('audit.loadOlder');
    const after = await command<Shown>('audit.showTable');
    assert.ok(after.rowCount >= before.rowCount + 40, `${before.rowCount}, then ${after.rowCount}`);
  });

  it('filters and clears over loaded events with the side panel', async () => {
    const before = await command<Shown>('audit.showTable');
    await command('audit.notThis', { kind: 'value', field: 'actionType', value: 'READ' });
    const filtered = await command<Shown>('audit.showTable');
    assert.match(filtered.status, /^\d+ of \d+ match · /);
    assert.ok(filtered.rowCount < before.rowCount, `${filtered.rowCount} of ${before.rowCount}`);
    await command('audit.clearFilters');
    assert.doesNotMatch((await command<Shown>('audit.showTable')).status, /filtered/);
  });

  it('tells who read what, by the queries of the trail', async () => {
    await openQuery("SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons LIMIT 3");
    await command('query.run');
    await command('audit.refresh');
    const shown = await command<Shown>('audit.whoReadWhat');
    assert.deepEqual([shown.phase, shown.mode], ['events', 'readers']);
    assert.match(shown.status, /^\d+ entries · \d+ requests.* · from \d+ events · /);
    assert.ok(shown.rowCount > 5);
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.csv`));
    const beside = file.with({ path: `${file.path}.manifest.json` });
    try {
      assert.equal(await command('audit.whoReadWhat', file), true);
      const bytes = await vscode.workspace.fs.readFile(file);
      const text = new TextDecoder().decode(bytes);
      assert.match(text, /developer@local\.test,persons,ssn,/);
      assert.equal(text.trim().split('\r\n').length, shown.rowCount + 1);
      const manifest = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(beside)));
      assert.deepEqual(
        [manifest.kind, manifest.format, manifest.events, manifest.provenance.more, manifest.literalsMasked],
        ['who-read-what', 'csv', manifest.loaded, 'yes', true],
      );
      assert.equal(manifest.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(manifest.filters.accountID, 'local-account');
    } finally {
      for (const one of [file, beside]) await vscode.workspace.fs.delete(one);
    }
    assert.equal((await command<Shown>('audit.showTable')).mode, 'events');
  });

  it('shows what is odd beside the events, also from who read what', async () => {
    await command('audit.whoReadWhat');
    await command('audit.showOdd');
    const shown = await command<Shown>('audit.showTable');
    assert.deepEqual([shown.phase, shown.mode], ['events', 'events']);
  });

  it('says what to do without a vault', async () => {
    await vscode.commands.executeCommand('vaultsql.localVault.stop');
    const shown = await command<Shown>('audit.showTable');
    assert.deepEqual([shown.phase, shown.rowCount], ['idle', 0]);
    assert.equal(await command('localVault.start'), true);
  });
});
