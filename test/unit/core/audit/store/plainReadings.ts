/** What is read of loaded events, event by event: what the trail is held to. */

import { compareEvents, sortKeyOf } from '../../../../../src/core/audit/feed/eventOrder.ts';
import type { GapEnds, GapPosition } from '../../../../../src/core/audit/feed/gapPositions.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { timestampToMs } from '../../../../../src/core/audit/feed/timestamps.ts';
import {
  createMasks,
  maskEventForDisplay,
  maskValueForDisplay,
} from '../../../../../src/core/audit/masking/displayMasks.ts';
import { maskReadsForDisplay } from '../../../../../src/core/audit/masking/displayReads.ts';
import type { NewerCounts } from '../../../../../src/core/audit/merged/olderTrail.ts';
import type { CopyRules } from '../../../../../src/core/audit/sql/copyChunk.ts';
import { createCopyRows } from '../../../../../src/core/audit/sql/eventTables.ts';
import { foldCaseAndLineFeeds } from '../../../../../src/core/audit/store/columns/searchable.ts';
import {
  auditFields,
  fieldText,
  findAuditField,
  isNeitherAbsentNorEmptyObject,
} from '../../../../../src/core/audit/table/fields.ts';
import type { TimeRange, TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import { outcomeOfEvent } from '../../../../../src/core/audit/table/outcome.ts';
import type { OwnEvents } from '../../../../../src/core/audit/table/ownEvents.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import type { VaultNames } from '../../../../../src/core/audit/table/trail.ts';
import { findUnusualValues, type UnusualResult } from '../../../../../src/core/audit/unusual/significance.ts';
import { Catalogue, type Origin } from '../../../../../src/core/schema/catalogue.ts';
import { getQueriedTables } from '../../../../../src/core/schema/queriedTables.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import { SqlDocument } from '../../../../../src/core/sql/syntax/document/sqlDocument.ts';
import { plainOwn } from './plainEvents.ts';

/** The rows of both SQL tables. */
export function plainCopyRows(events: readonly AuditEvent[], rules: CopyRules): readonly [string, string] {
  const masks = createMasks(rules, maskLiterals);
  const marks = new Map(rules.marks);
  const rows = events.map((event, number) => {
    const query = findQueryText(event);
    const value = (field: string, of: string): string => maskValueForDisplay(field, of, masks);
    const reads = query === undefined ? undefined : maskReadsForDisplay(parseQueryReads(query), value);
    return createCopyRows(number, {
      event: maskEventForDisplay(event, masks),
      reads,
      mark: marks.get(eventKey(event)),
    });
  });
  return [rows.map(({ events: own }) => own).join(''), rows.map(({ reads }) => reads).join('')];
}

/** The gaps that meet the range, in order of position: each counts how many of the events, newest first, are above it. */
export function plainGaps(
  events: readonly AuditEvent[],
  gaps: readonly GapEnds[],
  range: TimeRange | undefined,
): GapPosition[] {
  if (events.length === 0) return [];
  const meets = ({ above, below }: GapEnds): boolean => {
    const latest = timestampToMs(above.time ?? '');
    // A gap with equal ends has no known lower one.
    const hasEnd = compareEvents(above, below) !== 0;
    const earliest = hasEnd ? timestampToMs(below.time ?? '') : undefined;
    if (!range) return true;
    return (latest === undefined || latest >= range.from) && (earliest === undefined || earliest < range.to);
  };
  return gaps
    .filter(meets)
    .map((gap) => ({
      gap,
      at: events.filter((event) => compareEvents(sortKeyOf(event), gap.above) <= 0).length,
    }))
    .sort((a, b) => a.at - b.at);
}

/**
 * Beside all other events: the values that these have more often, field by field. `newer` are counted, too.
 */
export function plainOdd(
  events: readonly AuditEvent[],
  rows: readonly number[],
  { fields, terms = [] }: TrailFilters,
  own?: OwnEvents,
  newer?: NewerCounts,
): UnusualResult {
  const isOwn = plainOwn(own);
  const isOwnAt = (row: number): boolean => events[row] !== undefined && isOwn(events[row]);
  const others = rows.filter((row) => !isOwnAt(row));
  const { examined = 0, examinedOwn = 0 } = newer ?? {};
  const isOmitting = own !== undefined && others.length + examined - examinedOwn > 0;
  const isOmitted = (row: number): boolean => isOmitting && isOwnAt(row);
  const leftOut = [...events.keys()].filter(isOmitted).length + (isOmitting ? (newer?.own ?? 0) : 0);
  const compared = rows.filter((row) => !isOmitted(row));
  const texts = terms.flatMap((term) => (term.kind === 'text' ? [term.text] : []));
  const named = new Set([
    ...fields.keys(),
    ...terms.flatMap((term) => ('field' in term ? [term.field] : [])),
  ]);
  const here = compared.length + examined - (isOmitting ? examinedOwn : 0);
  const sizes = { here, rest: events.length + (newer?.events ?? 0) - here - leftOut };
  const added = newer && (isOmitting ? newer.withoutOwn : newer.all);
  const counts = auditFields
    .filter(({ id, values }) => values === 'few' && !named.has(id))
    .map(({ id }) => {
      const found = new Map<string | undefined, { here: number; rest: number }>();
      const count = (value: string | undefined, of: 'here' | 'rest', times: number): void => {
        const known = found.get(value) ?? { here: 0, rest: 0 };
        known[of] += times;
        found.set(value, known);
      };
      for (const [number, event] of events.entries())
        if (!isOmitted(number))
          count(fieldText(findAuditField(id), event), rows.includes(number) ? 'here' : 'rest', 1);
      const more = added?.find(({ field }) => field === id);
      for (const [at, value] of more?.values.entries() ?? []) {
        count(value, 'here', more?.here[at] ?? 0);
        count(value, 'rest', more?.rest[at] ?? 0);
      }
      const all = [...found.values()];
      return {
        field: id,
        values: [...found.keys()],
        here: Uint32Array.from(all, (pair) => pair.here),
        rest: Uint32Array.from(all, ({ rest }) => rest),
      };
    });
  const hasText = (value: string | undefined): boolean =>
    isNeitherAbsentNorEmptyObject(value) &&
    texts.some((text) => foldCaseAndLineFeeds(value).includes(foldCaseAndLineFeeds(text)));
  return { sizes, leftOut, values: findUnusualValues(counts, sizes).filter(({ value }) => !hasText(value)) };
}

const origin: Origin = { kind: 'audit' };

/** By vault, the one met last first. `isFolded`: with names in lower case. */
export function plainVaultNames(events: readonly AuditEvent[], isFolded = false): VaultNames[] {
  const stored = (name: string): string => (isFolded ? name.toLowerCase() : name);
  const found = new Map<string, { events: number; readonly names: Catalogue; readonly texts: Set<string> }>();
  for (const event of events.toReversed()) {
    const { vaultID } = event.request;
    if (vaultID === undefined) continue;
    const vault = found.get(vaultID) ?? { events: 0, names: new Catalogue(), texts: new Set() };
    found.set(vaultID, vault);
    vault.events++;
    const query = findQueryText(event);
    if (query === undefined || vault.texts.has(query) || outcomeOfEvent(event) !== 'succeeded') continue;
    vault.texts.add(query);
    const tables = [...getQueriedTables(new SqlDocument(query), [])]
      .filter(({ name }) => !name.startsWith('"'))
      .map((table) => ({
        ...table,
        name: stored(table.name),
        columns: [...table.columns]
          .filter(({ name }) => !name.startsWith('"'))
          .map((column) => ({ ...column, name: stored(column.name) })),
      }));
    vault.names.add({ origin, tables });
  }
  return Array.from(found, ([vaultID, { events: count, names }]) => ({
    vaultID,
    events: count,
    tables: names.tables(),
  }));
}
