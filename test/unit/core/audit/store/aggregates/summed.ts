/** Who read what by events in the order given, as the product aggregates it. */
import { toCompactEvent } from '../../../../../../src/core/audit/feed/compactEvent.ts';
import { aggregateReads } from '../../../../../../src/core/audit/store/aggregates/aggregateReads.ts';
import { TextReads } from '../../../../../../src/core/audit/store/aggregates/textReads.ts';
import { EventStore } from '../../../../../../src/core/audit/store/eventStore.ts';
import { parseQueryReads } from '../../../../../../src/core/audit/table/queryReads.ts';
import type { WhoReadWhat } from '../../../../../../src/core/audit/table/whoReadWhat.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../../src/node/nodeBytes.ts';

export async function summedUp(events: readonly AuditEvent[], maxBytes?: number): Promise<WhoReadWhat> {
  const store = new EventStore(nodeBytes, parseQueryReads);
  store.add(events.map(toCompactEvent));
  const rows = Uint32Array.from(events.keys());
  const reads = new TextReads(store.columns, parseQueryReads);
  const turns = { turn: () => Promise.resolve(), isStopped: () => false };
  const found = await aggregateReads(store, reads, rows, turns, maxBytes);
  if (!found) throw new Error('stopped without a reason');
  return found;
}
