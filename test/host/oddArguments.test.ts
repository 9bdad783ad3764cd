import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, untilLeft } from './editor.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Commands that start what others stop, or that ask for the whole window, whatever their arguments are. */
const apart = new Set(['vaultsql.localVault.start', 'vaultsql.showLog', 'vaultsql.forgetEverything']);
const opensDocument = new Set([
  'vaultsql.query.new',
  'vaultsql.audit.askInSql',
  'vaultsql.localVault.openSample',
]);
const setUser = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

/** A server that notes what it is asked. */
async function startServer(): Promise<{
  readonly server: Server;
  readonly url: string;
  readonly seen: string[];
}> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"event":[],"records":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** What another extension might give, by mistake or not: nothing of it is ours. */
function oddArguments(evil: string, victim: string, trace: string): readonly unknown[] {
  const auth = {
    kind: 'command',
    command: [process.execPath, '-e', `require('fs').writeFileSync('${trace}','')`],
  };
  const connection = {
    name: 'evil',
    environment: 'test',
    baseUrl: evil,
    accountID: 'a',
    vaults: [{ id: 'v', name: 'v' }],
    auth,
  };
  const event = {
    context: { changeID: 'c', requestID: 'r' },
    request: { data: { content: 'SELECT 1' }, vaultID: 'v' },
  };
  const loop: Record<string, unknown> = {};
  loop.target = loop;
  loop.connection = loop;
  loop.event = loop;
  const throwing = new Proxy({}, { get: () => assert.fail('read'), has: () => assert.fail('asked') });
  const bare: unknown = Object.create(null);
  return [
    ...[undefined, null, true, false, 0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 10n],
    ...[
      '',
      ' ',
      'evil',
      '__proto__',
      '../../etc/passwd',
      'command:workbench.action.quit',
      '\u0000',
      'x'.repeat(100_000),
    ],
    ...[Symbol('odd'), () => assert.fail('called'), class {}, new Date(Number.NaN), /x/, new Error('odd')],
    ...[[], [[]], [undefined, null], new Map(), new Uint8Array(9), bare, loop, throwing, {}],
    ...[
      { connection },
      { target: { connection, vault: { id: 'v', name: 'v' } } },
      { event },
      { node: { event } },
      event,
    ],
    ...[{ connection: { name: bare } }, { target: { connection: { name: bare }, vault: { name: loop } } }],
    ...[
      { name: 'vaultsql', value: throwing },
      { filter: 'accountID', value: evil },
      { rows: 'all', uri: evil, format: 'csv' },
    ],
    ...[
      vscode.Uri.parse(evil),
      vscode.Uri.parse('command:workbench.action.quit'),
      vscode.Uri.parse('untitled:odd'),
    ],
    ...[
      { uri: vscode.Uri.file(victim), format: 'csv' },
      new vscode.Position(1, 1),
      new vscode.Range(0, 0, 9, 9),
    ],
    ...[new vscode.CancellationTokenSource().token],
  ];
}

describe('odd arguments of commands', () => {
  let own: Awaited<ReturnType<typeof startServer>>;
  let evil: typeof own;
  const victim = join(tmpdir(), `vaultsql-victim-${process.pid}.csv`);
  const trace = join(tmpdir(), `vaultsql-ran-${process.pid}`);
  const extension = vscode.extensions.getExtension('vaultsql.vault-sql') ?? assert.fail('no extension');
  const ids = (extension.packageJSON as Manifest).contributes.commands.map(({ command: id }) => id);
  const connections = () => vscode.workspace.getConfiguration('vaultsql').get<unknown>('connections');
  /**
   * What the log says of failures. An argument that throws is its sender's; a question is refused in tests, by the
   * window's part of the message API, which the versions of the editor name differently in the stack.
   */
  const defects = async (): Promise<readonly string[]> => {
    const files = globSync(join(process.env.VAULTSQL_TEST_RUN ?? '', '**', '*Vault SQL.log'));
    assert.ok(files.length > 0, 'no log');
    const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const entries = text.split(/^(?=\d{4}-\d\d-\d\d )/m).filter((entry) => entry.includes('[error]'));
    // A count is of failures of the same kind as the entry before it.
    return entries.filter(
      (entry) => !/ERR_ASSERTION|_showModalMessage|\$showMessage| more in the last second$/m.test(entry),
    );
  };

  before(async () => {
    // Before it is active, arguments pass through the window, which refuses the oddest ones.
    await extension.activate();
    await closeAll();
    own = await startServer();
    evil = await startServer();
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
    await writeFile(victim, 'mine');
    await setUser('vaultsql.connections', [
      {
        name: 'own',
        environment: 'production',
        baseUrl: own.url,
        accountID: 'a1',
        vaults: [{ id: 'v1', name: 'v1' }],
        auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
      },
    ]);
  });
  after(async () => {
    await command('results.clear');
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await setUser('vaultsql.connections', undefined);
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
    await rm(victim, { force: true });
    for (const { server } of [own, evil]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('send no query, ask no other server, write nothing, run nothing, and break nothing', async () => {
    const before = JSON.stringify(connections());
    const odd = oddArguments(evil.url, victim, trace);
    assert.ok(odd.length >= 40 && ids.length > 50);
    const failed: string[] = [];
    for (const id of ids.filter((one) => !apart.has(one))) {
      const send = async (argument: unknown, at: number): Promise<void> => {
        const error = await call(id, [argument, argument, argument]);
        if (error !== undefined) failed.push(`${id}, argument ${at}: ${error}`);
      };
      // The editor shows one new document at a time.
      if (opensDocument.has(id)) for (const [at, argument] of odd.entries()) await send(argument, at);
      else await untilLeft(Promise.all(odd.map(send)));
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(evil.seen, []);
    assert.deepEqual(
      own.seen.filter((one) => !one.startsWith('GET /v1/audit/events?')),
      [],
    );
    assert.equal(JSON.stringify(connections()), before);
    assert.equal(await readFile(victim, 'utf8'), 'mine');
    await assert.rejects(readFile(trace));
    assert.deepEqual(await defects(), []);
  });

  /** What was thrown, if anything. */
  async function call(id: string, args: readonly unknown[]): Promise<string | undefined> {
    try {
      await vscode.commands.executeCommand(id, ...args);
      return undefined;
    } catch (error) {
      return String(error);
    }
  }
});
