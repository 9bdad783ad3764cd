/** An event as one row of a side panel 300 px wide: when, who, the redaction level or the response code, and what. */
import * as vscode from 'vscode';
import { eventTimestamp, isValidTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { Mark } from '../../../../core/audit/marks/marks.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import type { ColumnRead } from '../../../../core/audit/table/queryReads.ts';
import type { RequestSummary } from '../../../../core/audit/table/requestSummary.ts';
import { plainText } from '../../../../core/audit/table/whoReadWhat.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { clockOf } from '../../../app/timeText.ts';
import { number } from '../../../platform/number.ts';
import { conflictText } from '../../labels.ts';
import { outcomeText } from './eventLabels.ts';
import { rowWidth, sharing } from './narrowText.ts';

/** What all rows of a drawing share. */
export interface RowStyle {
  readonly time: (timestamp: string) => string;
  /** An actor, as it may be shown, in short. */
  readonly nameOf: (actor: string) => string;
  /** What a filter or a group says already. */
  readonly known: { readonly actor: boolean; readonly code: boolean; readonly table: string | undefined };
}

/** One event, or the `pages` of one query with the newest of them. `event` is as it may be shown, and so is `summary`. */
export interface RowFacts {
  readonly event: AuditEvent;
  readonly summary: RequestSummary;
  readonly isQuery: boolean;
  readonly pages?: number;
  /** What the person says of it. */
  readonly mark?: Mark | undefined;
  /** Whether a different event has the same change ID. */
  readonly isConflicting?: boolean;
}

interface EventRow {
  /** When, and who, or what where that is known. */
  readonly label: string;
  /** The rest. The level or code is first, because a narrow panel cuts the end off; columns are there where they fit. */
  readonly description: string;
  /** The content of the row as one sentence, for screen readers. */
  readonly sentence: string;
}

const unknown = '–';
/** Of a marked event: the icon says what was done. */
const STAR = '★';
/** Of an event that has the ID of a different one. */
const WARNING = '⚠';
const MOST_COLUMNS = 8;
/** What fits in 300 px beside an icon, of a wide font, as `rowWidth` has it. */
const ROOM = 27.6;
/** Of it for a name, at least. */
const NAME_ROOM = 8;

/** `facts` as a row. */
export function eventRow(facts: RowFacts, style: RowStyle): EventRow {
  const { event, summary } = facts;
  const { known } = style;
  const [when, who] = [timeText(event, style), actorText(event, style)];
  const start = [when, facts.mark ? STAR : '', facts.isConflicting ? WARNING : ''].filter(Boolean).join(' ');
  const result = resultText(facts, known.code);
  const what = whatText(facts, known.table);
  const [first, second] = sharing(
    ROOM - rowWidth(`${start} `, ` ${result}`),
    NAME_ROOM,
    ...(known.actor ? ([what, ''] as const) : ([who, what] as const)),
  );
  const label = [start, first].filter(Boolean).join(' ');
  const short = [result, second].filter(Boolean).join(' · ');
  const rest = facts.pages
    ? pagesText(facts.pages)
    : columnsText(summary, ROOM - rowWidth(label, `${short} · `));
  return {
    label: oneLine(label, 120),
    description: oneLine([short, rest].filter(Boolean).join(' · '), 120),
    sentence: oneLine(
      [
        sentenceOf(facts, when, who),
        ...markText(facts),
        ...(facts.isConflicting ? [conflictText()] : []),
      ].join(', '),
      500,
    ),
  };
}

/** `16:02`; an odd form as the service gave it. */
function timeText(event: AuditEvent, { time }: RowStyle): string {
  const stamp = eventTimestamp(event);
  if (stamp === undefined) return unknown;
  return isValidTimestamp(stamp) ? clockOf(time(stamp)) : stamp.slice(0, 32);
}

function actorText({ context }: AuditEvent, { nameOf }: RowStyle): string {
  return context.actor ? oneLine(nameOf(context.actor), 40) : vscode.l10n.t('unknown actor');
}

/**
 * Returns the part of an event's row that says what was requested: for a query its tables, or an empty text if the only
 * one is `knownTable`, which a filter or group names already; for other requests the operation.
 */
function whatText(facts: RowFacts, knownTable: string | undefined): string {
  const [first, ...others] = facts.summary.tables;
  if (first === undefined) return facts.isQuery ? vscode.l10n.t('not parsed') : kindText(facts);
  if (others.length > 0) return `${first} +${number(others.length)}`;
  return first === knownTable ? '' : first;
}

/** The level of a successful read, else the code. */
function resultText({ event, summary }: RowFacts, isCodeKnown: boolean): string {
  const [first] = summary.columns;
  if (first && outcomeOfEvent(event) === 'succeeded') return levelText(first, vscode.l10n.t('plain'));
  if (isCodeKnown) return '';
  return event.response.code === undefined ? outcomeText(event) : String(event.response.code);
}

function kindText({ event: { request }, summary: { kind }, isQuery }: RowFacts): string {
  if (isQuery) return vscode.l10n.t('query not parsed');
  if (kind === 'logRead') return vscode.l10n.t('audit log');
  const action = [request.actionType, request.resourceType].filter(Boolean).join(' ');
  return action || request.apiName || unknown;
}

const pagesText = (pages: number): string => vscode.l10n.t('{0} pages', number(pages));

/** As many names as fit in `room`. */
function columnsText({ tables, columns }: RequestSummary, room: number): string {
  if (tables.length === 0) return '';
  const names = [...new Set(columns.map(({ column }) => column))];
  const [first = vscode.l10n.t('rows'), ...others] = names;
  const shorter = others.length > 0 ? `${first} +${number(others.length)}` : first;
  return [names.join(', ') || first, shorter].find((text) => rowWidth('', text) <= room) ?? '';
}

/** What REDACTION was called with; `plain` is for plain text. */
function levelText({ level }: ColumnRead, plain: string): string {
  switch (level) {
    case undefined:
    case 'DEFAULT':
      return vscode.l10n.t('default');
    case plainText:
      return plain;
    case 'MASKED':
      return vscode.l10n.t('masked');
    case 'REDACTED':
      return vscode.l10n.t('redacted');
    case '':
      return vscode.l10n.t('unknown level');
    default:
      return level;
  }
}

function sentenceOf(facts: RowFacts, when: string, who: string): string {
  const { event, summary, pages } = facts;
  const outcome = outcomeText(event);
  const tables = summary.tables.join(', ');
  if (tables === '') {
    if (summary.kind === 'logRead')
      return vscode.l10n.t('{0}, {1} read the audit log, {2}', when, who, outcome);
    return vscode.l10n.t('{0}, {1}: {2}, {3}', when, who, kindText(facts), outcome);
  }
  if (summary.columns.length === 0)
    return vscode.l10n.t('{0}, {1} counted rows of {2}, {3}', when, who, tables, outcome);
  const columns = spokenColumns(summary.columns);
  if (pages)
    return vscode.l10n.t(
      '{0}, {1} read {2} from {3} in {4}, {5}',
      ...[when, who, columns, tables, pagesText(pages), outcome],
    );
  return vscode.l10n.t('{0}, {1} read {2} from {3}, {4}', when, who, columns, tables, outcome);
}

/** That the event is marked, and the note. */
function markText({ mark }: RowFacts): readonly string[] {
  if (!mark) return [];
  const marked = vscode.l10n.t('marked');
  return mark.note === '' ? [marked] : [marked, vscode.l10n.t('note: {0}', mark.note)];
}

/** Each column with the level that the query names for it. */
function spokenColumns(columns: readonly ColumnRead[]): string {
  const named = columns.map((read) => {
    const name = read.column === '*' ? vscode.l10n.t('all columns') : read.column;
    return read.level === undefined ? name : `${name} ${levelText(read, vscode.l10n.t('plain text'))}`;
  });
  const [first, ...others] = [...new Set(named)];
  const rest = others.length - MOST_COLUMNS;
  const shown = [first, ...others.slice(0, MOST_COLUMNS)];
  return [...shown, ...(rest > 0 ? [vscode.l10n.t('{0} more', number(rest))] : [])].join(', ');
}
