import assert from 'node:assert/strict';
import { unlessCancelled } from '../../../../../src/core/audit/table/cancelling.ts';
import type { ViewHandle } from '../../../../../src/core/audit/table/eventSet.ts';
import { emptyView } from '../../../../../src/core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../../src/core/audit/table/whoReadWhat.ts';
import type { AbortSignalLike } from '../../../../../src/core/service/transport.ts';
import { connectionOf, fakeService, settled } from '../fakeModel.ts';

const { createReading } = await import('../../../../../src/extension/audit/whoReadWhat/summary.ts');

const nothing: WhoReadWhat = { rows: [], unread: [], queries: 0, leftOut: 0, actors: 0, others: 0 };

describe('who read what, while it is computed', () => {
  it('is cancelled when other events are displayed, and computed for these at once', async () => {
    let handle = 'first' as ViewHandle;
    const calls: { readonly view: ViewHandle; readonly answer: (found: WhoReadWhat) => void }[] = [];
    const cancelled: ViewHandle[] = [];
    const reading = createReading({
      trail: {
        whoReadWhat: (view, signal?: AbortSignalLike) =>
          unlessCancelled(
            new Promise((answer) => void calls.push({ view, answer })),
            signal,
            () => void cancelled.push(view),
          ),
      },
      masking: fakeService(connectionOf('a')).model.masking,
      view: async () => ({ ...emptyView, handle }),
      isWanted: () => true,
      onRead: () => undefined,
    });
    const running = reading.run();
    await settled();
    handle = 'second' as ViewHandle;
    reading.drop();
    await settled();
    assert.deepEqual([calls.map(({ view }) => view), cancelled], [['first', 'second'], ['first']]);
    const found = { ...nothing, queries: 2 };
    calls[1]?.answer(found);
    await running;
    assert.equal(reading.result()?.found, found);
    assert.deepEqual(cancelled, ['first']);
  });
});
