import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { connectionOf, fakeService, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { loadOlderPagesUntil } = await import('../../../../../src/extension/audit/model/loadUntil.ts');

const page = (second: string): Partial<AuditPage> => ({
  events: [
    toAuditEvent({
      context: { changeID: second },
      request: { timestamp: `2026-01-01 00:00:${second}.000000000` },
    }),
  ],
  nextOps: { changeID: second },
});
function setUp() {
  const service = fakeService(connectionOf('a'));
  const said: string[] = [];
  const messages = { info: async (text: string) => void said.push(text) };
  const load = (): Promise<boolean> =>
    loadOlderPagesUntil({ messages, model: service.model }, '2026-01-01 00:00:20.000000000');
  return { ...service, said, messages, load };
}

describe('loading all older audit events', () => {
  it('goes on until there are none, and can be continued after it was cancelled', async () => {
    const { model, asked, said, messages } = setUp();
    const all = () => loadOlderPagesUntil({ messages, model });
    const first = all();
    await settled();
    asked[0]?.answer(page('40'));
    await settled();
    assert.equal(asked.length, 2);
    model.requests.cancelRequest();
    asked[1]?.answer(page('35'));
    assert.equal(await first, false);
    const second = all();
    await settled();
    asked[2]?.answer(page('30'));
    await settled();
    asked[3]?.answer({ ...page('20'), nextOps: null });
    assert.equal(await second, true);
    assert.deepEqual([asked.length, model.state.provenance().loaded, said], [4, 3, []]);
  });
});

describe('loading audit events back to a time', () => {
  it('goes on whatever failed before, and ends where a page of its own is refused', async () => {
    const { model, asked, load } = setUp();
    const first = model.requests.loadNewest();
    asked[0]?.answer(page('40'));
    await first;
    const failing = model.requests.loadOlder();
    asked[1]?.refuse(500);
    await failing;
    const refused = load();
    await settled();
    assert.equal(asked.length, 3, 'it asks');
    asked[2]?.refuse(503);
    assert.equal(await refused, false);
    assert.equal(asked.length, 3, 'and no more');
    const going = load();
    await settled();
    asked[3]?.answer(page('30'));
    await settled();
    asked[4]?.answer(page('10'));
    assert.equal(await going, true);
    assert.equal(model.state.error(), undefined);
  });

  it('says nothing of older events where not even the newest can be loaded', async () => {
    const { model, asked, said, load } = setUp();
    const loading = load();
    await settled();
    asked[0]?.refuse(500);
    assert.equal(await loading, false);
    assert.equal(model.state.error()?.kind, 'status');
    assert.deepEqual([said, asked.length], [[], 1]);
  });

  it('stops after 4,000 pages where the service makes events up, and says how to go on', async () => {
    const { asked, said, load } = setUp();
    let isOver = false;
    const loading = load().finally(() => {
      isOver = true;
    });
    for (let n = 0; !isOver; n++) {
      await settled();
      const name = `made-up ${n}`;
      const request = { timestamp: '2026-01-01 00:00:40.000000000' };
      const events = [toAuditEvent({ context: { changeID: name }, request })];
      asked[n]?.answer({ events, nextOps: { changeID: name } });
      assert.ok(n < 20_000, 'no end');
    }
    assert.equal(await loading, false);
    // The newest page, and the older ones.
    assert.equal(asked.length, 4001);
    assert.deepEqual(said, ['Stopped after 4,000 pages of older events. Run the command again to continue.']);
  });
});
