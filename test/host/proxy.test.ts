import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

const authorization = `Basic ${Buffer.from('user:password-of-the-proxy').toString('base64')}`;
const setUser = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

/** What arrives at a port that a proxy may listen on; every connection is closed at its first bytes. */
async function startPort(): Promise<{
  readonly server: Server;
  readonly url: string;
  readonly seen: string[];
}> {
  const seen: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      seen.push(data.toString('latin1').toLowerCase());
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe('the proxy', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
  const settingsFile = join(folder, '.vscode', 'settings.json');
  let port: Awaited<ReturnType<typeof startPort>>;
  let turn = 0;

  /** Writes settings of the workspace, nested, and waits until the editor has read them. */
  const setWorkspace = async (settings: object): Promise<void> => {
    const marker = 1000 + ++turn;
    await mkdir(dirname(settingsFile), { recursive: true });
    await writeFile(settingsFile, JSON.stringify({ ...settings, 'editor.rulers': [marker] }));
    await eventually('the settings of the workspace', () => {
      const rulers = vscode.workspace.getConfiguration('editor').get<readonly number[]>('rulers');
      return rulers?.[0] === marker;
    });
  };
  const run = async (): Promise<Summary> => {
    await openQuery('-- vault: far/v1\nSELECT name FROM per|sons');
    return command<Summary>('query.run');
  };

  before(async () => {
    port = await startPort();
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
    await setUser('vaultsql.connections', [
      {
        name: 'far',
        environment: 'test',
        // A name that no machine has (RFC 6761): without a proxy there is no way to it.
        baseUrl: 'https://vault.invalid',
        vaults: [{ id: 'v1' }],
        auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
      },
    ]);
    await setUser('http.proxyAuthorization', authorization);
  });
  beforeEach(() => {
    port.seen.length = 0;
  });
  afterEach(async () => {
    await setUser('http.proxy', undefined);
    await setUser('vaultsql.network.transport', undefined);
    await setWorkspace({});
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    await rm(settingsFile);
    await setUser('http.proxyAuthorization', undefined);
    await setUser('vaultsql.connections', undefined);
    await new Promise((resolve) => port.server.close(resolve));
  });

  it('of the user’s own settings is used, with its sign-in', async () => {
    await setUser('http.proxy', port.url);
    await setUser('vaultsql.network.transport', 'undici');
    assert.match((await run()).title ?? '', /Could not reach/);
    assert.match(port.seen[0] ?? '', /^connect vault\.invalid:443 /);
    assert.ok(port.seen[0]?.includes(`proxy-authorization: ${authorization.toLowerCase()}`));
  });

  for (const transport of ['undici', 'auto', 'editor']) {
    it(`of a workspace is never used, over ${transport}`, async () => {
      await setUser('vaultsql.network.transport', transport);
      await setWorkspace({ http: { proxy: port.url, proxySupport: 'on' } });
      assert.equal((await run()).phase, 'error');
      assert.deepEqual(port.seen, []);
    });
  }

  it('of the user’s own settings can’t be turned off by a workspace', async () => {
    await setUser('http.proxy', port.url);
    await setUser('vaultsql.network.transport', 'undici');
    await setWorkspace({ http: { proxy: '', proxySupport: 'off', noProxy: ['vault.invalid'] } });
    await run();
    assert.match(port.seen[0] ?? '', /^connect vault\.invalid:443 /);
  });
});
