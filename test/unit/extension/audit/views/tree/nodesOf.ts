/** The nodes of made-up events, without an editor. */

import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { gapEndsOf } from '../../../../../../src/core/audit/feed/gapPositions.ts';
import { eventKey } from '../../../../../../src/core/audit/feed/ledger.ts';
import type { Gap } from '../../../../../../src/core/audit/feed/listingGaps.ts';
import { eventTimestamp } from '../../../../../../src/core/audit/feed/timestamps.ts';
import { noFilters, type TrailFilters } from '../../../../../../src/core/audit/table/filter.ts';
import type { Grouping } from '../../../../../../src/core/audit/table/grouping.ts';
import { type LocalTrail, newestFirst } from '../../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import {
  childNodes,
  type NodeSource,
  rootNodes,
} from '../../../../../../src/extension/audit/views/tree/nodes.ts';
import { clonedTrail } from '../../../../core/audit/clonedTrail.ts';

/** The lower `n`, the newer; all within a millisecond. */
export const event = (n: number, own = false, more: JsonObject = {}): AuditEvent =>
  toAuditEvent({
    context: { changeID: `c${n}`, requestID: own ? 'own' : `r${n % 2}`, actor: 'ada' },
    request: { timestamp: `2026-01-01 00:00:00.${String(1_000_000 - n).padStart(9, '0')}` },
    response: { code: 200 },
    resourceIDs: ['VAULT/v', 'TABLE/t'],
    ...more,
  });

interface Given {
  readonly gaps?: readonly Gap[];
  readonly filters?: TrailFilters;
  readonly hasOlder?: boolean;
  readonly isOwn?: NodeSource['isOwn'];
  readonly isMarked?: NodeSource['isMarked'];
  readonly trail?: LocalTrail;
}

/** The nodes of these events, at the top and below one. */
export async function treeOf(events: readonly AuditEvent[], given: Given = {}, grouping: Grouping = 'none') {
  const { gaps = [], filters = noFilters, hasOlder = false, isMarked = () => false } = given;
  const trail = given.trail ?? clonedTrail();
  await trail.add(1, events.map(toCompactEvent));
  const query = { listing: 1, filters, sorts: newestFirst, gaps: gaps.map(gapEndsOf) };
  const source: NodeSource = {
    trail,
    query,
    signal: new AbortController().signal,
    markedKeys: events.filter(isMarked).map(eventKey),
    isMarked,
    hasOlder,
    isOwn: given.isOwn ?? ((requestID) => requestID === 'own'),
    dayOf: (one) => eventTimestamp(one)?.slice(0, 10),
  };
  const nodes = await rootNodes(source, await trail.view(query), grouping);
  assert.ok(nodes);
  return { nodes, below: (node: AuditNode | undefined) => childNodes(node ?? assert.fail(), source) };
}
