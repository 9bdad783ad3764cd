import assert from 'node:assert/strict';
import {
  createFileShownState,
  createIdleFeedState,
  type FeedRequest,
  type FeedState,
  withFailedRequest,
  withFollowingFailure,
  withReceivedPage,
  withStartedRequest,
} from '../../../../../src/core/audit/feed/feedState.ts';
import type { NewLedger } from '../../../../../src/core/audit/feed/ledger.ts';
import { findReasonOlderUnavailable, summarizeFeedState } from '../../../../../src/core/audit/feed/phase.ts';
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
const nothing = createIdleFeedState('a', newLedger);
const asked = withStartedRequest(nothing, newest, 'a', newLedger);
const empty = withReceivedPage(asked, page(null), 'a', newLedger);
const shown = withReceivedPage(asked, page({ changeID: 'e1' }, 'e1'), 'a', newLedger);
const file = (...ids: string[]): FeedState => {
  const ledger = createLoaded({ paging: 'unsupported' });
  ledger.addPage(page(null, ...ids), 'newest');
  return createFileShownState({ name: 'f', ledger });
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
      [createIdleFeedState(undefined, newLedger), undefined, 'noVault', 'resting'],
      [nothing, 'a', 'nothing', 'resting'],
      [asked, 'a', 'nothing', 'loading'],
      [empty, 'a', 'empty', 'resting'],
      [shown, 'a', 'events', 'resting'],
      [empty, 'b', 'nothing', 'resting'],
      [shown, undefined, 'noVault', 'resting'],
      [withStartedRequest(shown, newest, 'a', newLedger), 'a', 'events', 'loading'],
      [withFailedRequest(asked, timeout), 'a', 'nothing', 'failed'],
      [withFailedRequest(asked, unauthorized), 'a', 'nothing', 'rejected'],
      [withFailedRequest(asked, noToken), 'a', 'nothing', 'signedOut'],
      [withFailedRequest(asked, { ...noToken, detail: 'gettoken' } as ApiError), 'a', 'nothing', 'failed'],
      [withFailedRequest(asked, sessionEnded), 'a', 'nothing', 'signedOut'],
      [withFollowingFailure(shown, timeout, undefined), 'a', 'events', 'failed'],
      [file('e1'), undefined, 'events', 'resting'],
      [file(), undefined, 'empty', 'resting'],
    ];
    for (const [state, identity, content, activity] of cases)
      assert.deepEqual(summarizeFeedState(state, identity), { content, activity });
  });

  it('says why no older events can be requested', () => {
    const older: FeedRequest = { kind: 'older', next: { changeID: 'e1' } };
    const again = withReceivedPage(asked, page({ changeID: 'e1' }, 'e1'), 'a', newLedger);
    const refusing = withFailedRequest(withStartedRequest(again, older, 'a', newLedger), {
      ...unauthorized,
      status: 400,
    });
    assert.equal(findReasonOlderUnavailable(shown, true), undefined);
    assert.equal(findReasonOlderUnavailable(shown, false), 'pagingOff');
    assert.equal(findReasonOlderUnavailable(file('e1'), true), 'file');
    assert.equal(findReasonOlderUnavailable(nothing, true), 'noCursor');
    assert.equal(findReasonOlderUnavailable(empty, true), 'end');
    assert.equal(
      findReasonOlderUnavailable(withReceivedPage(asked, page(null, 'e1'), 'a', newLedger), true),
      'noCursor',
    );
    assert.equal(findReasonOlderUnavailable(refusing, true), 'unsupported');
  });
});
