import * as vscode from 'vscode';
import { eventTimestamp, isValidTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { Mark } from '../../../../core/audit/marks/marks.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import type { ColumnRead } from '../../../../core/audit/table/queryReads.ts';
import type { RequestSummary } from '../../../../core/audit/table/requestSummary.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { getClockTime, getExactClockTime } from '../../../app/timeText.ts';
import { MIN_NAME_WIDTH, ROW_WIDTH, rowWidth, truncateMiddle } from '../../../platform/narrowText.ts';
import { formatNumber } from '../../../platform/number.ts';
import { conflictText, formatPageCount, formatRedactionLevel } from '../../labels.ts';
import { outcomeText } from './eventLabels.ts';

export interface RowStyle {
  readonly time: (timestamp: string) => string;
  /** Shortens an actor's name, which is masked already if actors are masked. */
  readonly nameOf: (actor: string) => string;
  /**
   * What rows omit because a filter or group states it for all of them. `table` is in lower case.
   */
  readonly known: { readonly actor: boolean; readonly code: boolean; readonly table: string | undefined };
}

/**
 * What a row displays: one event, or several `pages` of one query. `event` and `summary` are masked
 * for display.
 */
export interface RowFacts {
  readonly event: AuditEvent;
  readonly summary: RequestSummary;
  readonly isQuery: boolean;
  readonly pages?: number;
  /** Whether requests for earlier pages of the query may exist that `pages` does not count. */
  readonly mayHaveMorePages?: boolean;
  /** Whether the event's row is folded under another row. The row then displays the exact time of the event. */
  readonly isFolded?: boolean;
  /** The OFFSET of the event's query, in rows. Undefined unless the event is folded and has a query. */
  readonly offset?: number;
  readonly mark?: Mark | undefined;
  readonly isConflicting?: boolean;
}

interface EventRow {
  /** Begins with the time, or with the OFFSET if the row stands for one page of a query whose pages are folded. */
  readonly label: string;
  /**
   * Begins with the number of pages if the row stands for several, then has the result if the row displays one: a
   * redaction level, `count`, or the code (or “outcome unknown”) of a request that is not known to have succeeded. If
   * the label is an OFFSET, it has only the time, after the result if the request is not known to have succeeded. A
   * narrow panel cuts off the end.
   */
  readonly description: string;
  readonly sentence: string;
}

const unknown = '–';
/**
 * Marks the label of an event that the user marked. The icon can't, because it shows the kind of
 * request.
 */
const STAR = '★';
const WARNING = '⚠';
const MAX_SPOKEN_COLUMNS = 8;
/** Maximum length of an actor's name in UTF-16 code units, so that its end is kept in all but invalid names. */
const MAX_ACTOR_LENGTH = 256;
/**
 * Width in average letters that a shortened name leaves for what follows the first part of the description, so that
 * about four letters of a table's name are visible.
 */
const MIN_REST_WIDTH = 5;

export function eventRow(facts: RowFacts, style: RowStyle): EventRow {
  const { event } = facts;
  const { known } = style;
  const [when, who] = [timeText(facts, style), actorText(event, style)];
  const offset = offsetText(facts);
  const start = [offset || when, facts.mark ? STAR : '', facts.isConflicting ? WARNING : '']
    .filter(Boolean)
    .join(' ');
  const what = requestText(facts, known.table);
  const pages = facts.pages ? pagesText(facts) : '';
  const result = resultText(facts, known.code);
  const besideLabel = joinParts(pages, result, known.actor ? '' : what);
  const maxNameWidth = Math.max(
    MIN_NAME_WIDTH,
    ROW_WIDTH -
      rowWidth(`${start} `, '') -
      Math.min(rowWidth('', ` ${besideLabel}`), rowWidth('', ` ${pages || result}`) + MIN_REST_WIDTH),
  );
  const label = [start, offset ? '' : truncateMiddle(known.actor ? what : who, maxNameWidth)]
    .filter(Boolean)
    .join(' ');
  const description = offset ? descriptionOfPage(facts, when, result) : besideLabel;
  const columns = pages || offset ? '' : columnsText(facts, ROW_WIDTH - rowWidth(label, `${besideLabel} · `));
  return {
    label: oneLine(label, 120),
    description: oneLine(joinParts(description, columns), 120),
    sentence: oneLine(
      [
        eventSentence(facts, when, who),
        ...(offset ? [offset] : []),
        ...markText(facts),
        ...(facts.isConflicting ? [conflictText()] : []),
      ].join(', '),
      500,
    ),
  };
}

const joinParts = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');

/**
 * Returns the time of one page of a query, for the row that has the page's OFFSET as its label, after the result if the
 * request may have failed. A redaction level is omitted, because the row above displays it for all pages.
 */
const descriptionOfPage = ({ event }: RowFacts, when: string, result: string): string =>
  outcomeOfEvent(event) === 'succeeded' ? when : joinParts(result, when);

function timeText({ event, isFolded }: RowFacts, { time }: RowStyle): string {
  const stamp = eventTimestamp(event);
  if (stamp === undefined) return unknown;
  if (!isValidTimestamp(stamp)) return stamp.slice(0, 32);
  return isFolded ? getExactClockTime(time(stamp)) : getClockTime(time(stamp));
}

const offsetText = ({ offset }: RowFacts): string =>
  offset === undefined ? '' : vscode.l10n.t('OFFSET {0}', String(offset));

function actorText({ context }: AuditEvent, { nameOf }: RowStyle): string {
  return context.actor ? oneLine(nameOf(context.actor), MAX_ACTOR_LENGTH) : vscode.l10n.t('unknown actor');
}

function requestText(facts: RowFacts, knownTable: string | undefined): string {
  const [first, ...others] = facts.summary.tables;
  if (first === undefined)
    return facts.isQuery ? vscode.l10n.t('not parsed') : describeRequestWithoutTables(facts);
  if (others.length > 0) return `${first} +${formatNumber(others.length)}`;
  return first === knownTable ? '' : first;
}

function resultText({ event, summary }: RowFacts, isCodeKnown: boolean): string {
  if (outcomeOfEvent(event) === 'succeeded') {
    const [first] = summary.columns;
    if (first) return formatRedactionLevel(first.level, vscode.l10n.t('plain'));
    return isRowCountRequest(summary) ? vscode.l10n.t('count') : '';
  }
  if (isCodeKnown) return '';
  return event.response.code === undefined ? outcomeText(event) : String(event.response.code);
}

function describeRequestWithoutTables({ event: { request }, summary: { kind }, isQuery }: RowFacts): string {
  if (isQuery) return vscode.l10n.t('query not parsed');
  if (kind === 'logRead') return vscode.l10n.t('audit log');
  const action = [request.actionType, request.resourceType].filter(Boolean).join(' ');
  return action || request.apiName || unknown;
}

const isRowCountRequest = ({ tables, columns }: RequestSummary): boolean =>
  tables.length > 0 && columns.length === 0;

const pagesText = ({ pages = 0, mayHaveMorePages = false }: RowFacts): string =>
  formatPageCount(pages, mayHaveMorePages);

function columnsText({ event, summary }: Pick<RowFacts, 'event' | 'summary'>, maxWidth: number): string {
  if (isRowCountRequest(summary)) {
    // For a request that succeeded, `resultText` returns this word already.
    if (outcomeOfEvent(event) === 'succeeded') return '';
    const count = vscode.l10n.t('count');
    return rowWidth('', count) <= maxWidth ? count : '';
  }
  const names = [...new Set(summary.columns.map(({ column }) => column))];
  const [first = '', ...others] = names;
  const shorter = others.length > 0 ? `${first} +${formatNumber(others.length)}` : first;
  return [names.join(', '), shorter].find((text) => rowWidth('', text) <= maxWidth) ?? '';
}

function eventSentence(facts: RowFacts, when: string, who: string): string {
  const { event, summary, pages } = facts;
  const outcome = outcomeText(event);
  const tables = summary.tables.join(', ');
  if (tables === '') {
    if (summary.kind === 'logRead')
      return vscode.l10n.t('{0}, {1} read the audit log, {2}', when, who, outcome);
    return vscode.l10n.t('{0}, {1}: {2}, {3}', when, who, describeRequestWithoutTables(facts), outcome);
  }
  if (isRowCountRequest(summary))
    return vscode.l10n.t('{0}, {1} counted rows of {2}, {3}', when, who, tables, outcome);
  const columns = spokenColumns(summary.columns);
  if (pages)
    return vscode.l10n.t(
      '{0}, {1} read {2} from {3} in {4}, {5}',
      ...[when, who, columns, tables, pagesText(facts), outcome],
    );
  return vscode.l10n.t('{0}, {1} read {2} from {3}, {4}', when, who, columns, tables, outcome);
}

function markText({ mark }: RowFacts): readonly string[] {
  if (!mark) return [];
  const marked = vscode.l10n.t('marked');
  return mark.note === '' ? [marked] : [marked, vscode.l10n.t('note: {0}', mark.note)];
}

function spokenColumns(columns: readonly ColumnRead[]): string {
  const named = columns.map((read) => {
    const name = read.column === '*' ? vscode.l10n.t('all columns') : read.column;
    return read.level === undefined
      ? name
      : `${name} ${formatRedactionLevel(read.level, vscode.l10n.t('plain text'))}`;
  });
  const [first, ...others] = [...new Set(named)];
  const rest = others.length - MAX_SPOKEN_COLUMNS;
  const shown = [first, ...others.slice(0, MAX_SPOKEN_COLUMNS)];
  return [...shown, ...(rest > 0 ? [vscode.l10n.t('{0} more', formatNumber(rest))] : [])].join(', ');
}
