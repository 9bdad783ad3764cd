import * as vscode from 'vscode';
import type { FileDoubt } from '../../core/audit/file/auditExport.ts';
import type { AuditFilters, FilterName, FilterProblem } from '../../core/audit/filters/filters.ts';
import { findPreset, type TimePreset } from '../../core/audit/filters/timePresets.ts';
import type { AuditQuery, QueryTerm } from '../../core/audit/query/auditQuery.ts';
import { isTimeTerm, separateFieldChoices } from '../../core/audit/query/editQuery.ts';
import { type FieldID, fieldOfFilter, getFieldEntries, isTimeField } from '../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../core/audit/table/filter.ts';
import { plainTextLevel } from '../../core/audit/table/whoReadWhat.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import { formatNumber } from '../platform/number.ts';
import type { EventMasking } from './model/masking.ts';
import { printMaskedQuestion } from './questionText.ts';

export const doubtLabels = (doubts: readonly FileDoubt[]): readonly string[] => {
  const words = {
    altered: vscode.l10n.t('does not match its manifest'),
    cut: vscode.l10n.t('truncated'),
    source: vscode.l10n.t('exported from a changed or incomplete file'),
    partial: vscode.l10n.t('not read to the end'),
    changed: vscode.l10n.t('file changed since'),
    csv: vscode.l10n.t('CSV columns only'),
    skipped: vscode.l10n.t('some entries skipped'),
    conflicting: vscode.l10n.t('conflicting events'),
  };
  return doubts.map((doubt) => words[doubt]);
};

export const fieldLabels = (): Readonly<Record<FieldID, string>> => ({
  time: vscode.l10n.t('Time'),
  code: vscode.l10n.t('Status'),
  actor: vscode.l10n.t('Actor'),
  ipAddress: vscode.l10n.t('IP address'),
  actionType: vscode.l10n.t('Action'),
  content: vscode.l10n.t('Query'),
  vaultID: vscode.l10n.t('Vault ID'),
  message: vscode.l10n.t('Message'),
  apiName: vscode.l10n.t('API name'),
  actorType: vscode.l10n.t('Actor type'),
  accessType: vscode.l10n.t('Access type'),
  authMode: vscode.l10n.t('Authentication mode'),
  method: vscode.l10n.t('HTTP method'),
  URI: vscode.l10n.t('URI'),
  resourceType: vscode.l10n.t('Resource type'),
  tags: vscode.l10n.t('Tags'),
  resourceIDs: vscode.l10n.t('Resource IDs'),
  workspaceID: vscode.l10n.t('Workspace ID'),
  accountID: vscode.l10n.t('Account ID'),
  parentAccountID: vscode.l10n.t('Parent account ID'),
  requestID: vscode.l10n.t('Request ID'),
  changeID: vscode.l10n.t('Event (change) ID'),
  traceID: vscode.l10n.t('Trace ID'),
  sessionID: vscode.l10n.t('Session ID'),
  jwtID: vscode.l10n.t('JWT ID'),
  keyID: vscode.l10n.t('Key ID'),
  bearerTokenContextID: vscode.l10n.t('Bearer token context ID'),
  origin: vscode.l10n.t('Origin'),
  answeredAt: vscode.l10n.t('Responded at'),
  answer: vscode.l10n.t('Response data'),
});

export const filterLabel = (name: FilterName): string => fieldLabels()[fieldOfFilter[name]];

/** Formats one value of an event for display, with time zone and masking applied. */
export function formatEventValue(
  event: AuditEvent,
  field: FieldID,
  value: string,
  masking: Pick<EventMasking, 'maskEvent' | 'formatTime' | 'maskValue'>,
): string {
  if (isTimeField(field)) return masking.formatTime(value);
  if (field === 'actor') return masking.maskValue(field, value);
  const place = getFieldEntries(event, field).indexOf(value);
  return getFieldEntries(masking.maskEvent(event), field)[place] ?? masking.maskValue(field, value);
}

/**
 * Returns a value as one line of display text. A missing value is “(none)”, an empty one “(empty)”.
 */
export function valueLabel(
  value: string | undefined,
  format: (value: string) => string,
  maxLength?: number,
): string {
  if (value === undefined) return vscode.l10n.t('(none)');
  return value === '' ? vscode.l10n.t('(empty)') : oneLine(format(value), maxLength);
}

export const conflictText = (): string => vscode.l10n.t('a different event has the same event ID');

export type Formatter = Pick<EventMasking, 'formatTime' | 'maskValue'>;

const MAX_LABEL_LENGTH = 80;

interface FilterLabel<Name> {
  readonly name: Name;
  readonly text: string;
}

export function serviceLabels(
  filters: AuditFilters,
  formatter: Pick<Formatter, 'maskValue'>,
): readonly FilterLabel<FilterName>[] {
  const active = Object.entries(filters) as [FilterName, string][];
  return active.map(([name, value]) => ({
    name,
    text: `${filterLabel(name)}: ${oneLine(formatter.maskValue(name, value), MAX_LABEL_LENGTH)}`,
  }));
}

/**
 * What a filter on loaded events is about: the values of a field, the time range, marks, chosen
 * events, or (`question`) anything else in the question.
 */
