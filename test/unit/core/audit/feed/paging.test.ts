import assert from 'node:assert/strict';
import {
  createCursorKey,
  type PageEffect,
  pagingStateAfterOlderPage,
} from '../../../../../src/core/audit/feed/paging.ts';

const cursor = { timestamp: '2026-01-05 10:00:00.000000000', changeID: 'c9' };
const nothing: PageEffect = { size: 0, added: [], repeated: 0, loadedBefore: 50, emptyBefore: 0 };

describe('paging of audit events: a page that brings nothing', () => {
  it('is the end only where it names no further page', () => {
    const end = { support: 'supported', more: 'no', reason: 'end' };
    assert.deepEqual(pagingStateAfterOlderPage('untried', nothing, null, new Set()), end);
  });

  it('is said to repeat itself where it brings known events alone, of a service that has paged', () => {
    const again = { ...nothing, size: 10, repeated: 10 };
    assert.deepEqual(pagingStateAfterOlderPage('supported', again, cursor, new Set()), {
      support: 'supported',
      more: 'unknown',
      reason: 'repeated',
    });
    assert.equal(pagingStateAfterOlderPage('untried', again, cursor, new Set()).support, 'unsupported');
  });

  it('is followed by the page that it names, and said to repeat itself where it names one asked for before', () => {
    assert.deepEqual(pagingStateAfterOlderPage('untried', nothing, cursor, new Set()), {
      support: 'supported',
      more: 'yes',
      reason: 'emptyPage',
      next: cursor,
    });
    assert.deepEqual(
      pagingStateAfterOlderPage('untried', nothing, cursor, new Set([createCursorKey(cursor)])),
      {
        support: 'supported',
        more: 'unknown',
        reason: 'repeated',
      },
    );
  });
});
