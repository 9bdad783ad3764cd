import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { connectionOf, eventsOf, fakeService, fileOf, settled } from '../fakeFeed.ts';
import '../../withVscode.ts';

const { createRequestSequence } = await import('../../../../../src/extension/audit/model/requestSequence.ts');

let last = 60;
/** A page with one event, older than those before, and the way to a further one. */
const page = (): Partial<AuditPage> => ({
  events: [
    toAuditEvent({
      context: { changeID: `c${--last}` },
      request: { timestamp: `2026-01-01 00:00:${last}.000000000` },
    }),
  ],
  nextOps: { changeID: `c${last}` },
});

describe('readings of audit events', () => {
  it('answer whether they were taken in', async () => {
    const { feed, asked } = fakeService(connectionOf('a'));
    const first = feed.load({ 'context.actor': 'ada' });
    const second = feed.load();
    asked[0]?.answer(page());
    asked[1]?.answer(page());
    assert.deepEqual([await first, await second], [false, true]);
    const older = feed.loadOlder();
    feed.cancel();
    asked[2]?.answer(page());
    assert.equal(await older, false);
    assert.equal((await eventsOf(feed)).length, 1);
    assert.equal(await fakeService().feed.load(), false, 'without a connection');
  });

  for (const [what, end] of [
    ['cancel', 'cancel'],
    ['filters set meanwhile', 'load'],
    ['a file opened', 'open'],
    ['another connection', 'turn'],
  ] as const)
    it(`that follow one another end with ${what}, in flight and in between`, async () => {
      for (const inFlight of [true, false]) {
        const { feed, asked } = fakeService(connectionOf('a'), connectionOf('b'));
        const sequence = createRequestSequence(feed);
        const first = sequence.load({ vaultID: 'v' });
        await settled();
        asked[0]?.answer(page());
        assert.equal(await first, true);
        assert.equal(sequence.isCurrent(), true);
        const second = inFlight ? sequence.loadOlder() : undefined;
        await settled();
        if (end === 'cancel') feed.cancel();
        if (end === 'load') void feed.load({ 'context.actor': 'ada' });
        if (end === 'open') feed.open(fileOf(feed, 'f', []));
        if (end === 'turn') feed.switchConnection('b');
        const sent = asked.length;
        asked[1]?.answer(page());
        if (second) assert.equal(await second, false);
        assert.equal(sequence.isCurrent(), false);
        assert.deepEqual([await sequence.load({ vaultID: 'v' }), await sequence.loadOlder()], [false, false]);
        assert.equal(asked.length, sent, 'nothing more is sent');
        if (end === 'load') assert.deepEqual(feed.requestedFilters(), { 'context.actor': 'ada' });
      }
    });
});

describe('the connection that audit events are shown of', () => {
  it('stays, with its events, while settings of others change', async () => {
    const [a, b] = [connectionOf('a'), connectionOf('b')];
    const { feed, asked, setConnections } = fakeService(a, b);
    feed.switchConnection('b');
    const loading = feed.load();
    asked[0]?.answer(page());
    await loading;
    assert.deepEqual([asked[0]?.connection, feed.loaded()], ['b', true]);
    for (const now of [
      [a, b, connectionOf('c')],
      [connectionOf('a', { baseUrl: 'https://elsewhere.test' }), b],
    ]) {
      setConnections(now);
      assert.deepEqual([feed.isStale(), feed.loaded(), feed.connection()?.name], [false, true, 'b']);
    }
  });

  it('is left when it gets another address, is gone, or queries go elsewhere', async () => {
    const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
    for (const now of [[a, connectionOf('b', { baseUrl: 'https://x.test' })], [a], [c, b]]) {
      const { feed, asked, setConnections } = fakeService(a, b);
      feed.switchConnection('b');
      const loading = feed.load();
      asked[0]?.answer(page());
      await loading;
      setConnections(now);
      assert.deepEqual([feed.isStale(), feed.loaded()], [true, false]);
      feed.resetStore();
      assert.equal(feed.isStale(), false);
    }
  });
});

describe('a switch to the audit events of another connection', () => {
  it('is over once queries go elsewhere or the connection is gone, also when all is as before', () => {
    const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
    for (const meanwhile of [[c, a, b], [a]]) {
      const { feed, setConnections } = fakeService(a, b);
      feed.switchConnection('b');
      setConnections(meanwhile);
      assert.equal(feed.connection(), meanwhile[0]);
      setConnections([a, b]);
      assert.equal(feed.connection(), a);
    }
  });
});

describe('what a feed of audit events knows', () => {
  const answered = async (events: object[]) => {
    const service = fakeService(connectionOf('a', { accountID: '' }));
    const { feed, asked } = service;
    feed.setAccount('asked-for');
    const loading = feed.load();
    asked[0]?.answer({ events: events.map((one) => toAuditEvent(one as JsonObject)), requestID: 'own' });
    await loading;
    return service;
  };

  it('is forgotten with everything else', async () => {
    const { feed } = await answered([{ context: { requestID: 'own', actor: 'ann@x.test' } }]);
    assert.equal(feed.me(), 'ann@x.test');
    feed.masking.toggleActors();
    assert.equal(feed.masking.value('actor', 'ann@x.test'), 'a•••@x.test');
    assert.equal(feed.masking.value('actor', 'ada@x.test'), 'a•••(2)@x.test');
    feed.forget();
    assert.equal(feed.me(), undefined);
    assert.deepEqual([feed.loaded(), (await eventsOf(feed)).length], [false, 0]);
    assert.deepEqual(feed.sentFilters(), {}, 'the account ID that was asked for too');
    assert.equal(feed.masking.value('actor', 'ada@x.test'), 'a•••@x.test');
  });

  it('of paging is tried again with other parameters', async () => {
    const { feed, asked, changeSetting } = await answered([]);
    const read = async (older: boolean, events: object[]): Promise<void> => {
      const loading = older ? feed.loadOlder() : feed.load();
      const made = events.map((one) => toAuditEvent(one as JsonObject));
      asked.at(-1)?.answer({ events: made, nextOps: { changeID: 'b' } });
      await loading;
    };
    const same = [{ context: { changeID: 'a' } }, { context: { changeID: 'b' } }];
    await read(false, same);
    await read(true, same);
    assert.equal(feed.provenance().support, 'unsupported');
    await read(false, same);
    assert.equal(feed.provenance().more, 'unknown', 'remembered');
    changeSetting('vaultsql.audit.cursorParameters');
    await read(false, same);
    assert.equal(feed.provenance().more, 'yes');
  });
});
