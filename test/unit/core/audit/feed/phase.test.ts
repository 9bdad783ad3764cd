import assert from 'node:assert/strict';
import {
  type FeedRequest,
  type FeedState,
  fileOpened,
  followingFailed,
  idleState,
  pageReceived,
  requestFailed,
  requestStarted,
} from '../../../../../src/core/audit/feed/feedState.ts';
import type { NewLedger } from '../../../../../src/core/audit/feed/ledger.ts';
import { findOlderProblem, phaseOf } from '../../../../../src/core/audit/feed/phase.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { ApiError } from '../../../../../src/core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';

const newLedger: NewLedger = (paging) => createLoaded(paging ? { paging } : {});
const newest: FeedRequest = { kind: 'newest', filters: {} };
const page = (nextOps: NextOps | null, ...ids: string[]): AuditPage => ({
  events: ids.map((changeID) => toAuditEvent({ context: { changeID } })),
  nextOps,
});
const nothing = idleState('a', newLedger);
const asked = requestStarted(nothing, newest, 'a', newLedger);
const empty = pageReceived(asked, page(null), 'a', newLedger);
const shown = pageReceived(asked, page({ changeID: 'e1' }, 'e1'), 'a', newLedger);
const file = (...ids: string[]): FeedState => {
  const ledger = createLoaded({ paging: 'unsupported' });
  ledger.addPage(page(null, ...ids), 'newest');
  return fileOpened({ name: 'f', ledger });
};
const timeout: ApiError = { kind: 'timeout', seconds: 1, retry: true };
const unauthorized: ApiError = { kind: 'status', status: 401, message: '', retry: false };
const noToken: ApiError = { kind: 'noToken', retry: false };
const sessionEnded: ApiError = {
  kind: 'noToken',
  retry: false,
  detail: 'session-ended',
  signIn: { code: 'session-ended', host: 'id.example', error: '', description: '' },
};

describe('the phase of the audit feed', () => {
  it('says what there is and what is going on, whatever the state is made of', () => {
    const cases: readonly (readonly [FeedState, string | undefined, string, string])[] = [
      [idleState(undefined, newLedger), undefined, 'noVault', 'resting'],
      [nothing, 'a', 'nothing', 'resting'],
      [asked, 'a', 'nothing', 'loading'],
      [empty, 'a', 'empty', 'resting'],
      [shown, 'a', 'events', 'resting'],
      [empty, 'b', 'nothing', 'resting'],
      [shown, undefined, 'noVault', 'resting'],
      [requestStarted(shown, newest, 'a', newLedger), 'a', 'events', 'loading'],
      [requestFailed(asked, timeout), 'a', 'nothing', 'failed'],
      [requestFailed(asked, unauthorized), 'a', 'nothing', 'rejected'],
      [requestFailed(asked, noToken), 'a', 'nothing', 'signedOut'],
      [requestFailed(asked, { ...noToken, detail: 'gettoken' } as ApiError), 'a', 'nothing', 'failed'],
      [requestFailed(asked, sessionEnded), 'a', 'nothing', 'signedOut'],
      [followingFailed(shown, timeout, undefined), 'a', 'events', 'failed'],
      [file('e1'), undefined, 'events', 'resting'],
      [file(), undefined, 'empty', 'resting'],
    ];
    for (const [state, identity, content, activity] of cases)
      assert.deepEqual(phaseOf(state, identity), { content, activity });
  });

  it('says why no older events can be requested', () => {
    const older: FeedRequest = { kind: 'older', next: { changeID: 'e1' } };
    const again = pageReceived(asked, page({ changeID: 'e1' }, 'e1'), 'a', newLedger);
    const refusing = requestFailed(requestStarted(again, older, 'a', newLedger), {
      ...unauthorized,
      status: 400,
    });
    assert.equal(findOlderProblem(shown, true), undefined);
    assert.equal(findOlderProblem(shown, false), 'pagingOff');
    assert.equal(findOlderProblem(file('e1'), true), 'file');
    assert.equal(findOlderProblem(nothing, true), 'noCursor');
    assert.equal(findOlderProblem(empty, true), 'end');
    assert.equal(findOlderProblem(pageReceived(asked, page(null, 'e1'), 'a', newLedger), true), 'noCursor');
    assert.equal(findOlderProblem(refusing, true), 'unsupported');
  });
});
