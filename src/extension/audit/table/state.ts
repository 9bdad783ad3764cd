import * as vscode from 'vscode';
import { isEmpty, isUncovered } from '../../../core/audit/filters/localFilters.ts';
import { auditFields, type FieldID } from '../../../core/audit/table/fields.ts';
import type { Facet, TimeRange } from '../../../core/audit/table/filter.ts';
import type { Histogram } from '../../../core/audit/table/histogram.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditColumn, AuditMode, AuditState } from '../../../protocol/audit.ts';
import type { Cell } from '../../../protocol/results.ts';
import { errorSentences } from '../../connections/apiErrors.ts';
import { number } from '../../platform/number.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { doubtWords, fieldLabels, valueLabel } from '../labels.ts';
import type { EventMasking } from '../masking.ts';
import { chipsOf } from './chips.ts';

export interface StateParts {
  readonly rev: number;
  readonly dataRev: number;
  readonly formatRev: number;
  readonly keepPlace: boolean;
  readonly feed: AuditFeed;
  readonly view: TrailView;
  /** What the events picked by a figure are called. */
  readonly pickedLabel: string;
  readonly mode: AuditMode;
  /** Whether who-read-what is being summed up. */
  readonly isReading: boolean;
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Rows above which other events may be missing. */
  readonly breaks?: readonly number[];
}

/** Facets as drawn: labels without characters that would disturb their neighbours. */
const longestLabel = 200;

/** The state to draw. */
export function stateOf(parts: StateParts): AuditState {
  const { rev, dataRev, formatRev, keepPlace, feed, view, mode, columns, rowCount, rows, breaks } = parts;
  const connection = feed.connection();
  const labels = fieldLabels();
  const { histogram } = view;
  const { sort, filters } = view.query;
  const sorted = auditFields.findIndex(({ id }) => id === sort.field);
  const isEvents = mode === 'events';
  const notice = noticeOf(parts);
  return {
    ...{ rev, dataRev, formatRev, keepPlace, mode, columns, rowCount, rows },
    phase: phaseOf(parts),
    ...(isEvents ? { sort: { column: sorted, descending: sort.descending } } : {}),
    ...(breaks ? { breaks } : {}),
    status: statusOf(parts),
    detail: detailOf(feed),
    ...(connection ? { target: { label: connection.name, environment: connection.environment } } : {}),
    chips: chipsOf(feed.filters().service, filters, parts.pickedLabel, feed.masking),
    facets: view.facets.map(({ field, values, more }) => ({
      ...{ id: field, label: labels[field], more },
      values: labelled(field, values, feed.masking),
    })),
    ...(histogram
      ? {
          histogram: { ...histogram, ...(filters.range ? { chosen: within(histogram, filters.range) } : {}) },
        }
      : {}),
    text: filters.text ?? '',
    can: {
      older: canLoadOlder(feed),
      cover: canLoadOlder(feed) && (filters.range?.from ?? 0) > 0 && isRangeUncovered(parts),
      export: rowCount > 0,
      tab: true,
    },
    ...(notice ? { notice } : {}),
  };
}

