/** The audit table of the real extension over a table in ClickHouse, which a connection names. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { runSql } from '../engines/request.ts';
import { closeAll, command } from './editor.ts';

const EVENTS = 30;
const PASSWORD = 'reader-password';

interface Shown {
  readonly phase: string;
  readonly rowCount: number;
  readonly status: string;
}

/** What the extension says in a notification, with its buttons, while `run` runs; no button is pressed. */
async function saidDuring(run: () => Thenable<unknown>): Promise<readonly (readonly string[])[]> {
  const said: string[][] = [];
  const { showErrorMessage, showInformationMessage } = vscode.window;
  const say = async (text: string, ...buttons: readonly unknown[]) =>
    void said.push([text, ...buttons.filter((button) => typeof button === 'string')]);
  Object.assign(vscode.window, { showErrorMessage: say, showInformationMessage: say });
  try {
    await run();
  } finally {
    Object.assign(vscode.window, { showErrorMessage, showInformationMessage });
  }
  return said;
}

/** Runs `run`; an input box that opens meanwhile returns `password`. Returns the prompts. */
async function promptsDuring(password: string, run: () => Thenable<unknown>): Promise<readonly string[]> {
  const prompts: string[] = [];
  const { showInputBox } = vscode.window;
  const answer = async ({ title = '', prompt = '' }: vscode.InputBoxOptions) => {
    prompts.push(`${title}. ${prompt}`);
    return password;
  };
  Object.assign(vscode.window, { showInputBox: answer });
  try {
    await run();
  } finally {
    Object.assign(vscode.window, { showInputBox });
  }
  return prompts;
}

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether ClickHouse is pinned for this platform. The stage `engines` reports where it is not. */
const hasEngine = process.platform === 'linux' && process.arch === 'x64';

