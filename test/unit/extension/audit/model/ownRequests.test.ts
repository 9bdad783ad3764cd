import assert from 'node:assert/strict';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { createOwnRequests } from '../../../../../src/extension/audit/model/ownRequests.ts';

const event = (requestID: string, actor?: string): AuditEvent => ({
  context: { requestID, ...(actor === undefined ? {} : { actor }) },
  response: {},
  request: {},
  resourceIDs: [],
  raw: {},
});

describe('own requests', () => {
  it('learn who the person is from an event that names them, past one of a refused request', () => {
    const own = createOwnRequests({ displayedQuery: { current: () => undefined } });
    own.addRequestID('refused');
    own.addRequestID('answered');
    own.storeOwnActor([event('refused'), event('foreign', 'other@local.test')], 'local');
    assert.equal(own.actor('local'), undefined);
    own.storeOwnActor([event('refused'), event('answered', 'me@local.test'), event('foreign', 'x')], 'local');
    assert.equal(own.actor('local'), 'me@local.test');
  });
});
