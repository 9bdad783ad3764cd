/** Adds up who read what according to the newer and the older events of a merged trail. */
import { type EventOutcome, outcomes } from '../table/outcome.ts';
import {
  compareReads,
  compareUnread,
  type ReadFigures,
  type ReadRow,
  type UnreadRow,
  type WhoReadWhat,
} from '../table/whoReadWhat.ts';
import { findMergedSet, toEventSet } from './mergedRows.ts';
import type { ValueOrder } from './olderTrail.ts';

const nameOfRead = ({ actor, read }: ReadRow): string =>
  JSON.stringify([actor ?? null, read.tables, read.column, read.level ?? null, read.use]);
const nameOfUnread = ({ actor, query, missing }: UnreadRow): string =>
  JSON.stringify([actor ?? null, query, missing]);

/**
 * Returns who read what according to the newer and the older events together. `order` is the order of the events behind
 * each row of the result.
 */
export function addWhoReadWhat(newer: WhoReadWhat, older: WhoReadWhat, order: ValueOrder): WhoReadWhat {
  const rows = joinRows(newer.rows, older.rows, nameOfRead, order);
  const unread = joinRows(newer.unread, older.unread, nameOfUnread, order);
  // An actor on both sides counts once. All actors have rows, because each query has one, unless it was left out.
  const olderActors = new Set([...older.rows, ...older.unread].map(({ actor }) => actor));
  const newerActors = new Set([...newer.rows, ...newer.unread].map(({ actor }) => actor));
  return {
    rows: rows.sort(compareReads),
    unread: unread.sort(compareUnread),
    queries: newer.queries + older.queries,
    failed: newer.failed + older.failed,
    leftOut: newer.leftOut + older.leftOut,
    actors: newer.actors + older.actors - [...newerActors].filter((actor) => olderActors.has(actor)).length,
    others: newer.others + older.others,
  };
}

/**
 * Joins a newer and an older row to one if `nameOf` returns the same name for both. Their numbers are added; everything
 * else is taken from the newer row.
 */
function joinRows<Row extends ReadFigures>(
  newer: readonly Row[],
  older: readonly Row[],
  nameOf: (row: Row) => string,
  order: ValueOrder,
): Row[] {
  const joined = new Map<string, Row>();
  for (const row of newer)
    joined.set(nameOf(row), { ...row, events: toEventSet({ newer: row.events, older: undefined, order }) });
  for (const row of older) {
    const name = nameOf(row);
    const same = joined.get(name);
    const newerEvents = same && findMergedSet(same.events).newer;
    const events = toEventSet({ newer: newerEvents, older: row.events, order });
    joined.set(name, { ...row, ...(same && joinFigures(same, row)), events });
  }
  return [...joined.values()];
}

function joinFigures<Row extends ReadFigures>(newer: Row, older: Row): Row {
  const count = (outcome: EventOutcome) => [outcome, newer.counts[outcome] + older.counts[outcome]] as const;
  const counts = Object.fromEntries(outcomes.map(count)) as Record<EventOutcome, number>;
  const [first, last] = [older.first ?? newer.first, newer.last ?? older.last];
  return {
    ...newer,
    counts,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  };
}