/** Masked, two actors may look the same: a number tells them apart. */
function labelled(
  field: FieldID,
  values: Facet['values'],
  masking: EventMasking,
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

function phaseOf({ feed }: StateParts): AuditState['phase'] {
  const loaded = feed.store().events().length;
  if (feed.file() !== undefined) return loaded > 0 ? 'events' : 'none';
  if (!feed.connection()) return 'idle';
  if (loaded > 0) return 'events';
  if (feed.busy()) return 'loading';
  if (feed.error()) return 'error';
  return feed.loaded() ? 'none' : 'idle';
}

const canLoadOlder = (feed: AuditFeed): boolean => feed.store().provenance().more === 'yes' && !feed.busy();

/** Whether the service may hold events in the range of time that are older than those loaded. */
const isRangeUncovered = ({ feed, view }: StateParts): boolean =>
  feed.file() === undefined && isUncovered(view.query.filters, feed.store().provenance());

/** What is shown, and what is known of the rest: never more. */
function statusOf(parts: StateParts): string {
  const { feed, view, rowCount, mode, isReading } = parts;
  const loaded = feed.store().events().length;
  if (loaded === 0) return feed.busy() ? vscode.l10n.t('Loading audit events …') : '';
  const { more, reason } = feed.store().provenance();
  const file = feed.file()?.name;
  const older =
    file !== undefined
      ? [vscode.l10n.t('from the file “{0}”', oneLine(file)), ...doubtWords(feed.file()?.doubts ?? [])].join(
          '; ',
        )
      : {
          yes:
            reason === 'emptyPage'
              ? vscode.l10n.t('the service has older ones, though none were on the last page')
              : vscode.l10n.t('the service has older ones'),
          no: vscode.l10n.t('the service gives no older ones'),
          unknown: vscode.l10n.t('the service may have older ones'),
        }[more];
  const count = view.counts.passing;
  const all =
    loaded === 1 ? vscode.l10n.t('1 event loaded') : vscode.l10n.t('{0} events loaded', number(loaded));
  const what = isEmpty(view.query.filters)
    ? all
    : vscode.l10n.t('{0}, filtered here to {1}', all, number(count));
  if (isReading)
    return count === 1
      ? vscode.l10n.t('Reading the query of 1 event …')
      : vscode.l10n.t('Reading the queries of {0} events …', number(count));
  if (mode === 'readers')
    return rowCount === 1
      ? vscode.l10n.t('1 kind of read in {0}; {1}', what, older)
      : vscode.l10n.t('{0} kinds of reads in {1}; {2}', number(rowCount), what, older);
  const missing = vscode.l10n.t('events may be missing at gaps: {0}', feed.gaps());
  return [
    ...(feed.busy() ? [vscode.l10n.t('Loading audit events …')] : []),
    ...[what, older],
    ...(isRangeUncovered(parts) ? [vscode.l10n.t('the range may hold older ones')] : []),
    ...(feed.gaps() > 0 ? [missing] : []),
  ].join('; ');
}

/** The stretch of time that is loaded, in the service's own clock as the cells are. */
function detailOf(feed: AuditFeed): string {
  const { oldest, newest } = feed.store().provenance();
  if (!oldest || !newest) return '';
  return vscode.l10n.t('{0} – {1} UTC', oldest.slice(0, 19), newest.slice(0, 19));
}

function noticeOf(parts: StateParts): AuditState['notice'] {
  const { feed } = parts;
  const connection = feed.connection();
  const phase = phaseOf(parts);
  const error = feed.error();
  const button = (id: string, label: string) => ({ id, label });
  const olderButton = () => (canLoadOlder(feed) ? [button('older', vscode.l10n.t('Load Older Events'))] : []);
  if (!connection && feed.file() === undefined) {
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
  if (error && connection && error.kind !== 'cancelled' && !feed.busy()) {
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
    const { more } = feed.store().provenance();
    const isFile = feed.file() !== undefined;
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
        ...(feed.canClearFilters() ? [button('clear', vscode.l10n.t('Clear Filters'))] : []),
      ],
      severity: 'info',
    };
  }
  if (phase === 'events' && parts.mode === 'events' && parts.rowCount === 0) {
    return {
      title: vscode.l10n.t('None of the loaded events passes the filters.'),
      text:
        feed.file() !== undefined
          ? vscode.l10n.t('These events come from a file: there are no others in it.')
          : feed.store().provenance().more === 'no'
            ? vscode.l10n.t('The service gives no older events for these filters.')
            : vscode.l10n.t('The service may hold others that do.'),
      buttons: [...olderButton(), button('clearHere', vscode.l10n.t('Clear Filters on Loaded Events'))],
      severity: 'info',
    };
  }
  return undefined;
}
