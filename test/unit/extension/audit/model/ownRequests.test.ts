import assert from 'node:assert/strict';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { connectionOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { LastRuns } = await import('../../../../../src/extension/app/lastRuns.ts');
const { createOwnRequests } = await import('../../../../../src/extension/audit/model/ownRequests.ts');

const { connectionIdentity } = await import('../../../../../src/extension/audit/model/connectionSwitch.ts');

const connection = connectionOf('a');
const event = (requestID: string, actor?: string): AuditEvent => ({
  context: { requestID, ...(actor === undefined ? {} : { actor }) },
  response: {},
  request: {},
  resourceIDs: [],
  raw: {},
});

describe('own requests', () => {
  it('learn who the person is from an event that names them, past one of a refused request', () => {
    const own = createOwnRequests({ lastRuns: new LastRuns() });
    own.addRequestID('refused');
    own.addRequestID('answered');
    own.learnFromEvents([event('refused'), event('foreign', 'other@local.test')], connection);
    assert.equal(own.actor(connectionIdentity(connection) ?? ''), undefined);
    own.learnFromEvents(
      [event('refused'), event('answered', 'me@local.test'), event('foreign', 'x')],
      connection,
    );
    assert.equal(own.actor(connectionIdentity(connection) ?? ''), 'me@local.test');
  });

  it('are requests for audit events and queries, of which only the first are audit log reads', () => {
    const lastRuns = new LastRuns();
    const own = createOwnRequests({ lastRuns });
    own.addRequestID('log read');
    const run = {};
    for (const [requestID, rowCount] of [
      ['page 1', 25],
      ['page 2', 3],
    ] as const)
      lastRuns.recordRequest(requestID, { rowCount, run });
    lastRuns.recordRequest('failed', { rowCount: undefined, run: undefined });
    assert.deepEqual(own.requestIDs(), {
      logReadIDs: ['log read'],
      queryRuns: [['page 1', 'page 2'], ['failed']],
    });
    assert.deepEqual(own.listRequestIDs(), ['log read', 'page 1', 'page 2', 'failed']);
    assert.deepEqual(own.listRequestIDs().map(own.isLogRead), [true, false, false, false]);
  });

  describe('that ended without a response', () => {
    const cancelledAt = Date.UTC(2026, 0, 1);
    const times = { sentAt: cancelledAt - 10_000, at: cancelledAt };
    const page = (offset: number): string => `SELECT name FROM persons LIMIT 25 OFFSET ${offset}`;
    interface Sent {
      readonly offset?: number;
      readonly actor?: string;
      readonly vaultID?: string;
      readonly code?: number | undefined;
      readonly seconds?: number;
    }
    const eventOf = (
      requestID: string,
      { offset = 25, actor = 'me', vaultID = 'v', code = 499, seconds = 0 }: Sent = {},
    ): AuditEvent =>
      toAuditEvent({
        context: { requestID, actor },
        request: {
          vaultID,
          timestamp: msToTimestamp(cancelledAt + seconds * 1_000),
          data: { content: ` ${page(offset)}\n` },
          httpInfo: { URI: `/v1/vaults/${vaultID}/query` },
        },
        response: code === 0 ? {} : { code },
      });

    /** A run of which one page was answered, and those from these offsets were cancelled. */
    function cancelledRun(offsets: readonly number[], more: object = {}) {
      const lastRuns = new LastRuns();
      const own = createOwnRequests({ lastRuns });
      const run = {};
      lastRuns.recordRequest('page 0', { rowCount: 25, run });
      for (const offset of offsets)
        lastRuns.recordUnansweredQuery({
          connectionName: 'a',
          run,
          vaultID: 'v',
          query: page(offset),
          ...times,
          ...more,
        });
      own.learnFromEvents([eventOf('page 0', { offset: 0, code: 200 })], connection);
      return { own, runs: () => own.requestIDs().queryRuns, lastRuns };
    }

    it('are known from their events: those of the same vault, statement, actor, and time, without a response or with rows', () => {
      for (const [requestID, sent, isKnown] of [
        ['r1', {}, true],
        ['r2', { code: 0 }, true],
        ['r3', { seconds: -9 * 60 }, true],
        ['r4', { seconds: 11 * 60 }, false],
        ['r5', { actor: 'you' }, false],
        ['r6', { vaultID: 'w' }, false],
        ['r7', { offset: 50 }, false],
        ['page 0', {}, false],
        // Answered before the service noticed that the client had disconnected.
        ['r8', { code: 200 }, true],
        ['r9', { code: 200, seconds: -14 }, true],
        ['r10', { code: 204, seconds: 4 }, true],
        ['r11', { code: 200, actor: 'you' }, false],
        ['r12', { code: 200, vaultID: 'w' }, false],
        ['r13', { code: 200, offset: 50 }, false],
        ['r14', { code: 503 }, false],
        // Sent before or after that, as by another window.
        ['r15', { code: 200, seconds: -16 }, false],
        ['r16', { code: 200, seconds: 6 }, false],
        ['r17', { code: 200, seconds: 3 * 60 }, false],
      ] as const) {
        const { own, runs } = cancelledRun([25]);
        own.learnFromEvents([eventOf(requestID, sent)], connection);
        assert.deepEqual(runs(), [isKnown ? ['page 0', requestID] : ['page 0']], requestID);
      }
    });

    it('have one event each, the one nearest in time', () => {
      const { own, runs } = cancelledRun([25, 50]);
      const events = [
        eventOf('later', { seconds: 5 * 60 }),
        eventOf('answered', { code: 200 }),
        eventOf('second', { offset: 50 }),
        eventOf('first', { seconds: 60 }),
      ];
      own.learnFromEvents(events, connection);
      own.learnFromEvents(events, connection);
      assert.deepEqual(runs(), [['page 0', 'first', 'second']]);
    });

    it('are not known from two events with rows, of which one may be of another window', () => {
      const { own, runs } = cancelledRun([25]);
      own.learnFromEvents(
        [eventOf('r1', { code: 200 }), eventOf('r2', { code: 200, seconds: -5 })],
        connection,
      );
      assert.deepEqual(runs(), [['page 0']]);
    });

    it('are known also from events that were loaded before it was known who sends the requests', () => {
      const query = { connectionName: 'a', run: {}, vaultID: 'v', query: page(25), ...times };
      const loaded = [eventOf('r1', { code: 200 }), eventOf('other', { code: 200, actor: 'you' })];
      const loadBefore = () => {
        const lastRuns = new LastRuns();
        const own = createOwnRequests({ lastRuns });
        lastRuns.recordUnansweredQuery(query);
        own.addRequestID('read');
        own.learnFromEvents(loaded, connection);
        own.learnFromEvents(loaded, connection);
        assert.deepEqual(own.listRequestIDs(), ['read']);
        return own;
      };
      const ofEvent = loadBefore();
      ofEvent.learnFromEvents([event('read', 'me')], connection);
      assert.deepEqual(ofEvent.listRequestIDs(), ['read', 'r1']);
      const ofUser = loadBefore();
      assert.equal(ofUser.learnEnteredActor('me', connectionOf('b')), false);
      assert.equal(ofUser.learnEnteredActor('me', connection), true);
      assert.deepEqual(ofUser.listRequestIDs(), ['read', 'r1']);
      assert.equal(ofUser.actor(connectionIdentity(connection) ?? ''), undefined, 'not from an event');
    });

    it('are not known while it is unknown who sends the requests, nor from another connection, nor once forgotten', () => {
      const events = [eventOf('r1')];
      const lastRuns = new LastRuns();
      const query = { connectionName: 'a', run: {}, vaultID: 'v', query: page(25), ...times };
      lastRuns.recordUnansweredQuery(query);
      const own = createOwnRequests({ lastRuns });
      own.learnFromEvents(events, connection);
      assert.deepEqual(own.listRequestIDs(), []);
      const other = cancelledRun([25], { connectionName: 'b' });
      other.own.learnFromEvents(events, connection);
      assert.deepEqual(other.own.listRequestIDs(), ['page 0']);
      const forgotten = cancelledRun([25]);
      forgotten.lastRuns.clearRunsAndRequests();
      forgotten.own.learnFromEvents(events, connection);
      assert.deepEqual(forgotten.own.listRequestIDs(), []);
    });
  });
});
