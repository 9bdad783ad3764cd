import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { afterTimer } from '../run/waiting.ts';
import { closeAll, command, eventually, openQuery, untilLeft, untilRead } from './editor.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
const setting = () => vscode.workspace.getConfiguration('vaultsql');
const set = (name: string, value: unknown): Thenable<void> =>
  setting().update(name, value, vscode.ConfigurationTarget.Global);
const stamp = (second: number): string => `2026-01-01 10:00:${String(second).padStart(2, '0')}.000000000`;
const event = (id: string, second: number, more: object = {}): object => ({
  context: { changeID: id, actor: 'ada@example.test' },
  request: { timestamp: stamp(second), actionType: 'READ', ...more },
  response: { code: 200 },
});

/** After that long the trail is asked a second time for the event of a query. */
const lagMs = 1_000;

describe('audit events of a service that does not answer as hoped', () => {
  let server: Server;
  let answer: (url: URL, method: string) => Answer;
  let requests: URL[] = [];
  let port = 0;
  const connect = (extra: object = {}): Thenable<void> =>
    set('connections', [
      {
        // Named as the local vault's, so that what is chosen here fits the tests after this one.
        name: 'local',
        environment: 'test',
        baseUrl: `http://127.0.0.1:${port}`,
        accountID: 'a1',
        vaults: [{ id: 'v1', name: 'local-vault' }],
        auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
        ...extra,
      },
    ]);
  /** Requests of our own, one after the other: what the extension had on its way, or would send next, is there then. */
  const roundTrips = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await fetch(`http://127.0.0.1:${port}/own`);
  };
  /** The change IDs of the events shown, as an export has them; none where nothing is loaded. */
  const shown = async (): Promise<string[]> => {
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    if (!(await command('audit.export', file))) return [];
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await vscode.workspace.fs.delete(file);
    await vscode.workspace.fs.delete(file.with({ path: `${file.path}.manifest.json` }));
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { context: { changeID: string } }).context.changeID);
  };

  before(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      if (url.pathname === '/own') {
        response.end();
        return;
      }
      if (url.pathname.endsWith('/audit/events')) requests.push(url);
      const { status = 200, headers = {}, body } = answer(url, request.method ?? '');
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
  });
  after(async () => {
    await set('connections', undefined);
    await set('audit.followSeconds', undefined);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(async () => {
    answer = () => ({ body: { event: [], nextOps: null } });
    await connect();
    // A vault chosen by an earlier test stays chosen, though it is gone: another is never taken unasked.
    const chosen = { target: { connection: { name: 'local' }, vault: { name: 'local-vault' } } };
    await command('query.selectVault', chosen);
    requests = [];
  });
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('without an account ID ask for it, and send nothing when the person leaves', async () => {
    await connect({ accountID: '' });
    requests = [];
    await untilLeft(command('audit.refresh'));
    assert.deepEqual(requests, []);
  });

  it('without an account ID are asked for by the table’s own buttons in the same way, and never unasked', async () => {
    await connect({ accountID: '' });
    await roundTrips();
    requests = [];
    assert.equal((await untilLeft(command<{ phase: string }>('audit.showTable'))).phase, 'idle');
    await roundTrips();
    assert.deepEqual(requests, [], 'none without one, not even by the view that just opened');
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });

  it('are asked for once where a command brings the view to the front', async () => {
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    await connect({ baseUrl: `http://127.0.0.1:${port}/once` });
    await roundTrips();
    requests = [];
    await command('audit.refresh');
    await roundTrips();
    assert.equal(requests.length, 1);
  });

  it('of a file are narrowed in the file: nothing is asked of the service', async () => {
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    const line = (id: string, requestID: string): string =>
      JSON.stringify({ context: { changeID: id, requestID }, request: { timestamp: stamp(1) } });
    await vscode.workspace.fs.writeFile(file, Buffer.from(`${line('x', 'r1')}\n${line('y', 'r2')}\n`));
    assert.equal(await command('audit.import', file), true);
    await vscode.workspace.fs.delete(file);
    requests = [];
    await command('audit.onlyThis', { kind: 'value', field: 'requestID', value: 'r1' });
    assert.deepEqual(await shown(), ['x']);
    await command('audit.showSameRequest', 'y');
    assert.deepEqual(await shown(), ['y']);
    // Both say why not, in a notification that stays until it is closed.
    const told = [
      command('audit.filterService', { kind: 'value', field: 'requestID', value: 'r1' }),
      command('audit.loadOlder'),
    ];
    await untilRead(Promise.all(told));
    assert.deepEqual(await shown(), ['y']);
    await command('audit.clearFilters');
    assert.deepEqual((await shown()).toSorted(), ['x', 'y'], 'still those of the file');
    assert.deepEqual(requests, []);
    await command('audit.closeFiles');
  });

  it('are not asked for again, and filters set meanwhile stay, once looking for a query’s event is cancelled', async () => {
    answer = (_, method) => ({
      body: method === 'POST' ? { records: [{ fields: { n: 1 } }] } : { event: [], nextOps: null },
    });
    await openQuery('-- vault: local/local-vault\nSELECT COUNT(*) AS n FROM per|sons');
    await command('query.run');
    for (const end of [
      () => command('audit.cancel'),
      () => command('audit.filterService', { kind: 'value', field: 'vaultID', value: 'other' }),
    ]) {
      const before = requests.length;
      const looking = command('query.showAuditEvents');
      await eventually('the first request', () => requests.length > before);
      await roundTrips();
      await end();
      const sent = requests.length;
      await looking;
      await afterTimer(lagMs);
      await roundTrips();
      assert.equal(requests.length, sent);
    }
    assert.equal(requests.at(-1)?.searchParams.get('filterOps.vaultID'), 'other');
  });

  it('read back to a time are no longer read once that is cancelled', async () => {
    let n = 0;
    answer = () => {
      n++;
      return { body: { event: [event(`u${n}`, 59 - (n % 50))], nextOps: { changeID: `u${n}` } } };
    };
    await command('audit.refresh');
    const loading = command('audit.loadUntil', '2000-01-01');
    await eventually('some pages', () => requests.length > 5);
    await command('audit.cancel');
    assert.equal(await loading, false);
    // One may have been on its way.
    await roundTrips();
    const sent = requests.length;
    await roundTrips();
    assert.equal(requests.length, sent);
  });

  it('with nothing in them open again, as long as the manifest vouches for the file', async () => {
    answer = () => ({ body: { event: [{}], nextOps: null } });
    await command('audit.refresh');
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    assert.equal(await command('audit.export', file), true);
    assert.equal(await command('audit.import', file), true);
    await vscode.workspace.fs.delete(file.with({ path: `${file.path}.manifest.json` }));
    assert.equal(await command('audit.import', file), false);
    await vscode.workspace.fs.delete(file);
    await command('audit.closeFiles');
  });

  it('of another address are never shown under the same name', async () => {
    answer = () => ({ body: { event: [event('old', 1)], nextOps: null } });
    await command('audit.refresh');
    assert.deepEqual(await shown(), ['old']);
    answer = () => ({ status: 500, body: 'broken' });
    await connect({ baseUrl: `http://127.0.0.1:${port}/other` });
    await eventually('nothing of the old address', async () => (await shown()).length === 0);
  });

  it('with markup, links, icons, control characters and odd times in every field are kept as they are', async () => {
    const hostile = '<img src=x onerror=alert(1)> [a](command:workbench.action.quit) $(trash) \u0000\u202e\n';
    const all = (value: string): object => ({
      context: Object.fromEntries(
        ['requestID', 'actor', 'actorType', 'ipAddress', 'origin', 'sessionID'].map((name) => [name, value]),
      ),
      request: { timestamp: value, actionType: value, apiName: value, vaultID: value, tags: [value] },
      response: { code: 200, message: value, timestamp: value },
      resourceIDs: [value],
      accountID: value,
    });
    const odd = { ...all(hostile), context: { changeID: hostile, actor: hostile, requestID: hostile } };
    answer = () => ({ body: { event: [odd, event('good', 1)], nextOps: null } });
    await command('audit.refresh');
    assert.deepEqual(await shown(), ['good', hostile], 'odd times come last');
    await command('audit.openEvent', hostile);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /onerror=alert/);
  });

  it('whose nextOps repeat or alternate come to an end', async () => {
    let turn = 0;
    answer = () => {
      turn++;
      return {
        body: { event: [event(`e${turn % 3}`, 30 - (turn % 3))], nextOps: { changeID: `n${turn % 2}` } },
      };
    };
    await command('audit.refresh');
    assert.equal(await command('audit.loadUntil', '2000-01-01'), false);
    assert.ok(requests.length < 8, String(requests.length));
    assert.ok((await shown()).length >= 1);
  });

  it('are found by text and time where the request ID does not match, and asked for again while the trail lags', async () => {
    let calls = 0;
    const now = new Date().toISOString().replace('T', ' ').slice(0, 23);
    answer = (url, method) => {
      if (method === 'POST')
        return { body: { records: [{ fields: { n: 1 } }] }, headers: { 'x-request-id': 'r-of-query' } };
      if (url.searchParams.has('filterOps.context.requestID'))
        return { body: { event: null, nextOps: null } };
      const found = {
        context: { changeID: 'likely', requestID: 'another' },
        request: {
          timestamp: `${now}000000`,
          vaultID: 'v1',
          data: { content: 'SELECT COUNT(*) AS n FROM persons' },
          httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
        },
      };
      return { body: { event: ++calls < 3 ? [] : [found], nextOps: null } };
    };
    await openQuery('-- vault: local/local-vault\nSELECT COUNT(*) AS n FROM per|sons');
    await command('query.run');
    await command('query.showAuditEvents');
    assert.deepEqual(await shown(), ['likely']);
    assert.equal(calls, 3, 'the newest events, then those of vault and actor, twice');
  });

  it('that refuse while followed end it; a busy one is asked again', async () => {
    await set('audit.followSeconds', 1);
    let turn = 0;
    answer = () => {
      turn++;
      if (turn === 2) return { status: 503, headers: { 'retry-after': '0' }, body: '' };
      if (turn >= 5) return { status: 401, body: '{"error":{"message":"expired"}}' };
      return { body: { event: [event(`t${turn}`, turn), event('t0', 0)], nextOps: null } };
    };
    await command('audit.refresh');
    assert.equal(await command('audit.follow'), true);
    await eventually('the refusal', () => turn >= 5);
    // Each wait is one and a half times as long as the one before, at the most.
    await afterTimer(1_500);
    await roundTrips();
    assert.equal(turn, 5, 'after 401 nothing is sent');
    assert.deepEqual(await shown(), ['t4', 't3', 't1', 't0']);
  });
});
