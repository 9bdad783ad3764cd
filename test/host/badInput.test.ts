import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, command, openQuery, type Summary } from './editor.ts';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}
const setting = () => vscode.workspace.getConfiguration('vaultsql');
const connect = (connections: unknown): Thenable<void> =>
  setting().update('connections', connections, vscode.ConfigurationTarget.Global);

describe('a service that does not answer as hoped', () => {
  let server: Server;
  let answer: Answer;
  let requests = 0;
  let baseUrl = '';
  const connection = (extra: object = {}) => ({
    name: 'faulty',
    environment: 'test',
    baseUrl,
    accountID: 'a1',
    vaults: [{ id: 'v1', name: 'v1' }],
    auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
    ...extra,
  });
  const run = async (): Promise<Summary> => {
    await openQuery('-- vault: faulty/v1\nSELECT name FROM per|sons');
    return command<Summary>('query.run');
  };

  before(async () => {
    server = createServer((_request, response) => {
      requests++;
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
  });
  after(async () => {
    await connect(undefined);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(async () => {
    requests = 0;
    await connect([connection()]);
  });
  afterEach(closeAll);

  const cases: readonly (readonly [string, Answer, string])[] = [
    [
      'a wrong token',
      { status: 401, type: 'application/json', body: '{"error":{"message":"token expired"}}' },
      'Sign In',
    ],
    [
      'an unknown vault',
      { status: 404, type: 'application/json', body: '{"error":{"message":"vault not found"}}' },
      'Edit Connection',
    ],
    [
      'a web page in the place of data',
      { status: 200, type: 'text/html', body: '<!doctype html><p>Log in</p>' },
      'Edit Connection',
    ],
    [
      'an answer cut short',
      { status: 200, type: 'application/json', body: '{"records":[{"fie' },
      'Try Again',
    ],
    ['an error inside', { status: 500, type: 'text/plain', body: 'boom' }, 'Try Again'],
  ];
  for (const [what, given, button] of cases) {
    it(`${what}: a sentence in the panel, the next step as a button, nothing sent twice`, async () => {
      answer = given;
      const { phase, title, buttons } = await run();
      assert.equal(phase, 'error');
      assert.ok(title, 'no sentence');
      assert.ok(buttons?.includes(button), `${buttons?.join(', ')} lacks ${button}`);
      assert.equal(requests, 1);
    });
  }

  it('a further page that fails: the rows stay visible with the sentence, and trying again continues', async () => {
    const records = (from: number): string =>
      JSON.stringify({ records: Array.from({ length: 25 }, (_, at) => ({ fields: { id: from + at } })) });
    const json = { status: 200, type: 'application/json' };
    answer = { ...json, body: records(0) };
    assert.equal((await run()).phase, 'rows');
    for (const [, bad, button] of cases) {
      answer = bad;
      const { phase, rowCount, firstRowNumber, title, buttons } = await command<Summary>('results.nextPage');
      assert.deepEqual([phase, rowCount, firstRowNumber], ['rows', 25, 1]);
      assert.ok(title, 'no sentence');
      assert.ok(buttons?.includes(button), `${buttons?.join(', ')} lacks ${button}`);
    }
    assert.equal(requests, 1 + cases.length);
    answer = { ...json, body: records(25) };
    const { title, firstRowNumber } = await command<Summary>('results.nextPage');
    assert.deepEqual([title, firstRowNumber], [undefined, 26]);
  });

  it('ten thousand columns, some with odd names: all rows and names are there, in the copy and in completion', async () => {
    const odd = ['say "hi"', 'a.b', ' ', 'אבג', '\u202Eevil', 'x'.repeat(10_000), 'one\nline'];
    const names = [...odd, ...Array.from({ length: 10_000 - odd.length }, (_, at) => `column_${at}`)];
    const fields = (row: number) => Object.fromEntries(names.map((name, at) => [name, `${row}.${at}`]));
    const records = Array.from({ length: 25 }, (_, row) => ({ fields: fields(row) }));
    answer = { status: 200, type: 'application/json', body: JSON.stringify({ records }) };
    await openQuery('-- vault: faulty/v1\nSELECT * FROM wi|de');
    const { phase, rowCount } = await command<Summary>('query.run');
    assert.deepEqual([phase, rowCount, requests], ['rows', 25, 1]);
    await command('results.copy');
    const text = await vscode.env.clipboard.readText();
    assert.ok(text.startsWith('"say ""hi"""\ta.b\t'), text.slice(0, 40));
    assert.ok(text.includes('\tcolumn_9992\n') || text.includes('\tcolumn_9992\r\n'), 'the last name');
    assert.match(text.trimEnd().slice(-12), /\t24\.9999$/);
    await closeAll();
    const { document, selection } = await openQuery('-- vault: faulty/v1\nSELECT | FROM wide');
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      selection.active,
    );
    const columns = items.filter(({ kind }) => kind === vscode.CompletionItemKind.Field);
    assert.equal(columns.length, names.length);
    const inserted = new Set(columns.map(({ insertText }) => insertText));
    assert.ok(inserted.has('"say ""hi"""') && inserted.has('"a.b"') && inserted.has('column_9992'));
  });

  it('no token: nothing is sent, and signing in is offered', async () => {
    delete process.env.VAULTSQL_TEST_TOKEN;
    const { phase, buttons } = await run();
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
    assert.equal(phase, 'error');
    assert.ok(buttons?.includes('Sign In'));
    assert.equal(requests, 0);
  });

  it('a service that is down', async () => {
    await connect([connection({ baseUrl: 'http://127.0.0.1:9' })]);
    const { phase, title, buttons } = await run();
    assert.equal(phase, 'error');
    assert.ok(title);
    assert.ok(buttons?.includes('Try Again'));
  });

  it('a connection that is configured wrongly is not used, and the file says so', async () => {
    await connect([connection({ baseUrl: 'http://vault.example' })]);
    const { phase, title } = await run();
    assert.equal(phase, 'idle');
    assert.match(title ?? '', /unknown vault/);
    assert.equal(requests, 0);
  });

  it('a workspace cannot redirect a connection', async () => {
    await assert.rejects(
      Promise.resolve(
        setting().update(
          'connections',
          [connection({ baseUrl: 'http://127.0.0.1:9' })],
          vscode.ConfigurationTarget.Workspace,
        ),
      ),
    );
    answer = { status: 200, type: 'application/json', body: '{"records":null}' };
    assert.equal((await run()).phase, 'none');
    assert.equal(requests, 1);
  });
});
