import assert from 'node:assert/strict';
import {
  createFileShownState,
  createIdleFeedState,
  type FeedRequest,
  type FeedState,
  findFailure,
  findPendingNewestFilters,
  findRequestedServiceFilters,
  findSettledState,
  type Loading,
  type SettledState,
  withFailedRequest,
  withFollowingFailure,
  withListingChange,
  withoutFollowingFailure,
  withoutRequest,
  withReceivedPage,
  withStartedRequest,
} from '../../../../../src/core/audit/feed/feedState.ts';
import type { NewLedger } from '../../../../../src/core/audit/feed/ledger.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import { noLocalFilters } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { ApiError } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage } from '../../../../../src/core/service/types.ts';
import { createLoaded, type LoadedListing } from '../loaded.ts';
import { textQuestion } from '../questions.ts';

const event = (changeID: string): AuditEvent => toAuditEvent({ context: { changeID } });
const page = (...ids: string[]): AuditPage => ({
  events: ids.map(event),
  nextOps: { changeID: ids.at(-1) ?? '' },
});
const newLedger: NewLedger = (paging) => createLoaded(paging ? { paging } : {});
/** A request of which nothing is shown. */
const ofOwnActor: FeedRequest = { kind: 'apart', filters: {}, resume: () => Promise.resolve(true) };
const newest = { kind: 'newest', filters: { vaultID: 'v' } } as const;
const broken: ApiError = { kind: 'timeout', seconds: 1, retry: true };
const badRequest: ApiError = { kind: 'status', status: 400, message: '', retry: false };
/** Events of connection `a`, filtered by a vault. */
const shownOfA = (): SettledState =>
  withReceivedPage(
    withStartedRequest(createIdleFeedState('a', newLedger), newest, 'a', newLedger),
    page('e2'),
    'a',
    newLedger,
  );
const file = (): SettledState =>
  createFileShownState({ name: 'f', ledger: createLoaded({ paging: 'unsupported' }) });
const ids = (state: FeedState): unknown[] =>
  (findSettledState(state).listing.ledger as LoadedListing).events().map(({ context }) => context.changeID);
const older = (state: FeedState): FeedRequest => {
  const { next } = findSettledState(state).listing.ledger.provenance();
  assert.ok(next);
  return { kind: 'older', next };
};