export type LocalFilterPart = FieldID | 'range' | 'marked' | 'question' | 'events';

interface LocalLabel extends FilterLabel<LocalFilterPart> {
  readonly terms: AuditQuery;
}

export const presetLabels = (): Readonly<Record<TimePreset, string>> => ({
  lastHour: vscode.l10n.t('Last hour'),
  today: vscode.l10n.t('Today'),
  yesterday: vscode.l10n.t('Yesterday'),
  last7Days: vscode.l10n.t('Last 7 days'),
});

/**
 * Returns the text of terms of a question, with values masked by `formatter`. If the terms are exactly those of a time
 * preset, returns the label of the preset.
 */
export function formatTerms(terms: AuditQuery, formatter: Pick<Formatter, 'maskValue'>): string {
  const preset = findPreset(terms);
  return preset ? presetLabels()[preset] : printMaskedQuestion(terms, formatter);
}

function groupAdjacentTermsByLabel(question: AuditQuery): readonly AuditQuery[] {
  const groups: QueryTerm[][] = [];
  for (const term of question) {
    const last = groups.at(-1);
    const isNextWord = term.kind === 'text' && last?.at(-1)?.kind === 'text';
    if (last && (isNextWord || findPreset([...last, term]))) last.push(term);
    else groups.push([term]);
  }
  return groups;
}

function getFilterPartOfTerm(term: QueryTerm | undefined): LocalFilterPart {
  if (term === undefined) return 'question';
  if (isTimeTerm(term)) return 'range';
  if (term.kind === 'marked') return 'marked';
  return term.kind === 'field' && separateFieldChoices([term]).others.length === 0 ? term.field : 'question';
}

/**
 * Returns the labels of the filters on loaded events, with values of the question masked by `formatter`. `pickedLabel`
 * describes the selected events; without it, their number does.
 */
export function localLabels(
  { question, events }: LocalFilters,
  formatter: Pick<Formatter, 'maskValue'>,
  pickedLabel?: string,
): readonly LocalLabel[] {
  const labels = groupAdjacentTermsByLabel(question).map(
    (terms): LocalLabel => ({
      name: getFilterPartOfTerm(terms[0]),
      terms,
      text: oneLine(formatTerms(terms, formatter), MAX_LABEL_LENGTH),
    }),
  );
  if (!events) return labels;
  const count =
    events.length === 1
      ? vscode.l10n.t('1 selected event')
      : vscode.l10n.t('{0} selected events', formatNumber(events.length));
  const text = pickedLabel ? oneLine(pickedLabel, 2 * MAX_LABEL_LENGTH) : count;
  return [...labels, { name: 'events', terms: [], text }];
}

/**
 * Returns the filters without `terms`, or without the set of selected events if `name` is `events`. The terms are
 * compared by identity, so they must be term objects of the question.
 */
export function removeLocalFilter(
  { question, events }: LocalFilters,
  { name, terms }: Pick<LocalLabel, 'terms'> & { readonly name: string },
): LocalFilters {
  if (name === 'events') return { question };
  const others = question.filter((term) => !terms.includes(term));
  return events ? { question: others, events } : { question: others };
}

/**
 * Returns the word for the redaction level of a read, such as “masked”. `level` is a `ColumnRead.level` that may be shown. A
 * level other than the four of the local vault is returned unchanged. `plain` is the word for plain text.
 */
export function formatRedactionLevel(level: string | undefined, plain: string): string {
  switch (level) {
    case undefined:
    case 'DEFAULT':
      return vscode.l10n.t('default');
    case plainTextLevel:
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

/**
 * Returns the label of a row into which `count` audit log reads (requests for audit events) are folded. `mayHaveMore`
 * is true if adjacent reads may exist that are not loaded.
 */
export function formatLogReadCount(count: number, mayHaveMore: boolean): string {
  if (mayHaveMore) return vscode.l10n.t('{0}+ audit log reads', formatNumber(count));
  return count === 1
    ? vscode.l10n.t('1 audit log read')
    : vscode.l10n.t('{0} audit log reads', formatNumber(count));
}

export function formatPageCount(count: number, mayHaveMore: boolean): string {
  return mayHaveMore
    ? vscode.l10n.t('{0}+ pages', formatNumber(count))
    : vscode.l10n.t('{0} pages', formatNumber(count));
}

export const removeSecondsFraction = (time: string): string => time.replace(/\.\d{9}/, '');

export function describeFilterProblem(problem: FilterProblem): string {
  switch (problem) {
    case 'required':
      return vscode.l10n.t('Required by the service.');
    case 'not-an-ip':
      return vscode.l10n.t('An IPv4 or IPv6 address, for example 203.0.113.7.');
    case 'not-a-resource-id':
      return vscode.l10n.t('Entries of the form <resourceType>/<resourceID>, separated by commas.');
    case 'too-long':
      return vscode.l10n.t('Too long for a filter.');
    case 'blanks-around':
      return vscode.l10n.t('Remove spaces before and after the value.');
    case 'control-character':
      return vscode.l10n.t('Control characters are not allowed.');
  }
}
