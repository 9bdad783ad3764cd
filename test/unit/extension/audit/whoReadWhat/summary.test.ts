import assert from 'node:assert/strict';
import { raceWithCancellation } from '../../../../../src/core/audit/table/cancelling.ts';
import type { ViewHandle } from '../../../../../src/core/audit/table/eventSet.ts';
import { emptyView } from '../../../../../src/core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../../src/core/audit/table/whoReadWhat.ts';
import type { AbortSignalLike } from '../../../../../src/core/service/transport.ts';
import { connectionOf, fakeService, settled } from '../fakeModel.ts';

const { createReadersComputation: createReading } = await import(
  '../../../../../src/extension/audit/whoReadWhat/summary.ts'
);

const nothing: WhoReadWhat = {
  rows: [],
  unread: [],
  queries: 0,
  failed: 0,
  leftOut: 0,
  actors: 0,
  others: 0,
};

describe('who read what, while it is computed', () => {
  /** A computation over a view that the test replaces, with the calls of the trail. */
  function computed() {
    const state = { handle: 'first' as ViewHandle, isWanted: true };
    const calls: { readonly view: ViewHandle; readonly answer: (found: WhoReadWhat) => void }[] = [];
    const cancelled: ViewHandle[] = [];
    const reading = createReading({
      trail: {
        whoReadWhat: (view, signal?: AbortSignalLike) =>
          raceWithCancellation(
            new Promise((answer) => void calls.push({ view, answer })),
            signal,
            () => void cancelled.push(view),
          ),
      },
      masking: fakeService(connectionOf('a')).model.masking,
      view: async () => ({ ...emptyView, handle: state.handle }),
      isWanted: () => state.isWanted,
      onRead: () => undefined,
    });
    return { state, calls, cancelled, reading };
  }

  it('is cancelled when other events are displayed, and computed for these at once', async () => {
    const { state, calls, cancelled, reading } = computed();
    const running = reading.run();
    await settled();
    state.handle = 'second' as ViewHandle;
    reading.discardResult();
    await settled();
    assert.deepEqual([calls.map(({ view }) => view), cancelled], [['first', 'second'], ['first']]);
    const found = { ...nothing, queries: 2 };
    calls[1]?.answer(found);
    await running;
    assert.equal(reading.result()?.found, found);
    assert.deepEqual(cancelled, ['first']);
  });

  it('is cancelled when the events are displayed again, and keeps the last result', async () => {
    const { state, calls, cancelled, reading } = computed();
    const found = { ...nothing, queries: 1 };
    const first = reading.run();
    await settled();
    calls[0]?.answer(found);
    await first;
    state.handle = 'second' as ViewHandle;
    const second = reading.run();
    await settled();
    state.isWanted = false;
    reading.cancel();
    await second;
    assert.deepEqual(cancelled, ['second']);
    assert.equal(reading.result()?.found, found);
  });
});
