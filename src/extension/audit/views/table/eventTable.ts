import * as vscode from 'vscode';
import { findQueryText } from '../../../../core/audit/feed/queryOf.ts';
import { removePaging } from '../../../../core/audit/feed/queryPages.ts';
import { eventTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { ViewHandle } from '../../../../core/audit/table/eventSet.ts';
import type { AuditTrail, TrailQuery, TrailView } from '../../../../core/audit/table/trail.ts';
import { toLoadedEvent } from '../../../../core/audit/table/trailReads.ts';
import { cleanForDisplay } from '../../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { formatLogReadCount, formatPageCount } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import {
  conflictValue,
  type DisplayedRow,
  eventColumns,
  eventFormatters,
  eventValues,
  type RunRow,
  type Table,
  type TableRow,
} from './eventRows.ts';
import type { FoldedRows, TablePlace } from './foldedRows.ts';

/** Maximum number of unneeded rows that are read together with the needed rows around them, to save a call. */
const MAX_SKIPPED_ROWS = 20;

interface TableParts {
  readonly model: Pick<AuditModel, 'marks' | 'masking' | 'requests' | 'trail'>;
  readonly view: TrailView;
  readonly folded: FoldedRows;
  /** Whether at least one event of the view has a note. Without notes, the column of notes is hidden by default. */
  readonly hasNotes: boolean;
}

/** Whether an event that passes the filters of `query` has a note. */
export async function hasPassingNote(
  { marks, trail }: Pick<AuditModel, 'marks' | 'trail'>,
  { facetLimits: _, own: __, ...query }: TrailQuery,
  signal: AbortSignal,
): Promise<boolean> {
  const keys = marks.listKeysWithNote();
  if (keys.length === 0) return false;
  const terms = [...(query.filters.terms ?? []), { kind: 'keys', keys, isNegated: false } as const];
  const { counts } = await trail.view({ ...query, filters: { ...query.filters, terms } }, signal);
  return counts.passing > 0;
}

/** Creates the table of a view's events. A run of own events has one row, followed by its events if it is expanded. */
export function createEventTable({ model, view, folded, hasNotes }: TableParts): Table {
  const { masking, marks, trail } = model;
  const { handle, counts } = view;
  const hasConflicts = counts.conflicting > 0;
  const hasOlder = model.requests.findOlderProblem() === undefined;

  function eventRow(event: AuditEvent): TableRow {
    const values = eventValues(masking.maskEvent(event), marks.getMark(event));
    return hasConflicts ? [...values, conflictValue(event)] : values;
  }
  function runRow({ run, isExpanded }: Extract<TablePlace, { kind: 'run' }>, newest: AuditEvent): RunRow {
    const isLast = run.startIndex + run.count === counts.passing;
    const mayHaveMore = run.endsAtGap || (isLast && hasOlder);
    const logReads = vscode.l10n.t(
      '{0} by Vault SQL',
      formatLogReadCount(run.logReads, mayHaveMore && run.kind === 'logReads'),
    );
    const pages = formatPageCount(run.count - run.logReads, mayHaveMore);
    const query = removePaging(findQueryText(masking.maskEvent(newest)) ?? '');
    const label =
      run.kind === 'logReads'
        ? logReads
        : [pages, run.logReads > 0 ? logReads : '', cleanForDisplay(query)].filter(Boolean).join(' · ');
    const time = eventTimestamp(newest);
    return { isExpanded, label, ...(time ? { time } : {}) };
  }

  return {
    columns: eventColumns(hasNotes, hasConflicts),
    rowCount: folded.rowCount,
    formatters: eventFormatters(),
    async rows(from, to, signal) {
      const places = folded.places(from, to);
      const needed = [...new Set(places.flatMap(neededViewRows))];
      const events = await readEventsByRow(trail, handle, needed, signal);
      return (
        events &&
        places.flatMap((place): readonly DisplayedRow[] => {
          const event = events.get(viewRowOf(place));
          if (!event) return [];
          if (place.kind === 'run') return [runRow(place, event)];
          if (!place.expandedRun) return [eventRow(event)];
          const newest = events.get(place.expandedRun.startIndex);
          return [{ cells: eventRow(event), runTime: newest && eventTimestamp(newest) }];
        })
      );
    },
  };
}

/**
 * Returns the events at `places`, which must be in ascending order; undefined if the view is outdated. Places of kind
 * `run` are skipped.
 */
export async function readEvents(
  trail: Pick<AuditTrail, 'window'>,
  { handle }: Pick<TrailView, 'handle'>,
  places: readonly TablePlace[],
  signal: AbortSignal,
): Promise<readonly AuditEvent[] | undefined> {
  const rows = places.flatMap((place) => (place.kind === 'event' ? [place.row] : []));
  const events = await readEventsByRow(trail, handle, rows, signal);
  return events && rows.flatMap((row) => events.get(row) ?? []);
}

const viewRowOf = (place: TablePlace): number => (place.kind === 'run' ? place.run.startIndex : place.row);
/** Returns the rows of the view that a row of the table displays, in ascending order. */
const neededViewRows = (place: TablePlace): readonly number[] =>
  place.kind === 'event' && place.expandedRun
    ? [place.expandedRun.startIndex, place.row]
    : [viewRowOf(place)];

/**
 * Returns a map from rows of a view to their events; undefined if the view is outdated. The map may also have rows
 * between the requested ones. `rows` are 0-based and must be in ascending order.
 */
async function readEventsByRow(
  trail: Pick<AuditTrail, 'window'>,
  handle: ViewHandle,
  rows: readonly number[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, AuditEvent> | undefined> {
  const events = new Map<number, AuditEvent>();
  const read = async ({ from, to }: RowRange): Promise<boolean> => {
    const some = await trail.window(handle, from, to, signal);
    for (const [at, one] of some?.entries() ?? []) events.set(from + at, toLoadedEvent(one).event);
    return some !== undefined;
  };
  const done = await Promise.all(groupRowsIntoRanges(rows).map(read));
  return done.every(Boolean) ? events : undefined;
}

interface RowRange {
  readonly from: number;
  readonly to: number;
}

function groupRowsIntoRanges(rows: readonly number[]): readonly RowRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row <= last.to + MAX_SKIPPED_ROWS) last.to = Math.max(last.to, row + 1);
    else ranges.push({ from: row, to: row + 1 });
  }
  return ranges;
}
