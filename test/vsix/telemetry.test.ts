import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { localVaultsIn, logBelow, namedIn } from '../editor/destinations.ts';
import { addRecorder, addStatement, bundlesIn, type Recorded, recordedIn } from '../editor/recording.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { type PagedService, startPagedService } from '../localVault/signIn/pagedService.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** A statement that the check lets pass only because of the setting, so that the second parser reads it too. */
const allowed = 'SELECT id FROM persons ORDER BY id';

describe('no telemetry', () => {
  let service: PagedService;
  let connections: readonly object[];
  let editor: Editor;
  let vaultSql: VaultSql;
  /** What all pages and webviews of the editor requested since it was open. */
  const requests: Request[] = [];
  const sockets: string[] = [];

  before(async () => {
    service = await startPagedService();
    const { issuer, clientID } = service.authorization;
    connections = [service.connection({ kind: 'clientCredentials', issuer, clientID })];
    editor = await openEditor({
      name: 'telemetry',
      settings: { 'vaultsql.connections': connections, 'vaultsql.dialect.allow': ['ORDER BY'] },
      onInstalled: addRecorder,
    });
    vaultSql = new VaultSql(editor.workbench);
    editor.page.context().on('request', (request) => requests.push(request));
    editor.page.on('websocket', (socket) => sockets.push(socket.url()));
    const write = (name: string, text: string) => writeFile(join(editor.run.workspace, name), text);
    await write('far.vaultsql', `-- vault: far/v1\n${allowed};\n`);
    // So long that a thread reads it.
    await write('large.vaultsql', '-- a comment\n'.repeat(10_000));
  });
  closeAfterTests(() => editor);
  after(() => service.close());

  /** Hosts with their ports that the settings name, and those of local vaults. */
  const configured = (): ReadonlySet<string> => {
    const origins = [...namedIn(connections).values()].flatMap((one) => [...one]);
    const all = [...origins, ...localVaultsIn(logBelow(editor.run.path))].map((origin) => new URL(origin));
    return new Set(all.map(({ hostname, port }) => `${hostname.replaceAll(/[[\]]/g, '')}:${port}`));
  };
  /** Connections, datagrams, and name lookups for another host than the configured ones. */
  const foreign = (records: readonly Recorded[]): readonly Recorded[] => {
    const places = configured();
    const hosts = new Set([...places].map((place) => place.replace(/:\d+$/, '')));
    return records.filter(({ kind, to }) => {
      if (kind === 'connection') return !places.has(to);
      return kind === 'datagram' || (kind === 'lookup' && !hosts.has(to));
    });
  };
  /** Addresses outside the editor that its pages requested. Its service worker serves the files of extensions. */
  const foreignPages = async (): Promise<readonly string[]> => {
    const own = new URL(editor.address).host;
    const isForeign = async (request: Request): Promise<boolean> => {
      const { protocol, host } = new URL(request.url());
      if (protocol === 'blob:' || protocol === 'data:' || host === own) return false;
      return (await request.response())?.fromServiceWorker() !== true;
    };
    const found = await Promise.all(requests.map(async (one) => ((await isForeign(one)) ? [one.url()] : [])));
    return [...found.flat(), ...sockets.filter((url) => new URL(url).host !== own)];
  };

  it('in a session that runs queries, pages, compares, and exports', async () => {
    const { page, workbench } = editor;
    const { quickInput } = workbench;
    await vaultSql.runSample();
    await (await vaultSql.resultsButton('Next page')).click();
    await vaultSql.resultsSay(/Rows 26–50/);
    await vaultSql.command('Open Result in Tab');
    // It takes the focus once it is there.
    await page.locator('iframe.webview.ready').nth(1).waitFor({ state: 'attached' });
    await workbench.runCommand('View: Focus First Editor Group');
    await vaultSql.runStatementAt(4);
    await vaultSql.resultsSay(/Rows 1–25/);
    await vaultSql.command('Compare with Another Result');
    await quickInput.opened('Compare rows by which columns?');
    await quickInput.confirm();
    await workbench.editor.shows(/Unchanged:/);
    await vaultSql.command('Export Results');
    await quickInput.opened('Export the loaded rows as');
    await quickInput.choose('CSV');
    await quickInput.opened('Export as CSV');
    await quickInput.confirm();
    await quickInput.choose('Masked values stay masked');
    await quickInput.nameFile(/^Export .* CSV$/, 'rows.csv');
    await workbench.notification(/Exported \d+ rows? to “rows\.csv”/).waitFor();
  });

  it('that signs in to a configured connection, tests it, and reads from it', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.openList('Vault SQL: Sign In', 'Select the connection to sign in to');
    await quickInput.choose(/^far\b/, 'far');
    await quickInput.opened('Sign in to far');
    await quickInput.answer(service.authorization.clientSecret);
    await workbench.notification(/The token is verified/).waitFor();
    await workbench.openFile('far.vaultsql');
    await vaultSql.runStatementAt(2);
    await vaultSql.resultsSay(/Rows 1–25/);
    await workbench.openList('Vault SQL: Test Connection', 'Select the connection to test');
    await quickInput.choose(/^far\b/, 'far');
    await quickInput.opened(/^Test /);
    await quickInput.choose('Connection and vaults');
    await quickInput.opened(/^far: connection works/);
    await quickInput.choose(/^Service\b/, 'Service');
    await quickInput.opened('Check the service of far');
    await quickInput.dismiss();
  });

  it('that follows the audit trail, asks who read what, and queries and exports its events', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('persons.vaultsql');
    await vaultSql.loadAuditEvents();
    await vaultSql.command('Follow Audit Events');
    await vaultSql.auditSays(/following/).waitFor();
    await vaultSql.command('Show Audit Table');
    const table = await workbench.webview('Audit Table');
    await table.getByRole('grid', { name: 'Audit events' }).waitFor();
    await vaultSql.command('Who Read What');
    await table.getByRole('grid', { name: 'Who read what' }).waitFor();
    await vaultSql.command('Query Loaded Events with SQL');
    await workbench.editor.codeLens(/Run over loaded events/).click();
    await vaultSql.resultsSay(/Rows? 1/);
    await vaultSql.command('Export Audit Events');
    await quickInput.opened(/^Export \d+ audit events$/);
    await quickInput.choose('NDJSON', 'NDJSON');
    await quickInput.opened('Literals in the exported queries');
    await quickInput.choose('Mask literals');
    await quickInput.nameFile(/^Export \d+ audit events$/, 'trail.ndjson');
    await workbench.notification(/Exported .* to “trail\.ndjson”/).waitFor();
  });

  it('that opens help pages with pictures', async () => {
    const { workbench } = editor;
    await vaultSql.command('Open Help');
    const index = await workbench.webview('Preview index.md');
    await index.getByRole('link', { name: 'An investigation' }).click();
    const page = await workbench.webview('Preview investigation.md');
    await page.locator('img').nth(1).waitFor();
  });

  it('is recorded in every bundle, and in every process and thread that the extension starts', async () => {
    const records = (kind: Recorded['kind']) => recordedIn(editor.run).filter((one) => one.kind === kind);
    const silent = (): readonly string[] => {
      const loaded = new Set(records('bundle').map(({ to }) => to));
      return bundlesIn(editor.run).filter((bundle) => !loaded.has(bundle));
    };
    await eventually(
      () => `all bundles: these were not loaded: ${silent().join(', ')}`,
      () => silent().length === 0,
    );
    const started = [...records('process'), ...records('thread')].filter(({ isOurs }) => isOurs);
    assert.ok(started.length >= bundlesIn(editor.run).filter((bundle) => /localVault/.test(bundle)).length);
    const unrecorded = started.filter(
      ({ to }) => !bundlesIn(editor.run).some((bundle) => to.includes(bundle)),
    );
    assert.deepEqual(unrecorded, []);
  });

  it('connects to the configured connections and the local vault, and to nothing else', async () => {
    const records = recordedIn(editor.run);
    const reached = new Set(records.filter(({ kind }) => kind === 'connection').map(({ to }) => to));
    assert.deepEqual(reached, configured());
    assert.deepEqual(foreign(records), []);
  });

  it('requests from its pages only files of the editor and the extension', async () => {
    assert.ok(requests.length > 0);
    assert.deepEqual(await foreignPages(), []);
  });

  describe('would be noticed', () => {
    let other: Server;
    let origin: string;
    /** Paths that were requested of the other server. */
    const asked: string[] = [];

    before(async () => {
      other = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end();
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    });
    after(() => {
      other.closeAllConnections();
      other.close();
    });

    it('where a request is added to the extension host, a thread, a process, or a page', async () => {
      const { run, page, workbench } = editor;
      const get = (name: string) =>
        `require('node:http').get('${origin}/${name}').on('error', () => undefined);`;
      await addStatement(run, 'dist/features.cjs', `fetch('${origin}/host').catch(() => undefined);`);
      await addStatement(run, 'dist/trail.cjs', get('thread'));
      await addStatement(run, 'dist/localVault/server.cjs', get('process'));
      const lookup = `require('node:dns').promises.lookup('telemetry.invalid').catch(() => undefined);`;
      await addStatement(run, 'dist/localVault/engine.cjs', lookup);
      await addStatement(run, 'dist/webview/results.js', `new Image().src = '${origin}/page';`);
      const before = recordedIn(run).length;
      await workbench.runCommand('View: Close All Editors');
      await page.goto(editor.address);
      await workbench.ready();
      await vaultSql.runSample();
      await vaultSql.loadAuditEvents();
      await vaultSql.command('Show Audit Table');
      const { host } = new URL(origin);
      const noticed = () => foreign(recordedIn(run).slice(before)).map(({ by, to }) => `${by} ${to}`);
      await eventually('all of the added requests', () => noticed().length >= 4);
      assert.deepEqual(noticed().sort(), [
        `dist/extension.cjs ${host}`,
        'dist/localVault/engine.cjs telemetry.invalid',
        `dist/localVault/server.cjs ${host}`,
        `dist/trail.cjs ${host}`,
      ]);
      assert.deepEqual([...new Set(await foreignPages())], [`${origin}/page`]);
      // The page's policy lets none out.
      assert.deepEqual(asked.sort(), ['/host', '/process', '/thread']);
    });
  });
});
