import assert from 'node:assert/strict';
import { createLoadPlan } from '../../../../../src/core/results/loading/loadPlan.ts';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import { numbered } from './records.ts';

describe('the plan of Load all', () => {
  it('no longer asks for a page that waits once the end is known to lie before it', () => {
    const result = createEmptyResult({ pageSize: 25 });
    const plan = createLoadPlan({ result, maxRows: 1000 });
    assert.deepEqual([plan.takeNextPage(0, 2)?.page, plan.takeNextPage(0, 2)?.page], [0, 1]);
    plan.retryLater({ page: 1, tries: 1, notBefore: 5 });
    assert.equal(plan.nextDueTime(), 5);
    result.addResponse(0, { records: numbered(0, 10) });
    plan.markDone(0);
    // Fewer rows than requested are not the end: the page that waits still does, and the rest comes first.
    assert.deepEqual([plan.nextDueTime(), plan.isFinished(), plan.takeNextPage(0, 2)?.page], [5, false, 0]);
    result.addResponse(0, { records: null });
    plan.markDone(0);
    assert.deepEqual(
      [plan.nextDueTime(), plan.takeNextPage(10, 2), plan.isFinished()],
      [undefined, undefined, true],
    );
  });

  it('requests nothing after a page of fewer rows until the rest of this page was requested', () => {
    const result = createEmptyResult({ pageSize: 25 });
    const plan = createLoadPlan({ result, maxRows: 1000 });
    assert.equal(plan.takeNextPage(0, 4)?.page, 0);
    result.addResponse(0, { records: numbered(0, 10) });
    plan.markDone(0);
    assert.deepEqual([plan.takeNextPage(0, 4)?.page, plan.takeNextPage(0, 4)], [0, undefined]);
    result.addResponse(0, { records: numbered(10, 25) });
    plan.markDone(0);
    assert.equal(plan.takeNextPage(0, 4)?.page, 1);
  });

  it('no longer asks for a page that waits once it is here', () => {
    const result = createEmptyResult({ pageSize: 25 });
    const plan = createLoadPlan({ result, maxRows: 1000 });
    plan.takeNextPage(0, 1);
    plan.retryLater({ page: 0, tries: 1, notBefore: 0 });
    result.addResponse(0, { records: numbered(0, 25) });
    assert.equal(plan.takeNextPage(10, 1)?.page, 1);
  });
});
