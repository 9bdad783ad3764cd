import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { timestampToMs } from '../../../../../src/core/audit/feed/timestamps.ts';
import { findHole, joinAtLine, selectFrom } from '../../../../../src/core/audit/merged/newerOfService.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';

const timeAt = (second: number): string => `2026-01-01 00:00:${second}.000000000`;
const msAt = (second: number): number => timestampToMs(timeAt(second)) ?? 0;
const eventAt = (second: number, changeID?: string, actor = 'ann') =>
  toCompactEvent(
    toAuditEvent({
      context: { actor, ...(changeID === undefined ? {} : { changeID }) },
      request: { timestamp: timeAt(second) },
    }),
  );
const idsOf = (events: readonly { readonly changeID: string | undefined }[]) =>
  events.map(({ changeID }) => changeID);

describe('newer events of the service above a table', () => {
  it('are those from the time of the newest event of the table on', () => {
    const undated = toCompactEvent(toAuditEvent({ context: { changeID: 'x' } }));
    const service = {
      events: [eventAt(30, 'c30'), eventAt(20, 'c20'), eventAt(19, 'c19'), undated],
      from: 0,
    };
    assert.deepEqual(idsOf(selectFrom(service, msAt(20)).events), ['c30', 'c20']);
  });

  it('are joined with those of the table at that time, each once', () => {
    const service = { events: [eventAt(30, 'c30'), eventAt(20, 'c20'), eventAt(20)], from: 0 };
    // The table may have masked the content.
    const stored = [
      eventAt(20, 'c20', '•••'),
      eventAt(20),
      eventAt(20, 'late'),
      eventAt(20, undefined, 'bob'),
    ];
    const { events, added } = joinAtLine(service, stored);
    assert.deepEqual(idsOf(events), ['c30', 'c20', undefined, 'late', undefined]);
    assert.equal(added, 1);
    assert.equal(joinAtLine({ events: [eventAt(20, 'c20')], from: 0 }, stored).added, 0);
  });

  it('and one of the table with the ID of a different one have numbers', () => {
    const { events } = joinAtLine({ events: [eventAt(30, 'c')], from: 0 }, [eventAt(20, 'c')]);
    assert.deepEqual(
      events.map(({ variant }) => variant),
      [undefined, 2],
    );
  });

  it('have a gap below the oldest one if the service lists none as old as the table', () => {
    const service = { events: [eventAt(30, 'c30'), eventAt(25, 'c25'), eventAt(40, 'c40')], from: msAt(25) };
    const hole = findHole(service, timeAt(20));
    assert.deepEqual([hole?.above.context.changeID, hole?.below.request.timestamp], ['c25', timeAt(20)]);
    assert.equal(findHole(service, timeAt(25)), undefined);
    assert.equal(findHole({ ...service, from: msAt(20) }, timeAt(20)), undefined);
    assert.equal(findHole(service, undefined), undefined);
  });
});
