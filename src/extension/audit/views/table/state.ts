import * as vscode from 'vscode';
import type { ViewColumn } from '../../../../core/audit/filters/savedViews.ts';
import { estimateRequestCount, findUncoveredStart } from '../../../../core/audit/filters/timeRanges.ts';
import type { AuditQuery } from '../../../../core/audit/query/auditQuery.ts';
import { isMarkedOnly } from '../../../../core/audit/query/editQuery.ts';
import { removeTerms, selectServerTerms } from '../../../../core/audit/query/serverTerms.ts';
import { auditFields, type FieldID } from '../../../../core/audit/table/fields.ts';
import type { Facet, TimeRange } from '../../../../core/audit/table/filter.ts';
import type { Histogram } from '../../../../core/audit/table/histogram.ts';
import { isNewestFirst } from '../../../../core/audit/table/trail.ts';
import type { AuditState } from '../../../../protocol/audit.ts';
import type { Cell } from '../../../../protocol/results.ts';
import { formatNumber } from '../../../platform/number.ts';
import { barButtons } from '../../actions/trailActions.ts';
import { placeWords } from '../../evaluationPlaces.ts';
import { fieldLabels, valueLabel } from '../../labels.ts';
import type { EventMasking } from '../../model/masking.ts';
import { localFilterNames, serviceFilterNames } from '../../provenance.ts';
import { editableText } from '../../questionText.ts';
import { createDisplayZoneForEvents } from '../../zoneShown.ts';
import { createChips, rangeLabel } from './chips.ts';
import { addZoneName, NOTE_COLUMN, type TableColumn } from './eventRows.ts';
import type { FoldedRows } from './foldedRows.ts';
import type { TableLook } from './look.ts';
import { createNotice } from './notice.ts';
import {
  canLoadOlder,
  createStatusText,
  formatLoadedTimeSpan,
  readingText,
  type StatusModel,
  type StatusParts,
  tablePhase,
} from './status.ts';