const suite = (): void => {
  let engine: ChildProcess;
  let url = '';
  const connectionOf = (name: string, trail: object) => ({
    name,
    environment: 'test',
    baseUrl: 'http://127.0.0.1:9',
    accountID: 'a1',
    vaults: [{ id: 'v1', name: 'one' }],
    auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
    trail: { kind: 'clickhouse', url, database: 'audit', table: 'events', user: 'reader', ...trail },
  });
  /** Writes the connection `name` to the settings, beside `far`, whose table stays readable. */
  const connect = (trail: object, name = 'far'): Thenable<void> =>
    vscode.workspace
      .getConfiguration('vaultsql')
      .update(
        'connections',
        [...(name === 'far' ? [] : [connectionOf('far', {})]), connectionOf(name, trail)],
        vscode.ConfigurationTarget.Global,
      );

  before(async () => {
    engine = spawn(
      process.env.VAULTSQL_TEST_NODE ?? process.execPath,
      [
        join(process.env.VAULTSQL_TEST_ROOT ?? '', 'test', 'engines', 'serveTrail.ts'),
        '--events',
        String(EVENTS),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const { stdout } = engine;
    assert.ok(stdout);
    for await (const line of createInterface(stdout)) {
      url = line;
      break;
    }
    assert.match(url, /^http:/);
  });
  after(async () => {
    await vscode.workspace
      .getConfiguration('vaultsql')
      .update('connections', undefined, vscode.ConfigurationTarget.Global);
    await closeAll();
    const exit = once(engine, 'exit');
    engine.stdin?.end();
    await exit;
  });

  /** Opens the table of the connection; the password is `password`. Returns what was prompted and said, and the table. */
  async function open(name: string, password: string) {
    let shown: Shown | false | undefined;
    let said: readonly (readonly string[])[] = [];
    const prompts = await promptsDuring(password, async () => {
      said = await saidDuring(async () => {
        shown = await command<Shown | false | undefined>('audit.openTrail', name);
      });
    });
    return { prompts, said, shown };
  }
  const assertWhole = (shown: Shown | false | undefined, context: object = {}): void => {
    const text = JSON.stringify({ ...context, shown });
    assert.ok(shown, text);
    assert.equal(shown.rowCount, EVENTS, text);
    assert.match(shown.status, /^30 events · ClickHouse, last 30 days, up to \d{1,2} \w{3} \d\d:\d\d$/, text);
  };

  it('asks for the password once, and shows the events, where they come from, and who read what', async () => {
    await connect({});
    const first = await open('far', PASSWORD);
    assert.equal(first.prompts.length, 1);
    assert.match(
      first.prompts[0] ?? '',
      /^Password of reader in ClickHouse\. .* sent only to http:\/\/127\.0\.0\.1:\d+\./,
    );
    assertWhole(first.shown, first);
    const second = await open('far', '');
    assert.deepEqual([second.prompts, second.said], [[], []]);
    assertWhole(second.shown, second);
    const readers = await command<Shown & { readonly mode: string }>('audit.whoReadWhat');
    assert.equal(readers.mode, 'readers');
    assert.ok(readers.rowCount > 0, JSON.stringify(readers));
    assertWhole(await command<Shown>('audit.showTable'));
  });

  it('finds an event, and exports all with the name of the table', async () => {
    await command('audit.openEvent', 'change-7');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /change-7/);
    const file = vscode.Uri.file(join(tmpdir(), `vaultsql-${randomUUID()}.ndjson`));
    const manifestFile = file.with({ path: `${file.path}.manifest.json` });
    assert.equal(await command('audit.export', file), true);
    const read = async (uri: vscode.Uri): Promise<string> =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    assert.equal((await read(file)).trim().split('\n').length, EVENTS);
    const { openedFrom, events } = JSON.parse(await read(manifestFile)) as Readonly<Record<string, unknown>>;
    assert.deepEqual([openedFrom, events], ['audit.events · ClickHouse, last 30 days', EVENTS]);
    for (const uri of [file, manifestFile]) await vscode.workspace.fs.delete(uri);
  });

  it('says what it can not do, and never speaks of a file', async () => {
    const cases: readonly (readonly [id: string, argument: unknown, text: RegExp])[] = [
      ['audit.loadOlder', undefined, /^The whole time range of the table is covered\./],
      ['audit.loadUntil', undefined, /^The whole time range of the table is covered\./],
      ['audit.follow', undefined, /^A table in ClickHouse can’t be followed\. Refresh/],
      ['audit.askInSql', undefined, /^SQL here runs over loaded events only\. Query the table in ClickHouse/],
      ['audit.askServer', undefined, /^The question is already applied to all events of the table\.$/],
      [
        'audit.filterService',
        { kind: 'value', field: 'actor', value: 'ann' },
        /^These events don’t come from the service\. Filter loaded events instead\.$/,
      ],
    ];
    for (const [id, argument, text] of cases) {
      const said = await saidDuring(() => command(id, argument));
      assert.equal(said.length, 1, id);
      assert.match(said[0]?.[0] ?? '', text);
    }
  });

  it('says in a sentence with the next step why a table can not be opened, and keeps the one that is shown', async () => {
    await runSql(url, 'CREATE TABLE audit.other (ts DateTime, id String) ENGINE = MergeTree ORDER BY ts');
    const closed = `http://127.0.0.1:${await findClosedPort()}`;
    const cases: readonly (readonly [trail: object, password: string, said: RegExp, button?: string])[] = [
      [
        {},
        'wrong',
        /^127\.0\.0\.1:\d+ rejected the sign-in\. Check the user name and the password\.$/,
        'Set Password',
      ],
      [
        { url: closed },
        PASSWORD,
        /^Could not connect to 127\.0\.0\.1:\d+\. ECONNREFUSED\. Check the address and the network\.$/,
        'Edit Trail',
      ],
      [
        { table: 'other' },
        PASSWORD,
        /^No table of audit events: audit\.other\. Check its name at 127\.0\.0\.1:\d+, or create it with: audit init clickhouse$/,
        'Edit Trail',
      ],
    ];
    for (const [at, [trail, password, text, ...buttons]] of cases.entries()) {
      // Each connection has a name of its own, because the password is stored under the name.
      await connect(trail, `failing ${at}`);
      const { prompts, said, shown } = await open(`failing ${at}`, password);
      assert.equal(prompts.length, 1);
      assert.ok(!shown);
      const [[sentence = '', ...offered] = []] = said;
      assert.match(sentence, text);
      assert.deepEqual([said.length, offered], [1, buttons]);
      assertWhole(await command<Shown>('audit.showTable'));
    }
  });

  it('sends the password to no other address', async () => {
    await connect({ url: `http://127.0.0.1:${await findClosedPort()}` });
    const { prompts, said } = await open('far', PASSWORD);
    assert.equal(prompts.length, 1);
    assert.match(said[0]?.[0] ?? '', /^Could not connect/);
  });

  it('Test Connection reports the steps of the table', async () => {
    const report = async (name: string, password: string) => {
      const lists: (readonly vscode.QuickPickItem[])[] = [];
      const { showQuickPick } = vscode.window;
      // The first choice is taken; the report is read.
      const pick = async (items: readonly vscode.QuickPickItem[]) =>
        lists.push(items) === 1 ? items[0] : undefined;
      Object.assign(vscode.window, { showQuickPick: pick });
      try {
        await promptsDuring(password, () => command('connection.test', name));
      } finally {
        Object.assign(vscode.window, { showQuickPick });
      }
      const [first = [], lines = []] = lists;
      assert.match(first[0]?.detail ?? '', /no query; also the table in ClickHouse$/);
      const start = lines.findIndex(({ label }) => label === 'Audit trail in ClickHouse');
      return lines.slice(start + 1).map(({ label, description = '' }) => `${label} ${description}`.trim());
    };
    await connect({}, 'tested');
    const all = await report('tested', PASSWORD);
    assert.deepEqual(all.slice(0, 6), [
      'Address and sign-in passed',
      'Version of ClickHouse passed',
      'Table passed',
      'Parser version passed',
      'Read-only passed',
      'Time limits warning',
    ]);
    assert.match(
      all.join(' '),
      /The server does not limit the time of a query\. Set max_execution_time for reader there\. Cancel passed$/,
    );
    await connect({ user: 'writer' }, 'tested');
    assert.match(
      (await report('tested', 'writer-password')).join(' '),
      /Read-only warning writer has more rights than needed\. Set readonly = 1 for this user\. Time limits warning /,
    );
    await connect({ table: 'other' }, 'tested');
    assert.match(
      (await report('tested', PASSWORD)).join(' '),
      /Table failed audit\.other has other columns than a table of audit events: ts is DateTime, not DateTime64\(9, ?'UTC'\), and \d+ more\. Create one with: audit init clickhouse/,
    );
  });

  it('closes the table', async () => {
    await command('audit.closeFiles');
    const shown = await command<Shown>('audit.showTable');
    assert.equal(shown.rowCount, 0);
  });
};

if (hasEngine) describe('the audit table over a table in ClickHouse', suite);
