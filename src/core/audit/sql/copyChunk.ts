import { parseExactEvent } from '../feed/compactEvent.ts';
import { eventKey } from '../feed/ledger.ts';
import { findQueryText } from '../feed/queryOf.ts';
import type { KeyedMark, Mark } from '../marks/marks.ts';
import type { NumberedAddresses } from '../masking/addresses.ts';
import {
  createMasks,
  type MaskRules,
  maskEventForDisplay,
  maskValueForDisplay,
} from '../masking/displayMasks.ts';
import { maskReadForDisplay } from '../masking/displayReads.ts';
import type { MaskSql } from '../masking/mask.ts';
import type { TextReads } from '../store/aggregates/textReads.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { createCopyRows } from './eventTables.ts';

const MAX_CHUNK_LENGTH = 512 * 1024;

/** Rows of both SQL tables in the text format of PostgreSQL's COPY, as UTF-8. */
export interface CopyChunk {
  readonly events: Uint8Array;
  readonly reads: Uint8Array;
  /**
   * Number of the event with which the next chunk begins, counted from 0 in the order in which events were added.
   */
  readonly next: number;
  readonly newAddresses: NumberedAddresses;
}

export interface CopyRules extends MaskRules {
  readonly marks: readonly KeyedMark[];
}

interface CopySource {
  readonly store: EventStore;
  readonly reads: TextReads;
  readonly maskSql: MaskSql;
  readonly tools: Utf8;
}

/**
 * Converts events to table rows, masked by `rules`. `from` is the number of the first event, and `to` that of the first
 * one after the range. The chunk can end before `to`; its `next` says where to continue.
 */
export function createTableRowsChunk(
  { store, reads, maskSql, tools }: CopySource,
  { from, to }: { readonly from: number; readonly to: number },
  rules: CopyRules,
): CopyChunk {
  const masks = createMasks(rules, maskSql);
  const readsOf = createDisplayReadsGetter(reads, (read) =>
    maskReadForDisplay(read, (field, value) => maskValueForDisplay(field, value, masks)),
  );
  const marks = new Map<string, Mark>(rules.marks);
  const texts = store.columns.content.numbers;
  const rows = { events: '', reads: '' };
  let next = from;
  while (next < to && rows.events.length + rows.reads.length < MAX_CHUNK_LENGTH) {
    const data = store.event(next);
    if (!data) break;
    const event = parseExactEvent(data);
    const found = findQueryText(event) === undefined ? undefined : readsOf(texts[next] ?? 0);
    const mark = marks.size > 0 ? marks.get(eventKey(event)) : undefined;
    const own = createCopyRows(next, { event: maskEventForDisplay(event, masks), reads: found, mark });
    rows.events += own.events;
    rows.reads += own.reads;
    next++;
  }
  return {
    events: tools.encode(rows.events),
    reads: tools.encode(rows.reads),
    next,
    newAddresses: masks.addresses?.listNumberedAddresses(rules.addresses) ?? [],
  };
}

function createDisplayReadsGetter(
  reads: TextReads,
  maskRead: (read: ColumnRead) => ColumnRead,
): (text: number) => QueryReads {
  const known = new Map<number, ColumnRead>();
  const shownOf = (number: number): ColumnRead[] => {
    const read = reads.getReadByNumber(number);
    const found = known.get(number) ?? (read && maskRead(read));
    if (found) known.set(number, found);
    return found ? [found] : [];
  };
  return (text) => {
    const { reads: numbers, missing } = reads.getReadNumbersOfText(text);
    return { reads: numbers.flatMap(shownOf), ...(missing ? { missing } : {}) };
  };
}
