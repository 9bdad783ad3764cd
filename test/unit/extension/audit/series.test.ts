import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/api/decode.ts';
import type { AuditPage } from '../../../../src/core/api/types.ts';
import { connectionOf, fakeService, fileOf, settled } from './fakeSession.ts';
import '../withVscode.ts';

const { createSeries } = await import('../../../../src/extension/audit/series.ts');

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
    const { session, asked } = fakeService(connectionOf('a'));
    const first = session.load({ 'context.actor': 'ada' });
    const second = session.load();
    asked[0]?.answer(page());
    asked[1]?.answer(page());
    assert.deepEqual([await first, await second], [false, true]);
    const older = session.loadOlder();
    session.cancel();
    asked[2]?.answer(page());
    assert.equal(await older, false);
    assert.equal(session.store().events().length, 1);
    assert.equal(await fakeService().session.load(), false, 'without a connection');
  });

  for (const [what, end] of [
    ['cancel', 'cancel'],
    ['filters set meanwhile', 'load'],
    ['a file opened', 'open'],
    ['another connection', 'turn'],
  ] as const)
    it(`that follow one another end with ${what}, in flight and in between`, async () => {
      for (const inFlight of [true, false]) {
        const { session, asked } = fakeService(connectionOf('a'), connectionOf('b'));
        const series = createSeries(session);
        const first = series.load({ vaultID: 'v' });
        await settled();
        asked[0]?.answer(page());
        assert.equal(await first, true);
        assert.equal(series.wanted(), true);
        const second = inFlight ? series.loadOlder() : undefined;
        await settled();
        if (end === 'cancel') session.cancel();
        if (end === 'load') void session.load({ 'context.actor': 'ada' });
        if (end === 'open') session.open(fileOf('f', []));
        if (end === 'turn') session.turnTo('b');
        const sent = asked.length;
        asked[1]?.answer(page());
        if (second) assert.equal(await second, false);
        assert.equal(series.wanted(), false);
        assert.deepEqual([await series.load({ vaultID: 'v' }), await series.loadOlder()], [false, false]);
        assert.equal(asked.length, sent, 'nothing more is sent');
        if (end === 'load') assert.deepEqual(session.filters(), { 'context.actor': 'ada' });
      }
    });
});

describe('the connection that audit events are shown of', () => {
  it('stays, with its events, while settings of others change', async () => {
    const [a, b] = [connectionOf('a'), connectionOf('b')];
    const { session, asked, setConnections } = fakeService(a, b);
    session.turnTo('b');
    const loading = session.load();
    asked[0]?.answer(page());
    await loading;
    assert.deepEqual([asked[0]?.connection, session.loaded()], ['b', true]);
    for (const now of [
      [a, b, connectionOf('c')],
      [connectionOf('a', { baseUrl: 'https://elsewhere.test' }), b],
    ]) {
      setConnections(now);
      assert.deepEqual(
        [session.isAstray(), session.loaded(), session.connection()?.name],
        [false, true, 'b'],
      );
    }
  });

  it('is left when it gets another address, is gone, or queries go elsewhere', async () => {
    const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
    for (const now of [[a, connectionOf('b', { baseUrl: 'https://x.test' })], [a], [c, b]]) {
      const { session, asked, setConnections } = fakeService(a, b);
      session.turnTo('b');
      const loading = session.load();
      asked[0]?.answer(page());
      await loading;
      setConnections(now);
      assert.deepEqual([session.isAstray(), session.loaded()], [true, false]);
      session.reset();
      assert.equal(session.isAstray(), false);
    }
  });
});
