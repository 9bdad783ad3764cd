/** Check This Service, as the editor runs it, on a local vault over HTTP; the editor's dialogs are faked. */
import assert from 'node:assert/strict';
import type { ServiceProfile } from '../../../src/core/conformance/profile.ts';
import { eventually } from '../../run/waiting.ts';
import '../../unit/extension/withVscode.ts';
import { executed, inputBoxes, window } from '../../unit/extension/fakeVscode.ts';
import { sharedVault } from '../testVault.ts';
import { type Checked, fetchTransport } from './checkedVault.ts';

const { pickAndCheckService } = await import('../../../src/extension/connections/check/checkService.ts');
type Deps = Parameters<typeof pickAndCheckService>[0];
type Documents = Parameters<typeof pickAndCheckService>[1];

interface Choice {
  readonly label: string;
  run(): unknown;
}

/** A window with one connection, in which the user picks its vault. `table` is the one of its schema file. */
function windowFor({ url, token, accountID, vaultID }: Checked, table?: string) {
  const connection = {
    name: 'far',
    baseUrl: url,
    accountID,
    vaults: [{ id: vaultID, name: 'customers' }],
    auth: { kind: 'token' },
  };
  const said: { readonly text: string; readonly choices: readonly Choice[] }[] = [];
  const say = async (text: string, ...choices: readonly Choice[]) => void said.push({ text, choices });
  const stored: ServiceProfile[] = [];
  const reports: string[] = [];
  const forgetting: (() => void)[] = [];
  const deps = {
    targets: { connections: () => [connection], all: () => [] },
    messages: { warn: say, info: say, error: say },
    credentials: { getToken: async (): Promise<string | undefined> => token },
    serviceProfiles: { store: async (profile: ServiceProfile) => void stored.push(profile) },
    schemas: { allTables: () => (table === undefined ? undefined : [{ name: table }]) },
    channel: () => ({ transport: fetchTransport(), timeoutMs: () => 10_000 }),
    connections: () => ({ testConnection: () => undefined }),
    context: { extension: { packageJSON: { version: '0.1.0' } } },
    onForget: (listener: () => void) => {
      forgetting.push(listener);
      return { dispose: () => undefined };
    },
  };
  const documents = {
    createOrUpdate: async (path: string, _query: string, text: string) => {
      reports.push(text);
      return { uri: `report:${path}` };
    },
  };
  const check = () => pickAndCheckService(deps as unknown as Deps, documents as unknown as Documents, 'far');
  return { check, said, stored, reports, forgetting, deps };
}

describe('a check of a service, as the editor runs it', () => {
  const original = { ...window };
  beforeEach(() => {
    inputBoxes.length = 0;
    executed.length = 0;
    Object.assign(window, { showQuickPick: async (items: readonly unknown[]) => items[0] });
  });
  afterEach(() => Object.assign(window, original));

  it('opens a report, keeps what it found out, and counts the verdicts', async () => {
    const { check, said, stored, reports } = windowFor(await sharedVault(), 'persons');
    const counts = (await check()) ?? assert.fail('no check');
    assert.deepEqual([counts.fails, stored.length, reports.length], [0, 1, 1]);
    assert.deepEqual(executed, [['markdown.showPreview', 'report:/Check of far.md']]);
    assert.match(said[0]?.text ?? '', /^Service of “far” checked with \d+ requests: \d+ rules hold, 0 fail/);
    assert.deepEqual(
      said[0]?.choices.map(({ label }) => label),
      ['Save Report…'],
    );
  });

  it('asks for a table where the service rejects the first query, and checks again with it', async () => {
    const { check, said, stored, reports } = windowFor(await sharedVault(), 'nowhere');
    await check();
    assert.match(said[0]?.text ?? '', /^Only the audit events of “far” were checked\. Queries need a table/);
    assert.match(reports[0] ?? '', /^\| S32 \|.*may not have this vault or table/m);
    // A name that is no name is not accepted, and leaving the box sends nothing.
    const name = said[0]?.choices.find(({ label }) => label === 'Name a Table…') ?? assert.fail('no choice');
    await name.run();
    const { validateInput } = inputBoxes[0] as { validateInput(text: string): unknown };
    assert.deepEqual(
      ['persons', 'a b', '', 'persons; DROP'].map((text) => validateInput(text) === undefined),
      [true, false, false, false],
    );
    assert.equal(reports.length, 1);
    Object.assign(window, { showInputBox: async () => 'persons' });
    await name.run();
    assert.match(reports[1] ?? '', /^\| S32 \| Path of a query \| holds \|/m);
    assert.equal(stored.length, 2, 'the later check takes the place of the first');
  });

  it('says that a service that is down accepted nothing, and keeps nothing', async () => {
    const down = { ...(await sharedVault()), url: 'http://127.0.0.1:1' };
    const { check, said, stored } = windowFor(down, 'persons');
    await check();
    assert.match(said[0]?.text ?? '', /^The service of “far” accepted no request of the check\./);
    assert.deepEqual(
      said[0]?.choices.map(({ label }) => label),
      ['Test Connection', 'Save Report…'],
    );
    assert.equal(stored.length, 0);
  });

  it('ends with what was found when it is cancelled or everything is forgotten, and keeps nothing', async () => {
    const { check, said, stored, reports, forgetting } = windowFor(await sharedVault(), 'persons');
    const running = check();
    (await eventually('the start', () => forgetting[0]))();
    await running;
    assert.equal(stored.length, 0);
    assert.ok(reports.length === 0 || /cancelled/.test(reports[0] ?? ''));
    for (const { text } of said)
      assert.match(text, /^Check cancelled after \d+ requests\. Nothing was stored/);
  });

  it('says what to do where there is no token, and sends nothing', async () => {
    const { check, said, reports, deps } = windowFor(await sharedVault(), 'persons');
    deps.credentials.getToken = async () => undefined;
    assert.equal(await check(), undefined);
    assert.equal(reports.length, 0);
    assert.equal(said.length, 1);
  });
});
