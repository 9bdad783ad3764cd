import { msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import { type DisplayZone, getOffsetAt } from '../../core/audit/feed/zones.ts';
import { t } from './l10n.ts';

/**
 * How times are formatted. `step` is the distance in milliseconds between the times to distinguish. If it is a multiple
 * of a minute, seconds are omitted. If it is a multiple of a second, only fractions of a second are omitted.
 */
export interface TimeScale {
  readonly step: number;
  readonly zone: DisplayZone;
}

const formatMoment = (ms: number, { step, zone }: TimeScale): string => {
  const text = msToTimestamp(ms + getOffsetAt(zone, ms) * 60_000);
  return text.slice(0, step % 60_000 === 0 ? 16 : step % 1_000 === 0 ? 19 : 23);
};
const formatEventCount = (count: number): string => (count === 1 ? t('1 event') : t('{0} events', count));

export const auditStrings = {
  title: t('Audit events'),
  grid: t('Audit events'),
  readersGrid: t('Who read what'),
  toolbar: t('Audit event actions'),
  refresh: t('Refresh'),
  older: t('Load older events'),
  cover: (cost: string): string => t('Load older events to cover the range · {0}', cost),
  coverShort: (cost: string): string => t('Load older · {0}', cost),
  export: t('Export'),
  tab: t('Open in tab'),
  columns: t('Columns'),
  chart: t('Chart for a report'),
  chartBusy: t('Drawing…'),
  noChart: t('There is nothing to draw.'),
  saveSvg: t('Save as SVG'),
  savePng: t('Save as PNG'),
  unusualValues: t('What’s unusual here'),
  unusualValuesBusy: t('Comparing…'),
  unusualValuesHint: t('Enter filters by this value. Arrow keys move between values.'),
  displayedShare: t('Here'),
  otherShare: t('Others'),
  facets: t('Values with counts'),
  facetsButton: t('Filter by values'),
  histogramButton: t('Histogram'),
  modes: t('View'),
  events: t('Events'),
  readers: t('Who read what'),
  gapAbove: t('events may be missing above this row'),

  question: t('Ask about these events'),
  noQuestionApplied: t('No question is applied.'),
  showsEventsFor: (question: string): string => t('The events are those for: {0}', question),
  questionExample: t('actor:sa-* status:4xx last:24h'),
  askServer: t('Ask the server · 1 request'),
  askServerShort: t('Ask the server'),
  oneRequest: t('1 request'),
  suggestions: t('Suggestions'),
  showColumn: (name: string): string => t('Show column {0}', name),
  addFilter: t('Add filter'),
  chips: t('Filters'),
  removeFilter: (name: string): string => t('Remove filter {0}', name),
  clear: t('Clear'),
  clearLocal: t('Clear filters on these events'),
  timeRange: (range: string | undefined, zone: string): string =>
    range === undefined ? t('Time range: any time') : t('Time range ({0}): {1}', zone, range),
  allTimes: t('Any time'),
  customTime: t('Custom…'),
  timePresets: {
    lastHour: t('Last hour'),
    today: t('Today'),
    yesterday: t('Yesterday'),
    last7Days: t('Last 7 days'),
  },

  histogram: (zone: string): string => t('Audit events by time ({0})', zone),
  histogramHint: t('Drag across the bars, or move the handles with the arrow keys.'),
  from: t('Start of the time range'),
  to: t('End of the time range'),
  wholeTime: t('Show all times'),
  asTable: t('Show the histogram as a table'),
  tableCaption: (zone: string): string => t('Audit events by time ({0}) and outcome', zone),
  tableHead: [t('Time'), t('Succeeded'), t('Failed'), t('Outcome unknown'), t('From this window')],
  ownRequests: (count: number): string => t('{0} from this window', count),
  ownRequestsHint: t(
    'Requests that this window sent. They are drawn paler on top of the others, and cut off at the top.',
  ),
  moment: formatMoment,
  bin: (
    from: number,
    to: number,
    scale: TimeScale,
    [succeeded = 0, failed = 0, unknown = 0, own = 0]: readonly number[],
  ): string =>
    [
      `${formatMoment(from, scale)} – ${formatMoment(to, scale)}`,
      formatEventCount(succeeded + failed + unknown + own),
      ...(failed > 0 ? [t('{0} failed', failed)] : []),
      ...(unknown > 0 ? [t('{0} with unknown outcome', unknown)] : []),
      ...(own > 0 ? [t('{0} from this window', own)] : []),
    ].join(' · '),
  chosen: (from: number, to: number, scale: TimeScale): string =>
    `${formatMoment(from, scale)} – ${formatMoment(to, scale)}`,
  outside: (count: number): string =>
    count === 1 ? t('1 event outside this range') : t('{0} events outside this range', count),
  earlier: (count: number): string => t('{0} earlier', count),
  later: (count: number): string => t('{0} later', count),
  before: (ms: number, scale: TimeScale): string => t('before {0}', formatMoment(ms, scale)),
  after: (ms: number, scale: TimeScale): string => t('from {0}', formatMoment(ms, scale)),
  undated: (count: number): string =>
    count === 1 ? t('1 event without a valid time') : t('{0} events without a valid time', count),

  facetValue: (value: string, count: number): string =>
    count === 1 ? t('{0} 1 event', value) : t('{0} {1} events', value, count),
  searchValues: t('Search values'),
  valuesFound: (count: number): string =>
    count === 0 ? t('No value matches') : count === 1 ? t('1 value matches') : t('{0} values match', count),
  resizeFacets: t('Width of values'),
  exclude: (value: string): string => t('Exclude {0}', value),
  moreValues: (count: number): string => t('{0} more', count),
  facetsHint: t('Enter keeps only this value. Delete excludes it.'),

  query: t('Query'),
  moreActions: t('More actions'),
  moreEventActions: t('More event actions'),
  noRow: t('No event to show.'),
  foldedEvents: t('This row stands for several events. Expand it to see each of them.'),
  allFields: t('All fields'),
  cellMenu: t('Event'),
  details: t('Show Details'),
  note: t('Note'),
  markedAlone: t('Marked'),
  markedOnly: (count: number): string => t('Show marked events only ({0})', count),
  marked: (count: number): string => (count === 1 ? t('1 event marked') : t('{0} events marked', count)),
  unmarked: (count: number): string => (count === 1 ? t('1 mark removed') : t('{0} marks removed', count)),
  showEvents: t('Show These Events'),
  manyValues: (column: string): string => t('Can’t sort by {0}: too many different values.', column),
  notAField: (column: string): string => t('Can’t sort by {0}: it is not a field of the events.', column),
  fixedOrder: t('Can’t sort who read what: plain-text reads come first.'),
  noHostText: t('The extension did not respond. Close this view and open it again.'),
} as const;
