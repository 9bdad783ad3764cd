import assert from 'node:assert/strict';
import type { LocalVaultState } from '../../../../src/extension/targets/targets.ts';
import { getRowsDescription, type ResultsState } from '../../../../src/protocol/results.ts';
import { eventually } from '../../../run/waiting.ts';
import { fakePlace } from '../fakePlace.ts';
import { connectionOf, documentWith, fakeWindow, setConnections, settingsOf, settled } from './fakeWindow.ts';

const { createResults } = await import('../../../../src/extension/results/controller.ts');

const local = connectionOf('local', {
  baseUrl: 'http://127.0.0.1:1',
  vaults: [{ id: 'local-vault', name: 'local-vault' }],
  local: { token: 't', actor: 'me', columns: [], tables: [] },
});
const sql = '-- vault: local/local-vault\nSELECT name FROM persons';
const other = '-- vault: local/local-vault\nSELECT city FROM persons';

describe('a query that is run while the local vault starts', () => {
  /** A window whose local vault starts until `end` says whether that succeeded. */
  function setUp() {
    const settings = settingsOf(connectionOf('a'));
    const editor = fakeWindow(settings);
    let state: LocalVaultState = { kind: 'starting' };
    Object.assign(editor.deps.targets, { getLocalVaultState: () => state });
    const start = Promise.withResolvers<boolean>();
    const localVault = { ...editor.deps.localVault(), start: () => start.promise };
    Object.assign(editor.deps, { localVault: () => localVault });
    const end = async (isUp: boolean): Promise<void> => {
      state = isUp ? { kind: 'running', connection: local as never } : { kind: 'stopped' };
      setConnections(settings, connectionOf('a'), ...(isUp ? [local] : []));
      start.resolve(isUp);
      await settled();
    };
    const states: ResultsState[] = [];
    const { place } = fakePlace('show', (what, params) => {
      if (what === 'state') states.push(params as ResultsState);
    });
    const panel = { onResolve: (listener: (view: typeof place) => void) => listener(place) };
    const results = createResults(editor.deps, panel, () => undefined);
    /** The state on screen while the query waits. */
    const waiting = () =>
      eventually('the state of a query that waits', () =>
        states.findLast(({ phase }) => phase === 'loading'),
      );
    return { results, states, waiting, editor, end };
  }

  it('says so with a Cancel button, and is sent once the vault runs', async () => {
    const { results, waiting, editor, end } = setUp();
    const done = results.prepareAndRunStatement(...documentWith(sql));
    const { status, can } = await waiting();
    assert.deepEqual([status, can.cancel], ['Waiting for the local vault to start…', true]);
    assert.equal(editor.asked.length, 0);
    await end(true);
    assert.equal(editor.asked[0]?.connection.name, 'local');
    editor.asked[0]?.answer();
    assert.equal((await done).phase, 'rows');
    results.dispose();
  });

  it('is not sent once it is cancelled, and the start goes on', async () => {
    const { results, states, editor, end } = setUp();
    const done = results.prepareAndRunStatement(...documentWith(sql));
    await settled();
    const cancelled = await results.performAction('cancel');
    assert.equal(cancelled.title, 'Cancelled');
    assert.equal((await done).title, 'Cancelled');
    await end(true);
    assert.deepEqual([states.at(-1)?.phase, editor.asked.length], ['idle', 0]);
    results.dispose();
  });

  it('is said not to be sent where the vault does not start', async () => {
    const { results, editor, end } = setUp();
    const done = results.prepareAndRunStatement(...documentWith(sql));
    await settled();
    await end(false);
    assert.equal((await done).title, 'Not sent: the local vault is not running');
    assert.equal(editor.asked.length, 0);
    results.dispose();
  });

  it('is no longer said not to be sent for want of the vault once that runs', async () => {
    const { results, states, editor, end } = setUp();
    const done = results.prepareAndRunStatement(...documentWith(sql));
    await settled();
    await end(false);
    await done;
    await end(true);
    const state = states.at(-1);
    assert.ok(state?.phase === 'idle');
    assert.deepEqual(
      [state.notice.title, state.notice.text, state.notice.buttons],
      ['The local vault is running', 'The query was not sent. Run it again.', []],
    );
    assert.equal(editor.asked.length, 0);
    results.dispose();
  });

  it('leaves the rows of another query on screen meanwhile', async () => {
    const { results, waiting, editor, end } = setUp();
    const before = results.prepareAndRunStatement(
      ...documentWith('-- vault: a/vault\nSELECT id FROM persons'),
    );
    await settled();
    editor.asked[0]?.answer();
    await before;
    const done = results.prepareAndRunStatement(...documentWith(sql));
    assert.equal(getRowsDescription(await waiting())?.rowCount, 25);
    await results.copyDisplayedRows();
    assert.match(editor.copied[0] ?? '', /row 0/);
    await end(true);
    editor.asked[1]?.answer(3);
    assert.equal((await done).rowCount, 3);
    results.dispose();
  });

  it('is replaced by one that is run after it', async () => {
    const { results, editor, end } = setUp();
    const first = results.prepareAndRunStatement(...documentWith(sql));
    const second = results.prepareAndRunStatement(...documentWith(other));
    await settled();
    await end(true);
    assert.deepEqual(
      editor.asked.map(({ query }) => query),
      ['SELECT city FROM persons LIMIT 25 OFFSET 0'],
    );
    editor.asked[0]?.answer();
    assert.deepEqual([(await first).phase, (await second).phase], ['idle', 'rows']);
    results.dispose();
  });
});