interface StateParts extends StatusParts {
  readonly rev: number;
  readonly dataRev: number;
  readonly formatRev: number;
  readonly keepsPosition: boolean;
  readonly chosenEventsLabel: string;
  readonly folded: FoldedRows;
  readonly facetSearch: string;
  readonly layout: { readonly rev: number; readonly value: Omit<TableLook, 'sorts'> } | undefined;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

const MAX_LABEL_LENGTH = 200;

export function createState(parts: StateParts): AuditState {
  const { rev, dataRev, formatRev, keepsPosition, model, view, query, mode, columns, rowCount, rows } = parts;
  const connection = model.state.getSourceConnection();
  const labels = fieldLabels();
  const { sorts, filters } = query;
  const { local, service } = model.filters.getAppliedFilters();
  const { question } = local;
  const histogram = addChosenRange(view.histogram, filters.range);
  const notice = createNotice(parts);
  const range = rangeLabel(question, filters.range, model.masking.zone());
  const phase = tablePhase(model.state.phase());
  const marks = describeMarks(parts);
  const zone = createDisplayZoneForEvents(model.masking.zone(), model.state.provenance());
  return {
    rev,
    dataRev,
    formatRev,
    keepsPosition,
    mode,
    rowCount,
    rows,
    zone,
    columns: columns.map(({ time, ...column }) =>
      time ? { ...column, heading: addZoneName(column.name, zone.name) } : column,
    ),
    phase,
    ...(mode === 'events'
      ? {
          order: {
            sorts: sorts.map(({ field, descending }) => ({ column: columnIndex(field), descending })),
            isOriginalOrder: isNewestFirst(sorts),
          },
        }
      : {}),
    ...findBreaks(parts),
    status: createStatusText(parts),
    detail: formatLoadedTimeSpan(model),
    ...(connection
      ? {
          target: {
            label: connection.name,
            environment: connection.environment,
          },
        }
      : {}),
    chips: createChips({ service, local }, parts.chosenEventsLabel, model.masking, model.state.file()),
    ...(range === undefined ? {} : { range }),
    facets: view.facets.map(({ field, values, more }) => ({
      id: field,
      label: labels[field],
      more,
      values: labelFacetValues(field, values, model.masking),
    })),
    facetSearch: parts.facetSearch,
    ...(histogram ? { histogram } : {}),
    text: editableText(question, model.masking),
    ...describeServerPart(parts, question),
    searchedTexts: question.flatMap((term) => (term.kind === 'text' && !term.isNegated ? [term.text] : [])),
    ...marks,
    ...describeLayout(parts),
    ...describeCoverCost(parts),
    buttons: barButtons({
      mode,
      phase,
      rowCount,
      ...marks,
      mayLoadOlder: canLoadOlder(model),
      canGoBack: model.state.getRestorableListing() !== undefined,
    }),
    ...(notice ? { notice } : {}),
  };
}

/**
 * Returns the state of a table in ClickHouse while the applied question is computed: the rows are still those of the
 * question before. `status` is the status line of these rows.
 */
export function createReadingState(
  { state, status }: { readonly state: AuditState; readonly status: string },
  { filters, masking }: Pick<StatusModel, 'filters' | 'masking'>,
): AuditState {
  const { movedRow: _, ...displayed } = state;
  return {
    ...displayed,
    rev: state.rev + 1,
    isReading: true,
    status: readingText(status),
    text: editableText(filters.getAppliedFilters().local.question, masking),
  };
}

function describeLayout({ layout, mode }: StateParts): Pick<AuditState, 'layout'> {
  if (!layout || layout.rev === 0 || mode !== 'events') return {};
  const { columns, isHistogramShown } = layout.value;
  return {
    layout: {
      rev: layout.rev,
      ...(columns ? { columns: columns.map(columnIndex) } : {}),
      ...(isHistogramShown === undefined ? {} : { isHistogramShown }),
    },
  };
}

const columnIndex = (column: ViewColumn): number =>
  column === 'note' ? NOTE_COLUMN : auditFields.findIndex(({ id }) => id === column);

function describeCoverCost({ model, query }: StateParts): Pick<AuditState, 'cover'> {
  const provenance = model.state.provenance();
  const from = findUncoveredStart(query.filters, provenance);
  if (from === undefined || model.state.isLoading()) return {};
  const requests = estimateRequestCount(provenance, from);
  if (requests === undefined) return { cover: vscode.l10n.t('1 request per page') };
  if (requests === 1) return { cover: vscode.l10n.t('about 1 request') };
  return { cover: vscode.l10n.t('about {0} requests', formatNumber(Number(requests.toPrecision(2)))) };
}

function describeServerPart({ model }: StateParts, question: AuditQuery): Pick<AuditState, 'askServer'> {
  if (question.length === 0 || model.state.getServiceConnection() === undefined) return {};
  const { filters, terms } = selectServerTerms(question);
  // Current filters on the server that the question does not replace are sent again.
  const sent = serviceFilterNames({ ...model.filters.getRequestedServiceFilters(), ...filters }).join(', ');
  const rest = localFilterNames({ question: removeTerms(question, terms) }).join(', ');
  const onServer = vscode.l10n.t('{0}: {1}', placeWords('service').heading, sent);
  const inLoaded = vscode.l10n.t('{0}: {1}', placeWords('local').heading, rest);
  if (!sent) return { askServer: vscode.l10n.t('1 request for all events. {0}.', inLoaded) };
  if (!rest) return { askServer: vscode.l10n.t('1 request. {0}.', onServer) };
  return { askServer: vscode.l10n.t('1 request. {0}. {1}.', onServer, inLoaded) };
}

function describeMarks({ mode, model }: StateParts): Pick<AuditState, 'marks'> {
  const only = isMarkedOnly(model.filters.getAppliedFilters().local.question);
  const count = model.marks.markedEventCount;
  if (mode !== 'events') return {};
  return { marks: { column: NOTE_COLUMN, count, only } };
}

/**
 * Returns the rows above which events may be missing. There are none unless events are displayed newest first, because
 * only then are adjacent rows adjacent in time.
 */
function findBreaks({
  mode,
  rowCount,
  view: { gaps },
  query,
  folded,
}: StateParts): Pick<AuditState, 'breaks'> {
  if (mode !== 'events' || !isNewestFirst(query.sorts) || gaps.length === 0) return {};
  return { breaks: gaps.map(({ at }) => folded.tableRow(at)).filter((row) => row < rowCount) };
}

export const facetValueLabel = (field: FieldID, value: string | undefined, masking: EventMasking): string =>
  valueLabel(value, (shown) => masking.maskValue(field, shown), MAX_LABEL_LENGTH);

/**
 * Returns the values of a facet with their labels. If several values have the same label, for example because they are
 * masked, a number is appended to all but the first.
 */
function labelFacetValues(
  field: FieldID,
  values: Facet['values'],
  masking: EventMasking,
): AuditState['facets'][number]['values'] {
  const seen = new Map<string, number>();
  return values.map(({ value, count, choice }) => {
    const text = facetValueLabel(field, value, masking);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return { label: times > 1 ? `${text} (${times})` : text, count, ...(choice ? { choice } : {}) };
  });
}

/**
 * Adds `range` to the histogram as the selected range. Ends that are open or too far away are moved to the limits of
 * the histogram and of the loaded events.
 */
function addChosenRange(
  histogram: Histogram | undefined,
  range: TimeRange | undefined,
): AuditState['histogram'] {
  if (!histogram || !range) return histogram;
  const { edges, outside } = histogram;
  const [from = 0, end = 0] = [edges[0], edges.at(-1)];
  const [low, high] = [Math.min(from, outside?.first ?? from), Math.max(end, (outside?.last ?? end) + 1)];
  const clamp = (ms: number): number => Math.max(low, Math.min(high, ms));
  return { ...histogram, selectedRange: { from: clamp(range.from), to: clamp(range.to) } };
}
