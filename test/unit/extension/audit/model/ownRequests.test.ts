import assert from 'node:assert/strict';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import '../../withVscode.ts';

const { LastRuns } = await import('../../../../../src/extension/app/lastRuns.ts');
const { createOwnRequests } = await import('../../../../../src/extension/audit/model/ownRequests.ts');

const event = (requestID: string, actor?: string): AuditEvent => ({
  context: { requestID, ...(actor === undefined ? {} : { actor }) },
  response: {},
  request: {},
  resourceIDs: [],
  raw: {},
});

describe('own requests', () => {
  it('learn who the person is from an event that names them, past one of a refused request', () => {
    const own = createOwnRequests({ displayedQuery: { current: () => undefined }, lastRuns: new LastRuns() });
    own.addRequestID('refused');
    own.addRequestID('answered');
    own.storeOwnActor([event('refused'), event('foreign', 'other@local.test')], 'local');
    assert.equal(own.actor('local'), undefined);
    own.storeOwnActor([event('refused'), event('answered', 'me@local.test'), event('foreign', 'x')], 'local');
    assert.equal(own.actor('local'), 'me@local.test');
  });

  it('are requests for audit events and queries, of which only the first are audit log reads', () => {
    const lastRuns = new LastRuns();
    const own = createOwnRequests({ displayedQuery: { current: () => undefined }, lastRuns });
    own.addRequestID('log read');
    const run = {};
    for (const [requestID, rowCount] of [
      ['page 1', 25],
      ['page 2', 3],
    ] as const)
      lastRuns.recordRequest(requestID, { connectionName: 'a', rowCount, run });
    lastRuns.recordRequest('failed', { connectionName: 'a', rowCount: undefined, run: undefined });
    assert.deepEqual(own.requestIDs(), {
      logReadIDs: ['log read'],
      queryRuns: [['page 1', 'page 2'], ['failed']],
    });
    assert.deepEqual(own.listRequestIDs(), ['log read', 'page 1', 'page 2', 'failed']);
    assert.deepEqual(own.listRequestIDs().map(own.isLogRead), [true, false, false, false]);
  });
});
