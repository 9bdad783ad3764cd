import * as vscode from 'vscode';
import type { Capability } from '../../core/audit/feed/capabilities.ts';
import { compareEvents } from '../../core/audit/feed/eventOrder.ts';
import type { OpenedFile, OpenedTable } from '../../core/audit/feed/feedState.ts';
import type { MoreReason, Provenance } from '../../core/audit/feed/ledger.ts';
import type { FilesContent } from '../../core/audit/file/fileReads.ts';
import type { FileFormat } from '../../core/audit/file/formatReader.ts';
import type { AuditFilters, FilterName } from '../../core/audit/filters/filters.ts';
import { mayLackOlderEvents } from '../../core/audit/filters/timeRanges.ts';
import type { QueryValue } from '../../core/audit/query/auditQuery.ts';
import { isTimeTerm } from '../../core/audit/query/editQuery.ts';
import type { FieldID } from '../../core/audit/table/fields.ts';
import {
  hasLocalFilters,
  type LocalFilters,
  type TimeRange,
  type TrailFilters,
} from '../../core/audit/table/filter.ts';
import type { TrailView } from '../../core/audit/table/trail.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import { formatNumber } from '../platform/number.ts';
import {
  doubtLabels,
  type Formatter,
  fieldLabels,
  filterLabel,
  localLabels,
  removeSecondsFraction,
  serviceLabels,
} from './labels.ts';
import type { AuditSnapshot } from './model/state.ts';
import { shortDay, shortTime } from './shortTimes.ts';

export const serviceFiltersText = (filters: AuditFilters, formatter: Pick<Formatter, 'maskValue'>): string =>
  serviceLabels(filters, formatter)
    .map(({ text }) => text)
    .join(' · ');

export const localFiltersText = (filters: LocalFilters, formatter: Pick<Formatter, 'maskValue'>): string =>
  localLabels(filters, formatter)
    .map(({ text }) => text)
    .join(' · ');

/** Returns the distinct names of the filters on loaded events, without the filters' values. */
export function localFilterNames({ question, events }: LocalFilters): readonly string[] {
  const names = question.map((term) => {
    if (term.kind === 'field') return fieldLabels()[term.field];
    if (term.kind === 'marked') return vscode.l10n.t('Marked');
    return isTimeTerm(term) ? vscode.l10n.t('Time range') : vscode.l10n.t('Question');
  });
  return [...new Set([...names, ...(events ? [vscode.l10n.t('Selected events')] : [])])];
}

export const serviceFilterNames = (filters: AuditFilters): readonly string[] =>
  (Object.keys(filters) as FilterName[]).map(filterLabel);

function unknownReasonText(reason: MoreReason): string {
  if (reason === 'unsupported') return vscode.l10n.t('the service does not page');
  return reason === 'repeated' ? vscode.l10n.t('the service repeats events') : vscode.l10n.t('start unknown');
}

export function describeOlderEvents({ more, reason }: Pick<Provenance, 'more' | 'reason'>): string {
  switch (more) {
    case 'yes':
      return reason === 'emptyPage'
        ? vscode.l10n.t('older available; last page empty')
        : vscode.l10n.t('older available');
    case 'no':
      return vscode.l10n.t('no older events');
    case 'unknown':
      return vscode.l10n.t('older events may exist ({0})', unknownReasonText(reason));
  }
}

function listFileDoubtTexts({ doubts = [], isReading = false }: OpenedFile): readonly string[] {
  const known = isReading ? doubts.filter((doubt) => doubt !== 'partial') : doubts;
  return [...doubtLabels(known), ...(isReading ? [vscode.l10n.t('still loading')] : [])];
}

/** Returns where the events of opened files or of a table come from, and what is known to be missing. */
export const fileText = (
  file: OpenedFile,
  { newest }: Pick<Provenance, 'newest'>,
  formatter: Pick<Formatter, 'formatTime'>,
): string =>
  [
    ...(file.table
      ? [tableUpToText(file.table, newest, formatter), ...unknownGapsTexts(file.table)]
      : [vscode.l10n.t('from file {0}', oneLine(file.name))]),
    ...listFileDoubtTexts(file),
    ...listContentTexts(file.content),
  ].join(' · ');

/**
 * Returns the kind and the time range of an opened table, and whether events of the service are displayed above its
 * own.
 */
export const tableText = (table: OpenedTable): string => thenServiceText(daysText(table), table);

const daysText = ({ days }: OpenedTable): string =>
  days === undefined
    ? vscode.l10n.t('ClickHouse, all events')
    : vscode.l10n.t('ClickHouse, last {0} days', formatNumber(days));

const thenServiceText = (text: string, { newer }: OpenedTable): string =>
  newer ? vscode.l10n.t('{0}, then the service', text) : text;

/** Returns the text of `tableText` with the time of the table's newest event added after the time range. */
function tableUpToText(
  table: OpenedTable,
  newest: string | undefined,
  { formatTime }: Pick<Formatter, 'formatTime'>,
): string {
  const last = table.newer ? table.newer.line : newest;
  if (last === undefined) return tableText(table);
  const text = vscode.l10n.t('{0}, up to {1}', daysText(table), shortTime(formatTime(last)));
  return thenServiceText(text, table);
}

