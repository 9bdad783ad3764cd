import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { msToTimestamp } from '../../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { documentWith, type FakeWindow, fakeWindow, resultsOf, settled } from './fakeWindow.ts';

const down = { kind: 'status', status: 503, message: 'busy', retry: true } as const;

const endedOf = ({ deps }: FakeWindow, uri: unknown) => deps.lastRuns.getLastRun(uri as vscode.Uri)?.end;

describe('the last run of a file', () => {
  /** Runs a statement of a file of its own, without its answer. */
  async function begun(
    window: FakeWindow,
    results: ReturnType<typeof resultsOf>['results'],
    sql = 'SELECT name FROM persons',
  ) {
    const place = documentWith(sql);
    const over = results.prepareAndRunStatement(...place);
    await settled();
    return { over, request: window.asked.at(-1), ended: () => endedOf(window, place[0]) };
  }

  it('is noted as it ended, also where it is run again in the results', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const { over, request, ended } = await begun(window, results);
    assert.equal(ended(), undefined);
    request?.refuse(down);
    await over;
    assert.equal(ended(), 'failed');
    const again = results.performTool('rerun');
    await settled();
    window.asked.at(-1)?.answer(3);
    await again;
    assert.equal(ended(), 3);
    results.dispose();
  });

  it('has the number of rows of each request, until it is forgotten', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const { over, request } = await begun(window, results);
    request?.answer(25);
    await over;
    const next = results.performAction('next');
    await settled();
    window.asked.at(-1)?.answer(7);
    await next;
    const { lastRuns } = window.deps;
    const counts = () => ['r0', 'r25', 'r50', undefined].map((id) => lastRuns.getRowCount(id));
    assert.deepEqual(counts(), [25, 7, undefined, undefined]);
    lastRuns.clearRunsAndRequests();
    assert.deepEqual(counts(), [undefined, undefined, undefined, undefined]);
    results.dispose();
  });

  it('has the IDs of the pages of each run together, and those of other requests alone', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const place = documentWith('SELECT name FROM persons');
    for (const _ of [1, 2]) {
      const over = results.prepareAndRunStatement(...place);
      await settled();
      window.asked.at(-1)?.answer(25);
      await over;
      const next = results.performAction('next');
      await settled();
      window.asked.at(-1)?.answer(25);
      await next;
    }
    const counting = results.prepareAndRunStatement(...place, { count: true });
    await settled();
    window.asked.at(-1)?.answer(1);
    await counting;
    assert.deepEqual(window.deps.lastRuns.listRequestIDsByRun(), [['r0', 'r25'], ['r50', 'r75'], ['r100']]);
    results.dispose();
  });

  it('has the IDs of pages that were cancelled once their audit events are known', async () => {
    const window = fakeWindow();
    const { lastRuns } = window.deps;
    const { results } = resultsOf(window);
    const { over, request } = await begun(window, results);
    request?.answer(25);
    await over;
    const next = results.performAction('next');
    await settled();
    const { query, vaultID } = window.asked.at(-1) ?? assert.fail();
    await results.performAction('cancel');
    await next;
    const event = toAuditEvent({
      context: { requestID: 'cancelled', actor: 'me' },
      request: { vaultID, timestamp: msToTimestamp(Date.now()), data: { content: query } },
      response: { code: 499 },
    });
    lastRuns.learnRequestIDs([event], { connectionName: 'a', actor: 'me' });
    assert.deepEqual(lastRuns.listRequestIDsByRun(), [['r0', 'cancelled']]);
    results.dispose();
  });

  it('is said to be cancelled where it was', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const { over, ended } = await begun(window, results);
    await results.performAction('cancel');
    await over;
    assert.equal(ended(), 'cancelled');
    results.dispose();
  });

  it('is not that of another file that took its place in the panel', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const first = await begun(window, results);
    const second = await begun(window, results, 'SELECT id FROM persons');
    second.request?.answer(2);
    await Promise.all([first.over, second.over]);
    assert.deepEqual([first.ended(), second.ended()], [undefined, 2]);
    results.dispose();
  });

  it('is not a COUNT over its query', async () => {
    const window = fakeWindow();
    const { results } = resultsOf(window);
    const place = documentWith('SELECT name FROM persons');
    const over = results.prepareAndRunStatement(...place, { count: true });
    await settled();
    window.asked.at(-1)?.answer(1);
    await over;
    assert.equal(endedOf(window, place[0]), undefined);
    results.dispose();
  });
});
