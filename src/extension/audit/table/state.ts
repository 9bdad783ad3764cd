import * as vscode from 'vscode';
import { isEmpty, isUncovered } from '../../../core/audit/filters/localFilters.ts';
import { auditFields, type FieldID } from '../../../core/audit/table/fields.ts';
import type { Facet, TimeRange } from '../../../core/audit/table/filter.ts';
import type { Histogram } from '../../../core/audit/table/histogram.ts';
import type { AuditTable } from '../../../core/audit/table/table.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditColumn, AuditMode, AuditState } from '../../../protocol/audit.ts';
import type { Cell } from '../../../protocol/results.ts';
import { errorSentences } from '../../connections/apiErrors.ts';
import { number } from '../../platform/number.ts';
import { doubtWords, fieldLabels, valueLabel } from '../labels.ts';
import type { AuditSource } from '../source.ts';
import { chipsOf } from './chips.ts';

export interface StateParts {
  readonly rev: number;
  readonly dataRev: number;
  readonly looksRev: number;
  readonly keepPlace: boolean;
  readonly source: AuditSource;
  readonly table: AuditTable;
  readonly behind: string;
  readonly mode: AuditMode;
  /** Whether who-read-what is being summed up. */
  readonly isReading: boolean;
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Events loaded; the table may not have taken in all of them yet. */
  readonly loaded: number;
}

/** Facets as drawn: labels without characters that would disturb their neighbours. */
const longestLabel = 200;

/** The state to draw. */
export function stateOf(parts: StateParts): AuditState {
  const { rev, dataRev, looksRev, keepPlace, source, table, behind, mode, columns, rowCount, rows } = parts;
  const connection = source.connection();
  const view = table.view();
  const labels = fieldLabels();
  const { histogram } = view;
  const { sort, filters } = table;
  const sorted = auditFields.findIndex(({ id }) => id === sort.field);
  const isEvents = mode === 'events';
  const notice = noticeOf(parts);
  return {
    ...{ rev, dataRev, looksRev, keepPlace, mode, columns, rowCount, rows },
    phase: phaseOf(parts),
    ...(isEvents ? { sort: { column: sorted, descending: sort.descending } } : {}),
    ...breaksOf(parts),
    status: statusOf(parts),
    detail: detailOf(source),
    ...(connection ? { target: { label: connection.name, environment: connection.environment } } : {}),
    chips: chipsOf(source.filters(), filters, behind, source.masking),
    facets: view.facets.map(({ field, values, more }) => ({
      ...{ id: field, label: labels[field], more },
      values: labelled(field, values, source.masking),
    })),
    ...(histogram
      ? {
          histogram: { ...histogram, ...(filters.range ? { chosen: within(histogram, filters.range) } : {}) },
        }
      : {}),
    text: filters.text ?? '',
    can: {
      older: canLoadOlder(source),
      cover: canLoadOlder(source) && (filters.range?.from ?? 0) > 0 && isRangeUncovered(parts),
      export: rowCount > 0,
      tab: true,
    },
    ...(notice ? { notice } : {}),
  };
}

/** Where events may be missing between rows: only of neighbours in time can that be said. */
function breaksOf({ source, table, mode }: StateParts): Pick<AuditState, 'breaks'> {
  const { field, descending } = table.sort;
  if (mode !== 'events' || field !== 'time' || !descending || source.gaps() === 0) return {};
  const events = Array.from(table.view().rows, (_, row) => table.event(row));
  return { breaks: source.breaks(events.filter((event) => event !== undefined)) };
}

/** Masked, two actors may look the same: a number tells them apart. */
function labelled(
  field: FieldID,
  values: Facet['values'],
  masking: AuditSource['masking'],
): AuditState['facets'][number]['values'] {
  const seen = new Map<string, number>();
  return values.map(({ value, count, choice }) => {
    const text = valueLabel(value, (shown) => masking.value(field, shown), longestLabel);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return { label: times > 1 ? `${text} (${times})` : text, count, ...(choice ? { choice } : {}) };
  });
}

/** The part of a range that can hold events: a range may be open at an end. */
function within({ from, step, bins, outside }: Histogram, range: TimeRange): TimeRange {
  const end = from + bins.length * step;
  const [low, high] = [Math.min(from, outside?.first ?? from), Math.max(end, (outside?.last ?? end) + 1)];
  const clamp = (ms: number): number => Math.max(low, Math.min(high, ms));
  return { from: clamp(range.from), to: clamp(range.to) };
}

function phaseOf({ source, loaded }: StateParts): AuditState['phase'] {
  if (source.fileName() !== undefined) return loaded > 0 ? 'events' : 'none';
  if (!source.connection()) return 'idle';
  if (loaded > 0) return 'events';
  if (source.busy()) return 'loading';
  if (source.error()) return 'error';
  return source.loaded() ? 'none' : 'idle';
}

const canLoadOlder = (source: AuditSource): boolean =>
  source.store().provenance().more === 'yes' && !source.busy();

/** Whether the service may hold events in the range of time that are older than those loaded. */
const isRangeUncovered = ({ source, table }: StateParts): boolean =>
  source.fileName() === undefined && isUncovered(table.filters, source.store().provenance());