const unknownGapsTexts = ({ gaps }: OpenedTable): readonly string[] =>
  gaps ? [] : [vscode.l10n.t('gaps unknown')];

/** Returns why a command is not available for the displayed events. */
export function lackingCapabilityText(capability: Capability): string {
  switch (capability) {
    case 'older':
      return vscode.l10n.t(
        'The whole time range of the table is covered. Open the table again for a longer one.',
      );
    case 'follow':
      return vscode.l10n.t('A table in ClickHouse can’t be followed. Refresh to show its newest events.');
    case 'sql':
      return vscode.l10n.t('SQL here runs over loaded events only. Query the table in ClickHouse itself.');
  }
}

function listContentTexts(content: FilesContent | undefined): readonly string[] {
  if (!content) return [];
  const { formats, repeatedEvents, maskedEvents } = content;
  return [
    formats.map((format) => formatNames[format]).join(', '),
    ...(repeatedEvents > 0 ? [repeatedText(repeatedEvents)] : []),
    ...(maskedEvents > 0 ? [maskedText(maskedEvents)] : []),
  ];
}

const formatNames: Readonly<Record<FileFormat, string>> = {
  ndjson: 'NDJSON',
  json: 'JSON',
  csv: 'CSV',
  parquet: 'Parquet',
};

const repeatedText = (events: number): string =>
  events === 1
    ? vscode.l10n.t('1 repeated event left out')
    : vscode.l10n.t('{0} repeated events left out', formatNumber(events));

const maskedText = (events: number): string =>
  events === 1
    ? vscode.l10n.t('1 event with masked literals')
    : vscode.l10n.t('{0} events with masked literals', formatNumber(events));

/** The fields of an event in which literals are masked. */
const FIELDS_WITH_LITERALS: ReadonlySet<FieldID> = new Set(['content', 'message', 'answer', 'URI']);

const hasText = (value: QueryValue): boolean =>
  (value.kind === 'text' && value.text !== '') ||
  (value.kind === 'pattern' && value.parts.some((part) => part !== ''));

/**
 * Whether the displayed events may lack some that the user searches for, because literals were masked before the events
 * were written to the opened file or to the table in ClickHouse.
 */
export function isSearchHinderedByMasks({ filters, file }: Pick<AuditSnapshot, 'filters' | 'file'>): boolean {
  const isSearch = filters.local.question.some(
    (term) =>
      term.kind === 'text' ||
      (term.kind === 'field' && FIELDS_WITH_LITERALS.has(term.field) && term.values.some(hasText)),
  );
  return isSearch && (file?.table?.hasMaskedEvents === true || (file?.content?.maskedEvents ?? 0) > 0);
}

export const maskedSearchText = (): string => vscode.l10n.t('masked literals can’t be found');

/**
 * Returns whether a filtered time range may include events that are older than those displayed; false for files, which
 * have no older events.
 */
export function mayLackOlderInRange(
  filters: Pick<TrailFilters, 'range'>,
  file: OpenedFile | undefined,
  provenance: Parameters<typeof mayLackOlderEvents>[1],
): boolean {
  if (!file) return mayLackOlderEvents(filters, provenance);
  const from = file.table?.from;
  return from !== undefined && filters.range !== undefined && filters.range.from < from;
}

export const mayLackOlderInRangeText = (): string => vscode.l10n.t('time range may include older events');

/** Returns the number of gaps with the time range that contains them; empty if there are none. */
export function listGapsTexts(
  gaps: TrailView['gaps'],
  { formatTime }: Pick<Formatter, 'formatTime'>,
): readonly string[] {
  const [newest, oldest] = [gaps[0]?.gap, gaps.at(-1)?.gap];
  if (!newest || !oldest) return [];
  const isOpenEnded = gaps.some(({ gap: { above, below } }) => compareEvents(above, below) === 0);
  const time = (end: string | undefined): string =>
    end === undefined ? '…' : oneLine(removeSecondsFraction(formatTime(end)), 32);
  const range = isOpenEnded
    ? vscode.l10n.t('before {0}', time(newest.above.time))
    : vscode.l10n.t('between {0} and {1}', time(oldest.below.time), time(newest.above.time));
  return [
    gaps.length === 1
      ? vscode.l10n.t('1 gap {0}: events may be missing', range)
      : vscode.l10n.t('{0} gaps {1}: events may be missing', formatNumber(gaps.length), range),
  ];
}

export const conflictsText = (events: number): string =>
  vscode.l10n.t('{0} conflicting', formatNumber(events));

export const allFileEventsLoadedText = (file?: OpenedFile): string =>
  file?.table ? lackingCapabilityText('older') : vscode.l10n.t('All events of this file are loaded.');

export const noOlderMatchingEventsText = (): string => vscode.l10n.t('No older events match these filters.');

export const choiceNotAppliedText = (): string =>
  vscode.l10n.t('Other events are shown now. Your choice was not applied.');

/** Returns text such as `1 event` or `309 events`. */
export const eventsText = (events: number): string =>
  events === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', formatNumber(events));

