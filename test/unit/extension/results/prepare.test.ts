import assert from 'node:assert/strict';
import { createEmptyProfile } from '../../../../src/core/conformance/profile.ts';
import type { CheckOptions } from '../../../../src/core/sql/lint/options.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { window } from '../fakeVscode.ts';
import {
  connectionOf,
  documentWith,
  type FakeWindow,
  fakeWindow,
  pageSize,
  setConnections,
  settingsOf,
  settled,
  withFirstPage,
} from './fakeWindow.ts';

const { prepareRun } = await import('../../../../src/extension/query/prepare.ts');

type Columns = NonNullable<CheckOptions['columns']>;
const secret: Columns = [{ table: 'persons', column: 'name', masked: true }];
const sql = 'SELECT name FROM persons ORDER BY name';

function withSettings({ deps }: FakeWindow, more: Partial<Record<keyof Deps['settings'], unknown>>): void {
  Object.assign(deps.settings, more);
}

describe('Run Again', () => {
  /** A result with its first page, of a statement that only the settings allow. */
  async function ran() {
    const settings = settingsOf(connectionOf('a'));
    const editor = fakeWindow(settings);
    const warned: string[] = [];
    Object.assign(editor.deps.messages, { warn: async (text: string) => void warned.push(text) });
    withSettings(editor, { allowedConstructs: () => ['ORDER BY'] });
    const { results } = await withFirstPage(editor, sql);
    const again = async () => {
      const summary = results.performTool('rerun');
      await settled();
      editor.asked[1]?.answer();
      return summary;
    };
    return { editor, settings, results, again, warned };
  }

  it('hides a column that has become a masked one', async () => {
    const { editor, results, again } = await ran();
    withSettings(editor, { columnPolicies: () => secret, maskMode: () => 'declared' });
    await again();
    await results.copyDisplayedRows();
    assert.doesNotMatch(editor.copied[0] ?? 'none', /row/);
    results.dispose();
  });

  it('tells that a check of the service no longer holds where what it rejected is accepted', async () => {
    for (const [rejected, expected] of [
      [{ refusedConstructs: ['TRUE'], refusedLevels: ['MASKED'] }, ['refusedConstructs', 'refusedLevels']],
      [{ refusedConstructs: ['COMMA JOIN'], refusedLevels: [] }, []],
    ] as const) {
      const editor = fakeWindow(settingsOf(connectionOf('a')));
      const { query, ...rest } = createEmptyProfile('https://a.test', 1);
      const contradicted: string[] = [];
      Object.assign(editor.deps, {
        serviceProfiles: {
          getUncontradictedProfile: () => ({ ...rest, query: { ...query, ...rejected } }),
          markProfilePartContradicted: async (_connection: unknown, part: string) =>
            void contradicted.push(part),
        },
      });
      const { results } = await withFirstPage(
        editor,
        "SELECT REDACTION(name, 'MASKED') FROM persons WHERE TRUE",
      );
      assert.deepEqual(contradicted, expected);
      results.dispose();
    }
  });

  it('goes to the address that the connection has now', async () => {
    const { editor, settings, results, again } = await ran();
    setConnections(settings, connectionOf('a', { baseUrl: 'https://other.test' }));
    await again();
    assert.equal(editor.asked[1]?.connection.baseUrl, 'https://other.test');
    results.dispose();
  });

  it('sends nothing to a vault that its connection no longer has, or a connection that is gone', async () => {
    for (const [left, title] of [
      [[connectionOf('a', { vaults: [{ id: 'w', name: 'other' }] })], 'The vault was removed'],
      [[], 'The connection was removed'],
    ] as const) {
      const { editor, settings, results, again, warned } = await ran();
      setConnections(settings, ...left);
      const { phase, rowCount } = await again();
      assert.deepEqual([editor.asked.length, phase, rowCount], [1, 'rows', pageSize]);
      assert.ok(warned.length === 1 && warned[0]?.startsWith(`${title}. `), String(warned));
      results.dispose();
    }
  });

  it('sends nothing that is no longer allowed, and the rows stay', async () => {
    const { editor, results, again, warned } = await ran();
    withSettings(editor, { allowedConstructs: () => [] });
    const { phase, rowCount } = await again();
    assert.deepEqual([editor.asked.length, phase, rowCount, warned.length], [1, 'rows', pageSize, 1]);
    results.dispose();
  });
});

describe('a vault chosen for a run', () => {
  it('brings its own rules', async () => {
    const settings = settingsOf(connectionOf('a'));
    const editor = fakeWindow(settings);
    let chosen = false;
    const { current } = editor.deps.targets;
    Object.assign(editor.deps.targets, { current: () => (chosen ? current() : undefined) });
    const local = { token: 't', actor: 'me', columns: secret, tables: [] };
    setConnections(settings, connectionOf('local', { local }));
    const selectVault = async (): Promise<undefined> => {
      chosen = true;
    };
    const connections = () => ({ ...editor.deps.connections(), selectVault });
    const prepared = await prepareRun(
      { ...editor.deps, connections },
      ...documentWith('SELECT name FROM persons'),
    );
    assert.deepEqual(prepared.kind === 'ready' && prepared.run.options.columns, secret);
  });
});

describe('questions before a run', () => {
  const prompts: string[] = [];
  beforeEach(() => {
    prompts.length = 0;
    const showInputBox = async ({ prompt }: { prompt: string }) => String(prompts.push(prompt));
    Object.assign(window, { showInputBox });
  });
  afterEach(() => Reflect.deleteProperty(window, 'showInputBox'));

  it('are not asked where the rows cannot be counted', async () => {
    const { deps } = fakeWindow();
    const place = documentWith('SELECT COUNT(*) FROM persons WHERE name = :name');
    const prepared = await prepareRun(deps, ...place, 'count');
    assert.deepEqual([prepared.kind, prompts], ['notice', []]);
  });

  it('say nothing of the audit trail where nothing is sent', async () => {
    const { deps } = fakeWindow();
    const place = documentWith('SELECT name FROM persons WHERE name = :name');
    await prepareRun(deps, ...place, 'copy');
    await prepareRun(deps, ...place);
    assert.deepEqual(prompts, [
      'Inserted into the query as a literal.',
      'Inserted into the query as a literal, which the audit trail stores in plain text.',
    ]);
  });
});