/** What is shown, and what is known of the rest: never more. */
function statusOf(parts: StateParts): string {
  const { source, table, rowCount, loaded, mode, isReading } = parts;
  if (loaded === 0) return source.busy() ? vscode.l10n.t('Loading audit events …') : '';
  const { more, reason } = source.store().provenance();
  const file = source.fileName();
  const older =
    file !== undefined
      ? [vscode.l10n.t('from the file “{0}”', oneLine(file)), ...doubtWords(source.fileDoubts())].join('; ')
      : {
          yes:
            reason === 'emptyPage'
              ? vscode.l10n.t('the service has older ones, though none were on the last page')
              : vscode.l10n.t('the service has older ones'),
          no: vscode.l10n.t('the service gives no older ones'),
          unknown: vscode.l10n.t('the service may have older ones'),
        }[more];
  const count = table.view().rows.length;
  const all =
    loaded === 1 ? vscode.l10n.t('1 event loaded') : vscode.l10n.t('{0} events loaded', number(loaded));
  const what = isEmpty(table.filters) ? all : vscode.l10n.t('{0}, filtered here to {1}', all, number(count));
  if (isReading)
    return count === 1
      ? vscode.l10n.t('Reading the query of 1 event …')
      : vscode.l10n.t('Reading the queries of {0} events …', number(count));
  if (mode === 'readers')
    return rowCount === 1
      ? vscode.l10n.t('1 kind of read in {0}; {1}', what, older)
      : vscode.l10n.t('{0} kinds of reads in {1}; {2}', number(rowCount), what, older);
  const missing = vscode.l10n.t('events may be missing at gaps: {0}', source.gaps());
  return [
    ...(source.busy() ? [vscode.l10n.t('Loading audit events …')] : []),
    ...[what, older],
    ...(isRangeUncovered(parts) ? [vscode.l10n.t('the range may hold older ones')] : []),
    ...(source.gaps() > 0 ? [missing] : []),
  ].join('; ');
}

/** The stretch of time that is loaded, in the service's own clock as the cells are. */
function detailOf(source: AuditSource): string {
  const { oldest, newest } = source.store().provenance();
  if (!oldest || !newest) return '';
  return vscode.l10n.t('{0} – {1} UTC', oldest.slice(0, 19), newest.slice(0, 19));
}

function noticeOf(parts: StateParts): AuditState['notice'] {
  const { source } = parts;
  const connection = source.connection();
  const phase = phaseOf(parts);
  const error = source.error();
  const button = (id: string, label: string) => ({ id, label });
  const olderButton = () =>
    canLoadOlder(source) ? [button('older', vscode.l10n.t('Load Older Events'))] : [];
  if (!connection && source.fileName() === undefined) {
    return {
      title: vscode.l10n.t('No vault configured'),
      text: vscode.l10n.t('The local vault runs on this machine with made-up records: no account is needed.'),
      buttons: [
        button('start', vscode.l10n.t('Start Local Vault')),
        button('add', vscode.l10n.t('Add Connection')),
      ],
      severity: 'info',
    };
  }
  if (error && connection && error.kind !== 'cancelled' && !source.busy()) {
    const { title, text, action } = errorSentences(error, { operation: 'audit', connection });
    const next = action?.id === 'signIn' ? [button('signIn', action.label)] : [];
    return {
      ...{ title, text, severity: 'error' },
      buttons: [...next, button('retry', vscode.l10n.t('Try Again'))],
    };
  }
  if (phase === 'idle') {
    return {
      title: vscode.l10n.t('Nothing is loaded yet'),
      text: vscode.l10n.t('The service records every request made to it.'),
      buttons: [button('load', vscode.l10n.t('Load Audit Events'))],
      severity: 'info',
    };
  }
  if (phase === 'none') {
    const { more } = source.store().provenance();
    const isFile = source.fileName() !== undefined;
    return {
      title: vscode.l10n.t('No events'),
      text:
        isFile || more === 'no'
          ? vscode.l10n.t('The service gave no event for these filters.')
          : more === 'yes'
            ? vscode.l10n.t('The service gave an empty page for these filters, and names older ones.')
            : vscode.l10n.t('The service gave an empty page for these filters; it may have older events.'),
      buttons: [
        ...olderButton(),
        ...(source.isFiltered() ? [button('clear', vscode.l10n.t('Clear Filters'))] : []),
      ],
      severity: 'info',
    };
  }
  if (phase === 'events' && parts.mode === 'events' && parts.rowCount === 0) {
    return {
      title: vscode.l10n.t('None of the loaded events passes the filters.'),
      text:
        source.fileName() !== undefined
          ? vscode.l10n.t('These events come from a file: there are no others in it.')
          : source.store().provenance().more === 'no'
            ? vscode.l10n.t('The service gives no older events for these filters.')
            : vscode.l10n.t('The service may hold others that do.'),
      buttons: [...olderButton(), button('clearHere', vscode.l10n.t('Clear Filters on Loaded Events'))],
      severity: 'info',
    };
  }
  return undefined;
}
