/** Every word that the audit table says itself. State lines, notices and labels of fields come from the host. */
import { msToTimestamp } from '../../core/audit/feed/timestamps.ts';

/** A moment in the form of the service's timestamps, to the second or, where `step` is finer, to the millisecond. */
const moment = (ms: number, step: number): string => {
  const text = msToTimestamp(ms);
  return text.slice(0, step % 60_000 === 0 ? 16 : step % 1_000 === 0 ? 19 : 23);
};
const events = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`;

export const auditStrings = {
  title: 'Audit events',
  grid: 'Audit events',
  readersGrid: 'Who read what',
  toolbar: 'Audit event actions',
  refresh: 'Load again',
  older: 'Load older events',
  cover: 'Load older events until the range is covered',
  export: 'Export',
  tab: 'Open in a tab',
  columns: 'Columns',
  facets: 'Values with counts',
  facetsButton: 'Filter by values',
  histogramButton: 'Histogram',
  modes: 'What to show',
  events: 'Events',
  readers: 'Who read what',
  gapAbove: 'events may be missing above this row',

  search: 'Search in loaded events',
  addFilter: 'Add filter',
  chips: 'Filters',
  removeFilter: (name: string): string => `Remove filter ${name}`,
  clearHere: 'Clear filters over loaded events',
  service: 'by the service',
  here: 'over loaded events',

  histogram: 'Loaded events by time (UTC)',
  histogramHint: 'Drag over the bars, or move the two handles with the arrow keys.',
  from: 'Start of the time range',
  to: 'End of the time range',
  wholeTime: 'Show all times',
  asTable: 'Show the histogram as a table',
  tableCaption: 'Loaded events by time (UTC) and outcome',
  tableHead: ['Time', 'Succeeded', 'Failed', 'Outcome unknown'] as const,
  outcomes: ['succeeded', 'failed', 'outcome unknown'] as const,
  moment,
  bin: (from: number, step: number, [succeeded = 0, failed = 0, unknown = 0]: readonly number[]): string =>
    [
      `${moment(from, step)} – ${moment(from + step, step)}`,
      events(succeeded + failed + unknown),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(unknown > 0 ? [`${unknown} with unknown outcome`] : []),
    ].join(' · '),
  chosen: (from: number, to: number, step: number): string => `${moment(from, step)} – ${moment(to, step)}`,
  outside: (count: number): string => `${events(count)} outside this range`,
  earlier: (count: number): string => `${count} earlier`,
  later: (count: number): string => `${count} later`,
  before: (ms: number, step: number): string => `before ${moment(ms, step)}`,
  after: (ms: number, step: number): string => `from ${moment(ms, step)}`,
  undated: (count: number): string => `${events(count)} without a usable time`,

  facetEvents: (count: number): string => (count === 1 ? ' event' : ' events'),
  exclude: (value: string): string => `Not ${value}`,
  moreValues: (count: number): string => `${count} more`,
  facetsHint: 'Enter keeps only this value, Delete leaves it out.',

  cellMenu: 'Event',
  details: 'Show details',
  only: 'Only this value, over loaded events',
  not: 'Not this value, over loaded events',
  byService: 'Filter the service by this value',
  showEvents: 'Show these events',
  noHostText: 'This view did not get an answer from the extension. Close it and open it again.',
} as const;