describe('the state of the audit feed', () => {
  it('idle, then loading, then shown; filters are there from the request on where nothing is shown', () => {
    const first = createIdleFeedState('a', newLedger);
    const asked = withStartedRequest(first, newest, 'a', newLedger);
    assert.deepEqual(
      [asked.name, asked.over.name, findPendingNewestFilters(asked)],
      ['loading', 'idle', newest.filters],
    );
    assert.deepEqual(findSettledState(asked).listing.filters, {
      service: newest.filters,
      local: noLocalFilters,
    });
    assert.deepEqual(first.listing.filters.service, {}, 'the state before is as it was');
    const now = withReceivedPage(asked, page('e2'), 'a', newLedger);
    assert.deepEqual([now.name, ids(now), now.listing.identity], ['shown', ['e2'], 'a']);
  });

  it('loading over events keeps them, with their filters, until the answer', () => {
    const other: FeedRequest = { kind: 'newest', filters: { 'context.actor': 'ada' } };
    const asked = withStartedRequest(shownOfA(), other, 'a', newLedger);
    assert.deepEqual(
      [ids(asked), findSettledState(asked).listing.filters.service],
      [['e2'], { vaultID: 'v' }],
    );
    assert.deepEqual(findRequestedServiceFilters(asked), other.filters);
    const now = withReceivedPage(asked, page('e9'), 'a', newLedger);
    assert.deepEqual([ids(now), now.listing.filters.service], [['e9'], other.filters]);
  });

  it('an older page joins the listing; the newest page begins another', () => {
    const before = shownOfA();
    const now = withReceivedPage(
      withStartedRequest(before, older(before), 'a', newLedger),
      page('e1'),
      'a',
      newLedger,
    );
    assert.deepEqual([ids(now), now.listing], [['e2', 'e1'], before.listing]);
    const again = withReceivedPage(
      withStartedRequest(now, newest, 'a', newLedger),
      page('e3'),
      'a',
      newLedger,
    );
    assert.deepEqual(ids(again), ['e3']);
    assert.notEqual(again.listing.ledger, now.listing.ledger);
  });

  it('failed keeps what was there, and knows what to do once more', () => {
    for (const [before, request] of [
      [createIdleFeedState('a', newLedger), newest],
      [shownOfA(), newest],
      [file(), newest],
      [shownOfA(), ofOwnActor],
    ] as const) {
      const now = withFailedRequest(withStartedRequest(before, request, 'a', newLedger), broken);
      assert.equal(now.name, 'failed');
      assert.deepEqual(findFailure(now), { error: broken, cause: request });
      assert.equal(findSettledState(now).name, before.name);
      assert.equal(
        findFailure(withStartedRequest(now, newest, 'a', newLedger)),
        undefined,
        'a new request takes it away',
      );
    }
  });

  it('a refusal that answers the probe for older pages is no failure', () => {
    const before = shownOfA();
    const now = withFailedRequest(withStartedRequest(before, older(before), 'a', newLedger), badRequest);
    assert.deepEqual(
      [now, findSettledState(now).listing.ledger.provenance().support],
      [before, 'unsupported'],
    );
  });

  it('a cancelled request leads back to what was there, a failure of following included', () => {
    const before = shownOfA();
    const asked = withStartedRequest(before, newest, 'a', newLedger);
    assert.equal(withoutRequest(asked), before);
    const beside = withFollowingFailure(asked, broken, undefined);
    assert.equal(beside.name, 'loading');
    assert.equal(findFailure(withoutRequest(beside))?.error, broken);
    assert.equal(findFailure(withoutFollowingFailure(beside)), undefined);
    assert.equal(withoutRequest(before), before, 'nothing to cancel');
  });

  it('following goes on: that takes away its own failure, none of a request', () => {
    const ofRequest = withFailedRequest(withStartedRequest(shownOfA(), newest, 'a', newLedger), broken);
    assert.equal(withoutFollowingFailure(ofRequest), ofRequest);
    const ofFollowing = withFollowingFailure(shownOfA(), broken, undefined);
    assert.equal(withoutFollowingFailure(ofFollowing).name, 'shown');
  });

  it('following fails: a failed request of the person stays what is said and tried again', () => {
    const ofRequest = withFailedRequest(withStartedRequest(shownOfA(), newest, 'a', newLedger), badRequest);
    assert.equal(withFollowingFailure(ofRequest, broken, undefined), ofRequest);
    const first = withFollowingFailure(shownOfA(), badRequest, undefined);
    assert.equal(
      findFailure(withFollowingFailure(first, broken, undefined))?.error,
      broken,
      'its own gives way',
    );
  });

  it('events of another connection go with the request, those of a file with the answer', () => {
    const others = withStartedRequest(shownOfA(), newest, 'b', newLedger);
    assert.deepEqual([ids(others), findSettledState(others).name], [[], 'idle']);
    const ofActor = withStartedRequest(shownOfA(), ofOwnActor, 'b', newLedger);
    assert.deepEqual([ids(ofActor), findSettledState(ofActor).listing.filters.service], [[], {}]);
    const opened = file();
    assert.equal(findSettledState(withStartedRequest(opened, newest, 'b', newLedger)), opened);
    assert.equal(
      withReceivedPage(withStartedRequest(opened, newest, 'b', newLedger), page('e2'), 'b', newLedger).name,
      'shown',
    );
  });

  it('reading the newest page for its actors alone shows nothing of it', () => {
    const before = shownOfA();
    const now = withReceivedPage(
      withStartedRequest(before, ofOwnActor, 'a', newLedger),
      page('e7'),
      'a',
      newLedger,
    );
    assert.equal(now, before);
  });

  it('filters over loaded events stay for the next listing, but for events picked from this one', () => {
    const local = { question: textQuestion('t'), events: toEventSet([0]) };
    const before = withListingChange(shownOfA(), { local });
    assert.deepEqual(findSettledState(before).listing.filters, { service: { vaultID: 'v' }, local });
    const asked = withStartedRequest(before, newest, 'a', newLedger);
    assert.equal(findSettledState(asked).listing.filters.local, local, 'until the answer');
    const again = withReceivedPage(asked, page('e3'), 'a', newLedger);
    assert.deepEqual(again.listing.filters.local, { question: textQuestion('t') });
    const search = withStartedRequest(again, { ...newest, isSearch: true }, 'a', newLedger);
    assert.equal(withReceivedPage(search, page('e4'), 'a', newLedger).listing.filters.local, noLocalFilters);
    const older: FeedRequest = { kind: 'older', next: { changeID: 'e3' } };
    const joined = withReceivedPage(
      withStartedRequest(before, older, 'a', newLedger),
      page('e1'),
      'a',
      newLedger,
    );
    assert.equal(joined.listing.filters.local, local);
  });

  it('gaps and a note belong to the listing, whatever is asked for beside it', () => {
    const gaps = [{ above: event('e2'), below: event('e1') }];
    const asked: Loading = withStartedRequest(shownOfA(), newest, 'a', newLedger);
    const noted = withListingChange(withListingChange(asked, { gaps }), { note: 'n' });
    assert.equal(noted.name, 'loading');
    assert.deepEqual(
      [findSettledState(noted).listing.gaps, findSettledState(noted).listing.note],
      [gaps, 'n'],
    );
    assert.equal(withListingChange(noted, { note: 'n' }), noted);
    assert.equal(findSettledState(withListingChange(noted, { note: undefined })).listing.note, undefined);
    const next = withReceivedPage(noted, page('e5'), 'a', newLedger).listing;
    assert.deepEqual([next.gaps, next.note], [[], undefined], 'another listing');
  });
});
