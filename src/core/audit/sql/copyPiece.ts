/** Loaded events as rows of the SQL tables, a piece at a time. */
import { exactEvent } from '../feed/compactEvent.ts';
import { eventKey } from '../feed/ledger.ts';
import { queryOf } from '../feed/queryOf.ts';
import type { KeyedMark, Mark } from '../marks/marks.ts';
import type { MetAddresses } from '../masking/addresses.ts';
import type { MaskSql } from '../masking/mask.ts';
import { type MaskRules, masksOf, shownEvent, shownValue } from '../masking/shown.ts';
import { shownRead } from '../masking/shownReads.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { TextReads } from '../store/readings/textReads.ts';
import type { ColumnRead, QueryReads } from '../table/queryReads.ts';
import { copyRows } from './eventTables.ts';

/** Characters of rows after which a piece ends: some fifty milliseconds of work. */
const PIECE = 512 * 1024;

/** Rows of both tables in the text form of COPY, as UTF-8. */
export interface CopyPiece {
  readonly events: Uint8Array;
  readonly reads: Uint8Array;
  /** Number of the event that the next piece begins with. */
  readonly next: number;
  /** E-mail addresses that the rules did not know yet. */
  readonly met: MetAddresses;
}

/** What may be shown of the events, and what a person says of them. */
export interface CopyRules extends MaskRules {
  readonly marks: readonly KeyedMark[];
}

interface CopySource {
  readonly store: EventStore;
  readonly reads: TextReads;
  readonly maskSql: MaskSql;
  readonly tools: Bytes;
}

/** Rows for the events from number `from` on, up to `to` − 1 at most, as `rules` let them be shown. */
export function copyPiece(
  { store, reads, maskSql, tools }: CopySource,
  { from, to }: { readonly from: number; readonly to: number },
  rules: CopyRules,
): CopyPiece {
  const masks = masksOf(rules, maskSql);
  const readsOf = shownReadsOf(reads, (read) =>
    shownRead(read, (field, value) => shownValue(field, value, masks)),
  );
  const marks = new Map<string, Mark>(rules.marks);
  const texts = store.columns.content.numbers;
  const rows = { events: '', reads: '' };
  let next = from;
  while (next < to && rows.events.length + rows.reads.length < PIECE) {
    const data = store.event(next);
    if (!data) break;
    const event = exactEvent(data);
    const found = queryOf(event) === undefined ? undefined : readsOf(texts[next] ?? 0);
    const mark = marks.size > 0 ? marks.get(eventKey(event)) : undefined;
    const own = copyRows(next, { event: shownEvent(event, masks), reads: found, mark });
    rows.events += own.events;
    rows.reads += own.reads;
    next++;
  }
  return {
    events: tools.encode(rows.events),
    reads: tools.encode(rows.reads),
    next,
    met: masks.addresses?.met(rules.addresses) ?? [],
  };
}

/** What the text with a number reads; each read is masked once. */
function shownReadsOf(
  reads: TextReads,
  shown: (read: ColumnRead) => ColumnRead,
): (text: number) => QueryReads {
  const known = new Map<number, ColumnRead>();
  const shownOf = (number: number): ColumnRead[] => {
    const read = reads.read(number);
    const found = known.get(number) ?? (read && shown(read));
    if (found) known.set(number, found);
    return found ? [found] : [];
  };
  return (text) => {
    const { reads: numbers, missing } = reads.of(text);
    return { reads: numbers.flatMap(shownOf), ...(missing ? { missing } : {}) };
  };
}
