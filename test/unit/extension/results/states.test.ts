import assert from 'node:assert/strict';
import type { UnreadSchema } from '../../../../src/extension/platform/schemaFiles.ts';
import type { Notice } from '../../../../src/extension/query/refusals.ts';
import type { ResultsController } from '../../../../src/extension/results/controller.ts';
import { executed, Uri } from '../fakeVscode.ts';
import {
  connectionOf,
  documentWith,
  fakeWindow,
  pageSize,
  readyRun,
  resultsOf,
  setConnections,
  settingsOf,
  settled,
  withFirstPage,
} from './fakeWindow.ts';

const { performNoticeAction } = await import('../../../../src/extension/results/view/noticeActions.ts');
const { Session } = await import('../../../../src/extension/results/session/session.ts');
const { createViewerSummary: summarize, Viewer } = await import(
  '../../../../src/extension/results/view/viewer.ts'
);

const place = documentWith('SELECT name FROM persons');

async function run(results: ResultsController) {
  const done = results.prepareAndRunStatement(...place);
  await settled();
  return done;
}
async function act(results: ResultsController, action: 'next' | 'cancel') {
  const done = results.performAction(action);
  await settled();
  return done;
}
const fullPage = { phase: 'rows', rowCount: pageSize, firstRowNumber: 1 };
const facts = ({ phase, rowCount, firstRowNumber }: typeof fullPage & object) => ({
  phase,
  rowCount,
  firstRowNumber,
});

describe('a second window', () => {
  it('has results of its own', async () => {
    const settings = settingsOf(connectionOf('a'));
    const [first, second] = [fakeWindow(settings), fakeWindow(settings)];
    const [own, other] = [resultsOf(first), resultsOf(second)];
    const done = run(own.results);
    await settled();
    first.asked[0]?.answer();
    assert.deepEqual(facts(await done), fullPage);
    assert.equal(own.displayedQuery.current()?.query, 'SELECT name FROM persons LIMIT 25 OFFSET 0');
    assert.equal(other.displayedQuery.current(), undefined);
    assert.deepEqual([second.asked.length, (await other.results.performAction('next')).phase], [0, 'idle']);
    own.results.dispose();
    other.results.dispose();
  });

  it('that removes the connection ends the paging here, and the rows stay', async () => {
    const settings = settingsOf(connectionOf('a'), connectionOf('b'));
    const editor = fakeWindow(settings);
    const { results } = await withFirstPage(editor);
    setConnections(settings, connectionOf('b'));
    const after = await act(results, 'next');
    assert.deepEqual(
      { ...facts(after), title: after.title },
      { ...fullPage, title: 'The connection was removed' },
    );
    assert.equal(editor.asked.length, 1);
    setConnections(settings, connectionOf('a'), connectionOf('b'));
    const again = act(results, 'next');
    await settled();
    editor.asked[1]?.answer();
    assert.deepEqual(facts(await again), { ...fullPage, firstRowNumber: 26 });
    results.dispose();
  });
});

describe('a query that waits as the service asked', () => {
  it('says until when in the state line, and can be cancelled', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor));
    session.startPager();
    await settled();
    assert.equal(session.state().status, 'Running the query…');
    const until = new Date(2026, 4, 4, 16, 12, 4, 1).getTime();
    editor.asked[0]?.wait(until);
    assert.equal(session.state().status, 'Rate limited; retrying at 16:12:05');
    assert.equal(session.state().can.cancel, true);
    editor.asked[0]?.wait(undefined);
    assert.equal(session.state().status, 'Running the query…');
    editor.asked[0]?.wait(until);
    session.performAction('cancel');
    await settled();
    assert.equal(session.state().phase, 'cancelled');
    session.dispose();
  });

  it('says when to retry where that is too long to wait, and sends again only when told to', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor));
    session.startPager();
    await settled();
    const retryAt = new Date();
    retryAt.setHours(16, 11, 1, 0);
    editor.asked[0]?.refuse({
      kind: 'status',
      status: 429,
      message: '',
      retry: true,
      retryAfterMs: 600_000,
      retryAt: retryAt.getTime(),
    });
    await settled();
    const state = session.state();
    assert.ok(state.phase === 'error');
    assert.deepEqual(
      [state.notice.title, state.notice.text, state.notice.buttons.map(({ id }) => id)],
      ['Rate limited (429)', 'Retry after 16:12.', ['retry', 'helpFaults']],
    );
    assert.equal(editor.asked.length, 1);
    session.retryPagerRequest();
    await settled();
    assert.equal(editor.asked.length, 2);
    session.dispose();
  });
});

describe('a connection that is removed while its query runs', () => {
  it('still gives the rows that were under way', async () => {
    const settings = settingsOf(connectionOf('a'));
    const editor = fakeWindow(settings);
    const { results } = resultsOf(editor);
    const done = run(results);
    await settled();
    setConnections(settings);
    editor.asked[0]?.answer();
    assert.deepEqual(facts(await done), fullPage);
    results.dispose();
  });

  it('gets no further request where it has another address by now', async () => {
    const settings = settingsOf(connectionOf('a'));
    const editor = fakeWindow(settings);
    const { results } = await withFirstPage(editor);
    setConnections(settings, connectionOf('a', { baseUrl: 'https://other.test' }));
    void act(results, 'next');
    await settled();
    assert.equal(editor.asked[1]?.connection.baseUrl, 'https://a.test');
    results.dispose();
  });
});

