import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery } from './editor.ts';

const setting = () => vscode.workspace.getConfiguration('vaultsql');
const shownDocument = (): string => {
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, 'vaultsql-audit');
  return document?.getText() ?? '';
};

describe('audit events, against the local vault', () => {
  before(async () => {
    assert.equal(await command('localVault.start'), true);
    await openQuery("SELECT id FROM persons WHERE name = 'Grace' LIMIT 3");
    await command('query.run');
    await command('query.showAuditEvents');
  });
  after(async () => {
    await command('audit.clearFilters');
    await closeAll();
    assert.equal(await command('localVault.stop'), true);
  });
  afterEach(closeAll);

  it('mask the literals of a query until they are shown for the event', async () => {
    await command('audit.openEvent');
    assert.match(shownDocument(), /name = '•••' LIMIT 3/);
    assert.doesNotMatch(shownDocument(), /Grace/);
    await command('audit.showLiterals');
    await eventually('the literal', () => /name = 'Grace'/.test(shownDocument()));
    await command('audit.maskLiterals');
    await eventually('the mask', () => /name = '•••'/.test(shownDocument()));
  });

  it('are laid out in one preview tab, with the JSON of the service one step further', async () => {
    await command('audit.openEvent');
    const details = vscode.window.activeTextEditor?.document;
    assert.equal(details?.languageId, 'vaultsql-event');
    assert.match(
      shownDocument(),
      /^READ · developer@local\.test\n.*\n\nQuery\n\tSELECT id .*\n\nResult\n {2}Status +200\n/,
    );
    await command('audit.showRawJson', details.uri);
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'json');
    const { request } = JSON.parse(shownDocument()) as { request: { data: { content: string } } };
    assert.match(request.data.content, /name = '•••' LIMIT 3/);
    await command('audit.openEvent', vscode.window.activeTextEditor?.document.uri);
    assert.equal(shownDocument(), details.getText());
    const { tabs } = vscode.window.tabGroups.activeTabGroup;
    assert.deepEqual(
      tabs.filter(({ label }) => / READ/.test(label)).map(({ isPreview }) => isPreview),
      [true],
    );
  });

  it('run the query of an event again, against the event’s vault', async () => {
    const summary = await command<{ phase: string }>('audit.runQueryAgain');
    assert.match(
      shownDocument(),
      /^-- vault: local\/local-vault\nSELECT id FROM persons WHERE name = 'Grace'/,
    );
    assert.ok(summary.phase === 'rows' || summary.phase === 'none', summary.phase);
  });

  it('compare the query with the open file', async () => {
    await openQuery('SELECT id FROM persons');
    await command('audit.compareQuery');
    const input = await eventually('the comparison', () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return tab instanceof vscode.TabInputTextDiff && tab;
    });
    assert.equal(input.original.scheme, 'vaultsql-audit');
  });

  it('are copied as curl with the token as a variable', async () => {
    await command('audit.copyAsCurl');
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /^curl --get 'http:\/\/127\.0\.0\.1:\d+\/v1\/audit\/events'/);
    assert.match(curl, /Bearer \$VAULT_TOKEN/);
    assert.doesNotMatch(curl, /filterOps\.context/, 'the event was shown without a filter');
  });

  it('are applied as a saved view, which asks the server only when told to', async () => {
    await setting().update(
      'audit.savedFilters',
      { mine: { 'context.actor': 'developer@local.test' } },
      vscode.ConfigurationTarget.Global,
    );
    try {
      await command('audit.applyFilter', 'mine');
      await command('audit.copyAsCurl');
      assert.doesNotMatch(await vscode.env.clipboard.readText(), /filterOps\.context/);
      await command('audit.askServer');
      await command('audit.copyAsCurl');
      assert.match(await vscode.env.clipboard.readText(), /filterOps\.context\.actor=developer@local\.test/);
    } finally {
      await setting().update('audit.savedFilters', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('are exported with a manifest, masked, and opened again offline', async () => {
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    const beside = file.with({ path: `${file.path}.manifest.json` });
    try {
      assert.equal(await command('audit.export', file), true);
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      assert.match(text, /name = '•••'/);
      assert.doesNotMatch(text, /Grace/);
      const manifest = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(beside))) as {
        events: number;
        sha256: string;
        literalsMasked: boolean;
        filters: Record<string, string>;
      };
      assert.equal(manifest.events, text.trim().split('\n').length);
      assert.match(manifest.sha256, /^[0-9a-f]{64}$/);
      assert.equal(manifest.literalsMasked, true);
      assert.equal(manifest.filters.accountID, 'local-account');
      assert.equal(await command('audit.import', file), true);
      await vscode.workspace.fs.writeFile(file, Buffer.from(text.replace('"code":200', '"code":201')));
      assert.equal(await command('audit.import', file), true);
      // What was opened came from no connection, whatever one is chosen, and was in doubt: its manifest says so.
      const again = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
      await command('audit.export', again);
      const besideAgain = again.with({ path: `${again.path}.manifest.json` });
      const opened = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(besideAgain)));
      await vscode.workspace.fs.delete(again);
      await vscode.workspace.fs.delete(besideAgain);
      assert.deepEqual(
        [opened.openedFrom, opened.doubts, opened.connection, opened.filters],
        [file.path.slice(file.path.lastIndexOf('/') + 1), ['altered'], '', {}],
      );
      await vscode.workspace.fs.writeFile(file, Buffer.from('{"hello":"world"}'));
      assert.equal(await command('audit.import', file), false);
    } finally {
      await vscode.workspace.fs.delete(file);
      await vscode.workspace.fs.delete(beside);
      await command('audit.closeFiles');
    }
  });

  it('of a file are read on by Refresh as the file grows, and closed for those of the service', async () => {
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    const text = (...ids: readonly string[]): Buffer =>
      Buffer.from(ids.map((changeID) => `{"context":{"changeID":"${changeID}"},"request":{}}\n`).join(''));
    const loaded = async (): Promise<readonly string[]> => {
      const to = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
      await command('audit.export', to);
      const lines = new TextDecoder()
        .decode(await vscode.workspace.fs.readFile(to))
        .trim()
        .split('\n');
      await vscode.workspace.fs.delete(to);
      await vscode.workspace.fs.delete(to.with({ path: `${to.path}.manifest.json` }));
      return lines;
    };
    try {
      await vscode.workspace.fs.writeFile(file, text('f1', 'f2'));
      assert.equal(await command('audit.import', file), true);
      assert.equal(await command('audit.refresh'), false);
      await vscode.workspace.fs.writeFile(file, text('f1', 'f2', 'f3'));
      assert.equal(await command('audit.refresh'), true);
      assert.equal((await loaded()).length, 3);
      await command('audit.closeFiles');
      assert.ok((await loaded()).every((line) => !line.includes('"f1"')));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('are followed: what happens is there without asking for it', async () => {
    await setting().update('audit.followSeconds', 1, vscode.ConfigurationTarget.Global);
    try {
      await command('audit.clearFilters');
      assert.equal(await command('audit.follow'), true);
      const name = `n${randomUUID().slice(0, 8)}`;
      await openQuery(`SELECT id AS ${name} FROM persons LIMIT 1`);
      await command('query.run');
      await eventually('the event of the query', async () => {
        // Another name each time: a file that is there is not replaced unasked.
        const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
        await command('audit.export', file);
        const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
        if (process.platform !== 'win32') assert.equal(statSync(file.fsPath).mode & 0o777, 0o600);
        await vscode.workspace.fs.delete(file);
        await vscode.workspace.fs.delete(file.with({ path: `${file.path}.manifest.json` }));
        return text.includes(name);
      });
      assert.equal(await command('audit.stopFollowing'), false);
      assert.equal(await command('audit.stopFollowing'), false, 'nothing is followed');
    } finally {
      await setting().update('audit.followSeconds', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('are narrowed by a value: over the loaded ones, and by the service', async () => {
    await command('audit.clearFilters');
    await command('audit.filterService', { kind: 'value', field: 'actor', value: 'developer@local.test' });
    await command('audit.onlyThis', { kind: 'value', field: 'actionType', value: 'READ' });
    await command('audit.notThis', { kind: 'value', field: 'actionType', value: 'LIST' });
    await command('audit.copyAsCurl');
    assert.match(await vscode.env.clipboard.readText(), /filterOps\.context\.actor=developer@local\.test/);
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.csv`));
    await command('audit.export', file);
    const [head = '', ...rows] = new TextDecoder()
      .decode(await vscode.workspace.fs.readFile(file))
      .trim()
      .split('\r\n');
    await vscode.workspace.fs.delete(file);
    await vscode.workspace.fs.delete(file.with({ path: `${file.path}.manifest.json` }));
    assert.match(head, /actionType/);
    assert.ok(rows.length > 0);
    for (const row of rows) assert.match(row, /developer@local\.test.*,READ,/);
  });

  it('reach back to a time', async () => {
    await command('audit.clearFilters');
    assert.equal(await command('audit.loadUntil', '2000-01-01'), true);
  });

  it('of my own are those of the actor that my requests come from', async () => {
    await command('audit.myQueries');
    await command('audit.copyAsCurl');
    assert.match(await vscode.env.clipboard.readText(), /filterOps\.context\.actor=developer@local\.test/);
  });
});