interface ProvenanceLine {
  readonly label: string;
  readonly description: string;
}

/** Approximate number of characters that fit in a side panel 300 px wide. */
const MAX_LINE_LENGTH = 38;

/**
 * Returns a one-line summary of the displayed events for the narrow side panel. Leaves out the time of the oldest event
 * if the line would be too long. `zone` is the name of the time zone, or empty to omit it.
 */
export function provenanceLine(
  { provenance, filters: { local }, file, following }: AuditSnapshot,
  { counts, gaps }: Pick<TrailView, 'counts' | 'gaps'>,
  { formatTime }: Pick<Formatter, 'formatTime'>,
  zone: string,
): ProvenanceLine {
  const { oldest } = provenance;
  const all = eventsText(provenance.loaded);
  const label = hasLocalFilters(local) ? vscode.l10n.t('{0} of {1}', formatNumber(counts.passing), all) : all;
  const describe = (since: string): string =>
    [
      ...(file
        ? [file.table ? tableText(file.table) : oneLine(file.name, 40), ...listFileDoubtTexts(file)]
        : []),
      since,
      ...(file ? [] : [shortOlderText(provenance)]),
      ...(counts.conflicting > 0 ? [conflictsText(counts.conflicting)] : []),
      ...(gaps.length > 0 ? [shortGapsText(gaps.length)] : []),
      ...(file?.content?.maskedEvents
        ? [vscode.l10n.t('{0} masked', formatNumber(file.content.maskedEvents))]
        : []),
      ...(following ? [vscode.l10n.t('following')] : []),
    ]
      .filter(Boolean)
      .join(' · ');
  const formatSince = (format: (time: string) => string): string =>
    oldest ? vscode.l10n.t('since {0}', `${format(formatTime(oldest))} ${zone}`.trim()) : '';
  const fits = (description: string): boolean => `${label} ${description}`.length <= MAX_LINE_LENGTH;
  const description = [shortTime, shortDay].map((format) => describe(formatSince(format))).find(fits);
  return { label, description: description ?? describe(oldest ? zone : '') };
}

function shortOlderText({ more }: Pick<Provenance, 'more'>): string {
  const texts = {
    yes: vscode.l10n.t('older exist'),
    no: vscode.l10n.t('no older'),
    unknown: vscode.l10n.t('older may exist'),
  };
  return texts[more];
}

const shortGapsText = (gaps: number): string =>
  gaps === 1 ? vscode.l10n.t('1 gap') : vscode.l10n.t('{0} gaps', formatNumber(gaps));

/**
 * Returns what is displayed and what is known about events that are not loaded, one fact per entry. Filters are named
 * without their values. Undefined if no events are loaded and no file is displayed, either because nothing was loaded
 * yet or because the service has no older events.
 */
export function provenanceParts(
  snapshot: AuditSnapshot,
  { counts, gaps }: Pick<TrailView, 'counts' | 'gaps'>,
  range: TimeRange | undefined,
  { formatTime }: Pick<Formatter, 'formatTime'>,
): readonly string[] | undefined {
  const {
    provenance,
    filters: { service, local },
    file,
    following,
    connection,
  } = snapshot;
  const { loaded, more, reason, oldest, newest } = provenance;
  if (loaded === 0 && !file && (more === 'no' || reason === 'nothingLoaded')) return undefined;
  const here = hasLocalFilters(local)
    ? vscode.l10n.t(
        '{0} of {1} match ({2})',
        formatNumber(counts.passing),
        formatNumber(loaded),
        localFilterNames(local).join(', '),
      )
    : file?.table
      ? eventsText(loaded)
      : vscode.l10n.t('{0} loaded', formatNumber(loaded));
  const span =
    oldest && newest && loaded > 1
      ? [vscode.l10n.t('{0} to {1}', ...[oldest, newest].map((at) => removeSecondsFraction(formatTime(at))))]
      : [];
  const isProduction = connection?.environment === 'production';
  const name = oneLine(connection?.name ?? '');
  const origin = file
    ? fileText(file, provenance, { formatTime })
    : isProduction
      ? vscode.l10n.t('{0}, production', name)
      : name;
  const rest = file ? [] : [describeOlderEvents(provenance)];
  const uncovered =
    range && mayLackOlderInRange({ range }, file, provenance) ? [mayLackOlderInRangeText()] : [];
  const byService = serviceFilterNames(service).join(', ');
  const filtered = byService ? [vscode.l10n.t('server filters: {0}', byService)] : [];
  const conflicts =
    counts.conflicting > 0
      ? [
          vscode.l10n.t(
            '{0} conflicting (same event ID, different content)',
            formatNumber(counts.conflicting),
          ),
        ]
      : [];
  const follows = following ? [vscode.l10n.t('following')] : [];
  return [
    here,
    ...(isSearchHinderedByMasks(snapshot) ? [maskedSearchText()] : []),
    ...filtered,
    ...span,
    ...(origin ? [origin] : []),
    ...rest,
    ...uncovered,
    ...listGapsTexts(gaps, { formatTime }),
    ...conflicts,
    ...follows,
  ];
}