describe('a local vault', () => {
  const local = (token: string) =>
    connectionOf('local', {
      baseUrl: 'http://127.0.0.1:1',
      local: { token, actor: 'me', columns: [], tables: [] },
    });

  it('that is stopped while its query is read takes no further request, until it runs again', async () => {
    const settings = settingsOf(local('one'));
    const editor = fakeWindow(settings);
    const { results } = await withFirstPage(editor);
    setConnections(settings);
    const stopped = await act(results, 'next');
    assert.deepEqual(facts(stopped), fullPage);
    assert.deepEqual(stopped.buttons, ['Start Local Vault', 'Try Again', 'Open Help']);
    assert.equal(editor.asked.length, 1);
    setConnections(settings, local('two'));
    const { title, buttons } = await results.performTool('copyRequestID');
    assert.deepEqual([title, buttons], ['The local vault is running', ['Try Again']]);
    void act(results, 'next');
    await settled();
    assert.equal(editor.asked[1]?.connection.local?.token, 'two');
    results.dispose();
  });
});

describe('a page that failed', () => {
  it('does not hide what Load all says afterwards', async () => {
    const editor = fakeWindow();
    const { results } = await withFirstPage(editor);
    const next = act(results, 'next');
    await settled();
    editor.asked[1]?.refuse({ kind: 'timeout', seconds: 1, retry: true });
    assert.deepEqual((await next).buttons, ['Try Again', 'Open Help']);
    const offered = await results.performTool('loadAll');
    assert.equal(offered.buttons?.[0], 'Load All');
    assert.deepEqual([facts(offered), editor.asked.length], [fullPage, 2]);
    results.dispose();
  });
});

describe('a statement that is not sent', () => {
  const aimless = documentWith('-- vault: no/where\nSELECT name FROM persons');
  const title = 'Not sent: unknown vault';

  /** A full page is shown. */
  async function withRows() {
    const editor = fakeWindow();
    const warned: string[] = [];
    Object.assign(editor.deps.messages, { warn: async (text: string) => void warned.push(text) });
    const parts = await withFirstPage(editor);
    return { ...parts, editor, warned };
  }

  it('leaves the result as it is where it was to be copied, or run in a tab', async () => {
    const { editor, results, warned } = await withRows();
    assert.equal(await results.copyAsCurl(...aimless), false);
    assert.equal((await results.prepareAndRunStatement(...aimless, { inTab: true })).title, title);
    assert.ok(warned.length === 2 && warned.every((text) => text.startsWith(title)), String(warned));
    const shown = await results.performAction('previous');
    assert.deepEqual([facts(shown), editor.asked.length], [fullPage, 1]);
    results.dispose();
  });

  it('leaves the way back to the result that it covers, which loads on', async () => {
    const { editor, results } = await withRows();
    void act(results, 'next');
    const { title: said, buttons } = await results.prepareAndRunStatement(...aimless);
    assert.deepEqual([said, buttons?.at(-1)], [title, 'Show Result']);
    assert.equal(editor.asked[1]?.signal.aborted, false);
    results.dispose();
  });
});

describe('rows of which a schema file may mask values', () => {
  const unread = (): readonly UnreadSchema[] => [
    { name: 'a/.vaultsql/schema.json', uri: Uri.file('/a') as unknown as UnreadSchema['uri'] },
  ];
  async function rowsWith(
    maskValues: 'declared' | 'all' | 'none' | undefined,
    environment: 'test' | 'production',
  ) {
    const editor = fakeWindow(settingsOf(connectionOf('a', { environment })));
    Object.assign(editor.deps.settings, { maskMode: () => maskValues });
    Object.assign(editor.deps.schemas, { listUnreadFiles: unread });
    const { results } = await withFirstPage(editor);
    const again = results.performTool('rerun');
    await settled();
    editor.asked.at(-1)?.answer();
    const { title, buttons } = await again;
    results.dispose();
    return [title, ...(buttons ?? [])];
  }

  it('say so above them where the file could not be read, and values are shown for it', async () => {
    const said = ['Some masks may be missing', 'Open File'];
    assert.deepEqual(await rowsWith(undefined, 'test'), said);
    assert.deepEqual(await rowsWith('declared', 'production'), said);
    for (const mode of ['all', 'none'] as const) assert.deepEqual(await rowsWith(mode, 'test'), [undefined]);
    assert.deepEqual(await rowsWith(undefined, 'production'), [undefined]);
  });

  it('have a button that opens it', async () => {
    const editor = fakeWindow();
    Object.assign(editor.deps.schemas, { listUnreadFiles: unread });
    Object.assign(editor.deps.settings, { maskMode: () => 'declared' });
    const { results } = resultsOf(editor);
    const session = new Session(editor.deps, await readyRun(editor));
    const viewer = { sessionOfNotice: () => session } as unknown as InstanceType<typeof Viewer>;
    await performNoticeAction('openSchema', { deps: editor.deps, viewer, problem: undefined });
    assert.deepEqual(executed.at(-1), ['vscode.open', unread()[0]?.uri]);
    session.dispose();
    results.dispose();
  });
});

