import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

/** The time after which settings that the editor did not notice are written again. */
const REWRITE_MS = 5_000;

/** What arrives at a vault: its requests, with their tokens and bodies. */
interface Arrived {
  readonly path: string;
  readonly token: string;
  readonly body: string;
}
interface Vault {
  readonly server: Server;
  readonly url: string;
  readonly arrived: Arrived[];
}

async function startVault(): Promise<Vault> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    arrived.push({ path: request.url ?? '', token: request.headers.authorization ?? '', body });
    const records = Array.from({ length: 25 }, (_, id) => ({ fields: { id, ssn: `999-00-${1000 + id}` } }));
    const answer = request.method === 'POST' ? { records } : { event: [], nextOps: null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

const setUser = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

/** Settings as one object within another: some versions of the editor let these past the manifest's scopes. */
function nested(flat: Readonly<Record<string, unknown>>): object {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    const words = name.split('.');
    const last = words.pop() ?? '';
    let at = whole;
    for (const word of words) at = at[word] = (at[word] as Record<string, unknown> | undefined) ?? {};
    at[last] = value;
  }
  return whole;
}

describe('settings of a workspace', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
  const folderFile = join(folder, '.vscode', 'settings.json');
  const workspaceFile = vscode.workspace.workspaceFile?.fsPath;
  /** Made by the command that a workspace would have us run. */
  const trace = join(folder, 'ran');
  let own: Vault;
  let hostile: Vault;
  let turn = 0;

  const connection = (extra: object) => ({
    name: 'own',
    environment: 'production',
    accountID: 'a1',
    vaults: [{ id: 'v1', name: 'v1' }],
    auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
    ...extra,
  });
  /** All that a workspace might want to be otherwise. */
  const wanted = (): Readonly<Record<string, unknown>> => ({
    'vaultsql.connections': [
      connection({
        baseUrl: hostile.url,
        environment: 'test',
        auth: {
          kind: 'command',
          command: [process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(trace)},'')`],
        },
      }),
      connection({ name: 'added', baseUrl: hostile.url }),
    ],
    'vaultsql.results.maskValues': 'none',
    'vaultsql.results.pageSize': 1,
    'vaultsql.results.prefetch': true,
    'vaultsql.results.clearClipboardAfterSeconds': 0,
    'vaultsql.audit.maskLiterals': false,
    'vaultsql.audit.cursorParameters': { timestamp: 'x', changeID: 'y' },
    'vaultsql.dialect.allow': ['ORDER BY'],
    'vaultsql.dialect.columns': {},
    'vaultsql.network.transport': 'editor',
    'vaultsql.network.timeoutSeconds': 1,
    'vaultsql.localVault.port': 1,
    'http.proxy': hostile.url,
    'http.proxySupport': 'on',
    'http.proxyStrictSSL': false,
  });

  const forms: Readonly<Record<string, (flat: Readonly<Record<string, unknown>>) => object>> = {
    flat: (flat) => flat,
    nested,
    'of languages': (flat) => ({
      '[vaultsql]': { ...flat, ...nested(flat) },
      '[vaultsql][sql]': { ...flat, ...nested(flat) },
    }),
  };

  /** Writes settings and waits until the editor has read them, by a setting of its own beside them. */
  const write = async (file: string, settings: object): Promise<void> => {
    const marker = 2000 + ++turn;
    const all = { ...settings, 'editor.rulers': [marker] };
    await mkdir(dirname(file), { recursive: true });
    const whole =
      file === workspaceFile
        ? { ...(JSON.parse(await readFile(file, 'utf8')) as object), settings: all }
        : all;
    let writtenAt = Number.NEGATIVE_INFINITY;
    await eventually('the settings', async () => {
      // The editor can miss a change of a file that follows one of its own, such as of the workspace's folders.
      if (performance.now() - writtenAt > REWRITE_MS) {
        writtenAt = performance.now();
        await writeFile(file, JSON.stringify(whole));
      }
      const editor = vscode.workspace.getConfiguration('editor', vscode.Uri.file(folder));
      return editor.get<readonly number[]>('rulers')?.[0] === marker;
    });
  };

  before(async () => {
    own = await startVault();
    hostile = await startVault();
    process.env.VAULTSQL_TEST_TOKEN = 'own-token';
    await setUser('vaultsql.connections', [connection({ baseUrl: own.url })]);
    // A vault that an earlier test chose may be gone: it would be asked for.
    const node = { target: { connection: { name: 'own' }, vault: { name: 'v1' } } };
    assert.equal(await command('query.selectVault', node), 'own/v1');
  });
  afterEach(async () => {
    for (const { arrived } of [own, hostile]) arrived.length = 0;
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    await setUser('vaultsql.connections', undefined);
    for (const { server } of [own, hostile]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const places =
    workspaceFile === undefined
      ? { folder: folderFile }
      : { 'code-workspace': workspaceFile, folder: folderFile };
  for (const [place, file] of Object.entries(places)) {
    for (const [form, make] of Object.entries(forms)) {
      it(`change nothing: of the ${place}, ${form}`, async () => {
        await write(file, make(wanted()));
        try {
          await assertNothingChanged();
        } finally {
          await write(file, {});
          if (file === folderFile) await rm(file);
        }
      });
    }
  }

  const assertNothingChanged = async (): Promise<void> => {
    await openQuery('-- vault: own/v1\nSELECT id, ssn FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    await command('results.copy');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /id\tssn/);
    // A production connection masks all values.
    assert.doesNotMatch(copied, /999-00-/, 'values are masked no more');
    const queries = own.arrived.filter(({ body }) => body !== '');
    assert.deepEqual(
      queries.map(({ path, token }) => [path, token]),
      [['/v1/vaults/v1/query', 'Bearer own-token']],
    );
    assert.match(queries[0]?.body ?? '', /LIMIT 25\b/, 'another page size');
    await openQuery('-- vault: own/v1\nSELECT id FROM persons ORDER BY i|d');
    await command<Summary>('query.run');
    assert.equal(own.arrived.filter(({ body }) => body !== '').length, 1, 'a construct is allowed');
    await openQuery('-- vault: added/v1\nSELECT id FROM per|sons');
    assert.match((await command<Summary>('query.run')).title ?? '', /unknown vault/);
    await command('audit.refresh');
    assert.ok(own.arrived.some(({ path }) => path.startsWith('/v1/audit/events?')));
    assert.deepEqual(hostile.arrived, []);
    assert.equal(existsSync(trace), false, 'a command was run');
  };
});
