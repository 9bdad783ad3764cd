import assert from 'node:assert/strict';
import { fakeWindow, readyRun, settled, withFirstPage } from './fakeWindow.ts';

const { Session } = await import('../../../../src/extension/results/session/session.ts');

const rows = 60;
const allRows = 'Rows 1–60 · end of results · unordered; may skip rows';
const summary = ({ status, rowCount }: { readonly status: string; readonly rowCount: number }) => [
  status,
  rowCount,
];

/** Answers every request that waits, as a table of `rows` rows does. */
async function answerAll({ asked }: ReturnType<typeof fakeWindow>, from: number): Promise<void> {
  for (let at = from; at < asked.length; at++) {
    const offset = Number(/OFFSET (\d+)/.exec(asked[at]?.query ?? '')?.[1]);
    asked[at]?.answer(Math.max(0, Math.min(25, rows - offset)));
    await settled();
  }
}

describe('rows that Load all has loaded', () => {
  async function loaded() {
    const editor = fakeWindow();
    const { results } = await withFirstPage(editor);
    const done = results.performTool('loadAll', { confirmed: true });
    await settled();
    await answerAll(editor, 1);
    assert.deepEqual(summary(await done), [allRows, 60]);
    return { editor, results, sent: editor.asked.length };
  }

  it('are shown again after First page, without a request', async () => {
    const { editor, results, sent } = await loaded();
    assert.deepEqual(summary(await results.performAction('first')), [
      'Rows 1–25 · more available · unordered; may skip rows',
      25,
    ]);
    assert.deepEqual(summary(await results.performTool('loadAll')), [allRows, 60]);
    await results.performAction('first');
    const confirmed = await results.performTool('loadAll', { confirmed: true });
    assert.deepEqual([summary(confirmed), editor.asked.length], [[allRows, 60], sent]);
    results.dispose();
  });
});

describe('the buttons that bring other rows on screen', () => {
  async function session(count: number) {
    const editor = fakeWindow();
    const one = new Session(editor.deps, await readyRun(editor));
    one.startPager();
    await settled();
    editor.asked[0]?.answer(count);
    await settled();
    const now = () => {
      const { can, reasons } = one.state();
      return { can: [can.first, can.previous, can.next, can.loadAll, can.showLoaded], reasons };
    };
    return { editor, one, now };
  }

  it('say why they can’t be pressed', async () => {
    const { editor, one, now } = await session(25);
    const first = 'This is the first page';
    assert.deepEqual(now(), {
      can: [false, false, true, true, false],
      reasons: { first, previous: first },
    });
    void one.displayAndLoadAllRows();
    await settled();
    await answerAll(editor, 1);
    const all = 'All loaded rows are shown';
    assert.deepEqual(now(), {
      can: [true, false, false, false, false],
      reasons: { previous: all, next: all, loadAll: 'All rows are loaded and shown' },
    });
    const { time, id, detail } = one.state().request ?? {};
    // Of the whole load, which is longer than its last request, and not of a page.
    assert.match(time ?? '', /^\d+ ms$/);
    assert.deepEqual([id, detail], ['r75', 'Load all: 3 requests, the last one in 1 ms']);
    one.performAction('first');
    assert.deepEqual(one.state().request, { time: '1 ms', id: 'r0' });
    assert.deepEqual(now(), {
      can: [false, false, true, true, true],
      reasons: { first, previous: first },
    });
    await one.tools.sort({ rev: 0, sorts: [{ column: 0, descending: true }] });
    await settled();
    const noPages = 'Sorted and filtered rows have no pages';
    assert.deepEqual(now(), {
      can: [false, false, false, false, false],
      reasons: {
        first: noPages,
        previous: noPages,
        next: 'All rows are loaded',
        loadAll: 'All rows are loaded and shown',
      },
    });
    one.dispose();
  });

  it('offer what follows a page that is not full, and nothing once its end was seen', async () => {
    const { editor, one, now } = await session(7);
    const [first, last] = ['This is the first page', 'This is the last page'];
    assert.deepEqual(
      [one.state().status, now()],
      [
        'Rows 1–7 · more may exist',
        { can: [false, false, true, true, false], reasons: { first, previous: first } },
      ],
    );
    one.performAction('next');
    await settled();
    assert.match(editor.asked[1]?.query ?? '', / LIMIT 18 OFFSET 7$/);
    editor.asked[1]?.answer(0);
    await settled();
    assert.equal(one.state().status, 'Rows 1–7 · end of results');
    assert.deepEqual(now(), {
      can: [false, false, false, false, false],
      reasons: { first, previous: first, next: last, loadAll: 'All rows are loaded and shown' },
    });
    one.dispose();
  });

  it('bring rows that are not loaded yet, where all that are loaded are sorted', async () => {
    const { editor, one } = await session(25);
    one.performAction('next');
    await settled();
    await answerAll(editor, 1);
    one.performAction('first');
    await one.tools.sort({ rev: 0, sorts: [{ column: 0, descending: true }] });
    await settled();
    one.performAction('next');
    await settled();
    assert.match(editor.asked[2]?.query ?? '', /OFFSET 50$/);
    one.dispose();
  });

  it('say once how many of the loaded rows a filter keeps', async () => {
    const { one } = await session(25);
    const said = () => {
      const { status, ...state } = one.state();
      return [status, state.phase === 'rows' && [state.description.scope, state.description.scopeInStatus]];
    };
    assert.deepEqual(said(), ['Rows 1–25 · more available', ['in 25 loaded rows', false]]);
    await one.tools.filter({ rev: 0, row: 3, column: 0, exclude: true });
    await settled();
    const filtered = ['in 24 of 25 loaded rows', true];
    assert.deepEqual(said(), ['24 of 25 loaded rows · more available', filtered]);
    void one.displayAndLoadAllRows();
    assert.deepEqual(said()[1], ['in 24 of 25 loaded rows', false]);
    one.dispose();
  });

  it('show what an interrupted load brought, and go on from there', async () => {
    const { editor, one, now } = await session(25);
    const loading = one.displayAndLoadAllRows();
    await settled();
    one.loading.pauseLoadAll();
    await answerAll(editor, 1);
    await loading;
    const sent = editor.asked.length;
    one.performAction('first');
    assert.deepEqual(now().can.slice(3), [true, true]);
    one.displayAllLoadedRows();
    assert.deepEqual([one.state().status, one.rows.view().rowCount], ['Paused · 50 rows', 50]);
    one.performAction('first');
    one.loading.cancelCountOrLoadAll();
    one.offerOrResumeLoadAll();
    assert.deepEqual([one.rows.view().rowCount, now().can[4], editor.asked.length], [50, false, sent]);
    one.dispose();
  });
});