describe('a result behind a notice', () => {
  const notice: Notice = { title: 'Not sent', text: '', buttons: [] };

  it('loads on, and comes back with all its rows', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor));
    let drawn = 0;
    const viewer = new Viewer({
      log: editor.deps.log,
      welcome: () => notice,
      onDraw: () => drawn++,
      can: () => ({}),
      onTool: () => undefined,
      onAudit: () => undefined,
      onCopyRequestID: async () => true,
      onCopyOutdated: () => false,
      returnFocus: () => undefined,
      timeText: String,
      onButton: async () => undefined,
    });
    viewer.setSession(session);
    session.startPager();
    await settled();
    viewer.setNotice(notice);
    viewer.drawState();
    const before = drawn;
    assert.deepEqual(summarize(viewer.state()).buttons, ['Show Result']);
    editor.asked[0]?.answer();
    await settled();
    assert.deepEqual([viewer.state().phase, drawn - before], ['idle', 0]);
    await performNoticeAction('showResult', { deps: editor.deps, viewer, problem: undefined });
    assert.deepEqual([facts(summarize(viewer.state())), drawn - before], [fullPage, 1]);
    viewer.disposeSessionAndSettle();
  });
});

describe('the buttons of a result that failed', () => {
  it('open the connection that it is of, and the help', async () => {
    const editor = fakeWindow();
    const session = new Session(editor.deps, await readyRun(editor));
    const viewer = new Viewer({
      log: editor.deps.log,
      welcome: () => ({ title: '', text: '', buttons: [] }),
      onDraw: () => undefined,
      onTool: () => undefined,
      can: () => ({}),
      onAudit: () => undefined,
      onCopyRequestID: async () => true,
      onCopyOutdated: () => false,
      returnFocus: () => undefined,
      timeText: String,
      onButton: async () => undefined,
    });
    viewer.setSession(session);
    const { name } = session.run.target.connection;
    for (const action of ['editConnection', 'addVault', 'setAccountID', 'signIn'] as const) {
      await performNoticeAction(action, { deps: editor.deps, viewer, problem: undefined });
      assert.equal(editor.calls.at(-1)?.[1], name, action);
    }
    await performNoticeAction('setAccountID', { deps: editor.deps, viewer, problem: undefined });
    assert.deepEqual(editor.calls.at(-1), ['connections.edit', name, 'accountID']);
    for (const [action, page] of [
      ['helpFaults', 'faults'],
      ['helpDialect', 'dialect'],
    ] as const) {
      await performNoticeAction(action, { deps: editor.deps, viewer, problem: undefined });
      assert.deepEqual(editor.calls.at(-1), ['help.open', page]);
    }
    viewer.disposeSessionAndSettle();
  });
});

describe('a notification that stays open', () => {
  it('holds up no command', async () => {
    const editor = fakeWindow();
    Object.assign(editor.deps.messages, { info: () => new Promise(() => undefined) });
    const { results } = resultsOf(editor);
    const isDone = { export: false, compare: false };
    void results.exportActiveResult().then(() => (isDone.export = true));
    void results.compareActiveResult().then(() => (isDone.compare = true));
    await settled();
    assert.deepEqual(isDone, { export: true, compare: true });
    results.dispose();
  });
});

describe('results that are taken away while a page is under way', () => {
  /** The second page is asked for. */
  async function waiting() {
    const editor = fakeWindow();
    const parts = await withFirstPage(editor);
    const next = parts.results.performAction('next');
    await settled();
    assert.equal(editor.asked.length, 2);
    return { ...parts, editor, next };
  }

  it('by clearing them: the request is cancelled, and nothing of its rows is shown', async () => {
    const { results, editor, next } = await waiting();
    results.clearResults();
    assert.equal(editor.asked[1]?.signal.aborted, true);
    editor.asked[1]?.answer();
    await settled();
    assert.deepEqual(facts(await next), { phase: 'idle', rowCount: 0, firstRowNumber: 1 });
    results.dispose();
  });

  it('by the next query: waiting callers get that one', async () => {
    const { results, editor, next } = await waiting();
    const done = run(results);
    await settled();
    editor.asked[1]?.answer(3);
    editor.asked[2]?.answer(7);
    assert.deepEqual([(await next).rowCount, (await done).rowCount], [7, 7]);
    results.dispose();
  });

  it('with the window: the request is cancelled and nothing waits any longer', async () => {
    const { results, editor, next } = await waiting();
    const shown = executed.length;
    results.dispose();
    assert.equal(editor.asked[1]?.signal.aborted, true);
    assert.equal((await next).rowCount, 0);
    await settled();
    const contexts = executed.slice(shown).filter(([, name]) => name === 'vaultsql.hasRows');
    assert.ok(contexts.every(([, , value]) => value === false));
  });
});
