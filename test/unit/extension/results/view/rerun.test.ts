import assert from 'node:assert/strict';
import type { ResultsState } from '../../../../../src/protocol/results.ts';
import { documentWith, fakeWindow, pageSize, readyRun, settled, withFirstPage } from '../fakeWindow.ts';

const { formatTime } = await import('../../../../../src/extension/app/timeText.ts');
const { Session } = await import('../../../../../src/extension/results/session/session.ts');
const { Viewer } = await import('../../../../../src/extension/results/view/viewer.ts');

const down = { kind: 'status', status: 503, message: '', retry: true } as const;

describe('a query that is run again and fails', () => {
  /** A place that shows a result, whose query is run again. */
  async function rerunning(startedAt = Date.now()) {
    const editor = fakeWindow();
    const drawn: ResultsState[] = [];
    const viewer = new Viewer({
      log: editor.deps.log,
      welcome: () => ({ title: '', text: '', buttons: [] }),
      onDraw: (state) => void drawn.push(state),
      onTool: () => undefined,
      onAudit: () => undefined,
      onCopyRequestID: async () => true,
      onCopyOutdated: () => false,
      returnFocus: () => undefined,
      onButton: async () => undefined,
      timeText: (ms) => formatTime(editor.deps, ms),
      can: () => ({}),
    });
    const run = { ...(await readyRun(editor)), startedAt };
    const [before, now] = [new Session(editor.deps, run), new Session(editor.deps, run)];
    viewer.setSession(before);
    before.startPager();
    editor.asked[0]?.answer();
    await settled();
    viewer.setRerun(now, before);
    now.startPager();
    await settled();
    const last = (): ResultsState => drawn.at(-1) ?? assert.fail('nothing is drawn');
    return { editor, viewer, before, now, last };
  }

  it('keeps the rows, and says that they are old and why', async () => {
    const { editor, viewer, before, last } = await rerunning();
    assert.equal(last().phase, 'loading');
    editor.asked[1]?.refuse(down);
    await settled();
    const state = last();
    assert.ok(state.phase === 'rows');
    assert.deepEqual([state.description.rowCount, state.firstRows?.length], [pageSize, pageSize]);
    assert.match(state.status, /^Rows 1–25 .* · rows of \d\d:\d\d$/);
    const at = formatTime(editor.deps, before.run.startedAt);
    assert.equal(state.detail, `the next page may be empty · ${at}`);
    assert.equal(state.notice?.severity, 'error');
    assert.match(state.notice?.title ?? '', /\(503\)$/);
    assert.match(state.notice?.text ?? '', /^The rows below are from \d\d:\d\d\. /);
    assert.deepEqual([viewer.displayedSession(), viewer.session()], [before, before]);
    const { phase, rowCount } = await viewer.waitUntilSettled();
    assert.deepEqual([phase, rowCount], ['error', pageSize]);
  });

  it('names the day too where that is not today', async () => {
    const { editor, last } = await rerunning(Date.UTC(2026, 0, 2, 3, 4, 5));
    editor.asked[1]?.refuse(down);
    await settled();
    const { status, detail } = last();
    assert.match(status, / · rows of 2026-01-02 03:04$/);
    assert.equal(detail, 'the next page may be empty · 2026-01-02 03:04:05 UTC');
  });

  it('keeps them where it is cancelled', async () => {
    const { viewer, last } = await rerunning();
    await viewer.performAction('cancel');
    await settled();
    const state = last();
    assert.deepEqual([state.phase, state.phase === 'rows' && state.notice?.severity], ['rows', 'warning']);
  });

  it('tries again, and drops the old rows once there is an answer', async () => {
    const { editor, viewer, before, now, last } = await rerunning();
    editor.asked[1]?.refuse(down);
    await settled();
    assert.equal(viewer.sessionOfNotice(), now);
    viewer.sessionOfNotice()?.retryPagerRequest();
    await settled();
    assert.equal(last().phase, 'loading');
    editor.asked[2]?.answer(3);
    await settled();
    const state = last();
    assert.ok(state.phase === 'rows');
    assert.deepEqual(
      [state.description.rowCount, state.notice, viewer.displayedSession()],
      [3, undefined, now],
    );
    assert.doesNotMatch(state.status, /rows of/);
    // Its rows are freed.
    assert.equal(before.rows.view().rowCount > 0 && before.createExportSource() !== undefined, false);
  });

  it('drops them for an answer without rows', async () => {
    const { editor, last } = await rerunning();
    editor.asked[1]?.answer(0);
    await settled();
    assert.equal(last().phase, 'none');
  });

  it('pages through them, still marked', async () => {
    const { editor, viewer, last } = await rerunning();
    editor.asked[1]?.refuse(down);
    await settled();
    const paged = viewer.performAction('next');
    await settled();
    editor.asked[2]?.answer();
    assert.equal((await paged).phase, 'rows');
    const state = last();
    assert.ok(state.phase === 'rows');
    assert.deepEqual([state.description.firstRowNumber, state.notice], [pageSize + 1, undefined]);
    assert.match(state.status, /rows of \d\d:\d\d$/);
  });

  it('runs from the editor: the same query keeps the rows, another one does not', async () => {
    const editor = fakeWindow();
    const { results } = await withFirstPage(editor);
    for (const [sql, rows] of [
      ['SELECT name FROM persons', pageSize],
      ['SELECT id FROM persons', 0],
    ] as const) {
      const done = results.prepareAndRunStatement(...documentWith(sql));
      await settled();
      editor.asked.at(-1)?.refuse(down);
      const { phase, rowCount } = await done;
      assert.deepEqual([phase, rowCount], ['error', rows]);
    }
    results.dispose();
  });
});
