import * as vscode from 'vscode';
import { msToTimestamp, timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { getTermsOfTimePreset, timePresets } from '../../../core/audit/filters/timePresets.ts';
import { findUncoveredStart } from '../../../core/audit/filters/timeRanges.ts';
import type { AuditQuery, TimeTerm } from '../../../core/audit/query/auditQuery.ts';
import {
  createTimeTerms,
  isTimeTerm,
  separateFieldChoices,
  withMarkedOnly,
  withOnlyValues,
  withTimeTerms,
} from '../../../core/audit/query/editQuery.ts';
import { parseQuestion } from '../../../core/audit/query/parseQuery.ts';
import { type FieldID, facetFields, findAuditField } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { questionProblemSentence } from '../../../core/messages/questionProblems.ts';
import { parseTimeInZone, type Zone } from '../../app/timeZone.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { localizeSentence, type Messages } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import { fieldLabels, formatTerms, type LocalFilterPart, presetLabels, valueLabel } from '../labels.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import { loadOlderPagesUntil } from '../model/loadUntil.ts';
import type { EventMasking } from '../model/masking.ts';
import { createSameEventsCheck } from '../model/sameEvents.ts';
import { choiceNotAppliedText } from '../provenance.ts';
import { editableText, printMaskedQuestion, restoreDisplayedValues } from '../questionText.ts';

const MAX_VALUES = 1000;

export interface FilterContext {
  readonly model: Pick<
    AuditModel,
    'connections' | 'filters' | 'marks' | 'masking' | 'requests' | 'state' | 'trail'
  >;
  readonly messages: Pick<Messages, 'info'>;
}

export type PromptedPart = Exclude<LocalFilterPart, 'events'>;
export const PROMPTED_PARTS: readonly PromptedPart[] = [
  ...new Set<PromptedPart>([
    ...(['question', 'range', 'actor', 'ipAddress', 'actionType', 'code', 'marked'] as const),
    ...facetFields.map(({ id }) => id),
  ]),
];
/**
 * A change that the user made to the filters on loaded events: returns `now` with the change. This is a function
 * instead of the resulting filters, because the filters may change for another reason while the user is prompted.
 */
export type LocalChange = (now: LocalFilters) => LocalFilters;

export function createLocalFilterItem(
  part: PromptedPart,
  { question }: LocalFilters,
  masking: Pick<EventMasking, 'maskValue'>,
  place: string,
): vscode.QuickPickItem {
  const textOf = part === 'question' ? printMaskedQuestion : formatTerms;
  const shown = oneLine(textOf(filterTermsOfPart(part, question), masking)) || vscode.l10n.t('any');
  return { label: partLabel(part), description: `${shown} · ${place}` };
}

function partLabel(part: PromptedPart): string {
  if (part === 'range') return vscode.l10n.t('Time range');
  if (part === 'question') return vscode.l10n.t('Question');
  return part === 'marked' ? vscode.l10n.t('Marks') : fieldLabels()[part];
}

function filterTermsOfPart(part: PromptedPart, question: AuditQuery): AuditQuery {
  if (part === 'question') return question;
  return question.filter((term) => {
    if (part === 'range') return isTimeTerm(term);
    return part === 'marked' ? term.kind === 'marked' : term.kind === 'field' && term.field === part;
  });
}

/**
 * Prompts the user for one part of the filters on loaded events. Resolves to the change that the user made, which is
 * not applied yet; undefined if the user closes the prompt.
 */
export function promptForPart(
  context: FilterContext,
  part: PromptedPart,
  now: LocalFilters,
): Promise<LocalChange | undefined> {
  const { model } = context;
  if (part === 'range') return promptForRange(model.masking.zone());
  if (part === 'marked') return promptForMarks(model.marks);
  return part === 'question' ? promptForQuestion(model.masking, now) : promptForValues(model, part, now);
}

export const isPromptedPart = (name: string): name is PromptedPart =>
  name === 'range' || name === 'question' || name === 'marked' || findAuditField(name) !== undefined;

/**
 * Prompts the user for one part of the filters on loaded events, and applies the change as
 * `applyLocalChangeIfSameEvents` does.
 */
export async function promptAndFilterByPart(context: FilterContext, part: PromptedPart): Promise<void> {
  const isSame = createSameEventsCheck(context.model);
  const change = await promptForPart(context, part, context.model.filters.getAppliedFilters().local);
  if (change) await applyLocalChangeIfSameEvents(context, isSame, change);
}

export async function promptAndFilterByTime(context: FilterContext): Promise<void> {
  const isSame = createSameEventsCheck(context.model);
  const change = await promptForCustomRange(context.model.masking.zone());
  if (change) await applyLocalChangeIfSameEvents(context, isSame, change);
}

/**
 * Applies a change to the filters on loaded events if `isSame` returns true. Otherwise shows that other events are
 * displayed now. Resolves to whether the change was applied.
 */
export async function applyLocalChangeIfSameEvents(
  context: FilterContext,
  isSame: () => boolean,
  change: LocalChange,
): Promise<boolean> {
  const { messages, model } = context;
  if (!isSame()) {
    void messages.info(choiceNotAppliedText());
    return false;
  }
  const before = model.filters.resolveTimeRange();
  model.filters.setLocalFilters(change(model.filters.getAppliedFilters().local));
  const after = model.filters.resolveTimeRange();
  if (after?.from !== before?.from || after?.to !== before?.to) offerMissingEvents(context);
  return true;
}

/** Offers to load older events back to the time that `uncoveredRangeStart` returns. Does nothing if there is none. */
export function offerMissingEvents(context: FilterContext): void {
  const { messages, model } = context;
  const missing = uncoveredRangeStart(model);
  if (missing !== undefined)
    void messages.info(vscode.l10n.t('No events before {0} are loaded.', model.masking.formatTime(missing)), {
      label: vscode.l10n.t('Load Back to That Time'),
      run: () => loadOlderPagesUntil(context, missing),
    });
}

/**
 * Returns the start of the filtered time range, in the format of the service's timestamps, if older events must be
 * loaded to reach it. Undefined if the loaded events go back further, if the service is not known to have older events,
 * or if the range has no start after the beginning of 1970.
 */
export function uncoveredRangeStart({
  filters,
  state,
}: Pick<AuditModel, 'filters' | 'state'>): string | undefined {
  const range = filters.resolveTimeRange();
  const from = range && findUncoveredStart({ range }, state.provenance());
  return from === undefined ? undefined : msToTimestamp(from);
}

const createTimesChange =
  (times: readonly TimeTerm[]): LocalChange =>
  (now) => ({ ...now, question: withTimeTerms(now.question, times) });

async function promptForRange(zone: Zone): Promise<LocalChange | undefined> {
  const names = presetLabels();
  const items: (vscode.QuickPickItem & { readonly range: () => Promise<LocalChange | undefined> })[] = [
    ...timePresets.map((preset) => ({
      label: names[preset],
      range: async () => createTimesChange(getTermsOfTimePreset(preset)),
    })),
    { label: vscode.l10n.t('Custom…'), range: () => promptForCustomRange(zone) },
    { label: vscode.l10n.t('Any time'), range: async () => createTimesChange([]) },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Time range') });
  return picked?.range();
}

async function promptForCustomRange(zone: Zone): Promise<LocalChange | undefined> {
  const startTitle = vscode.l10n.t('Start of the time range');
  const start = await promptForTime(zone, startTitle, (text) => parseTimeInZone(zone, text));
  if (!start) return undefined;
  const endTitle = vscode.l10n.t('End of the time range');
  const endOf = (text: string): string | undefined => parseTimeInZone(zone, text, true);
  const end = await promptForTime(zone, endTitle, endOf, start.time);
  if (!end) return undefined;
  const from = timestampToMs(start.time ?? '');
  const to = timestampToMs(end.time ?? '');
  return createTimesChange(
    createTimeTerms({
      from: from ?? Number.NEGATIVE_INFINITY,
      to: to === undefined ? Number.POSITIVE_INFINITY : to + 1,
    }),
  );
}

/**
 * Prompts for one end of a time range. An empty input resolves to an undefined `time`: the range is open at this end.
 * Resolves to undefined if the user closes the prompt. `notBefore` is the earliest allowed timestamp.
 */
async function promptForTime(
  zone: Zone,
  title: string,
  read: (text: string) => string | undefined,
  notBefore = '',
): Promise<{ readonly time: string | undefined } | undefined> {
  const problem = (text: string): string | undefined => {
    if (text === '') return undefined;
    const time = read(text);
    if (time === undefined)
      return vscode.l10n.t('Enter a date, a date and time, or an age such as 2h or 3d.');
    return time < notBefore ? vscode.l10n.t('The end is before the start.') : undefined;
  };
  const text = await showInputBox({
    title,
    prompt: vscode.l10n.t(
      'For example 2026-01-31 14:05 ({0}), yesterday, 2h, 3d. Leave empty for any.',
      zone === 'utc' ? 'UTC' : vscode.l10n.t('local time'),
    ),
    ignoreFocusOut: true,
    validateInput: problem,
  });
  return text === undefined ? undefined : { time: read(text) };
}

async function promptForMarks(marks: Pick<EventMarks, 'markedEventCount'>): Promise<LocalChange | undefined> {
  const items: (vscode.QuickPickItem & { readonly change: LocalChange })[] = [
    {
      label: vscode.l10n.t('Marked'),
      description: formatNumber(marks.markedEventCount),
      change: (now) => ({ ...now, question: withMarkedOnly(now.question, true) }),
    },
    {
      label: vscode.l10n.t('Any'),
      change: (now) => ({ ...now, question: withMarkedOnly(now.question, false) }),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Marks') });
  return picked?.change;
}

async function promptForQuestion(
  masking: Pick<EventMasking, 'maskValue'>,
  { question }: LocalFilters,
): Promise<LocalChange | undefined> {
  const text = await showInputBox({
    title: vscode.l10n.t('Question about these events'),
    prompt: vscode.l10n.t(
      'For example: actor:sa-* status:4xx. Words are searched for in every field, including masked values.',
    ),
    value: editableText(question, masking),
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const { problem } = parseQuestion(typed);
      return problem && localizeSentence(questionProblemSentence(problem, typed));
    },
  });
  const { query } = parseQuestion(text ?? '');
  if (text === undefined || !query) return undefined;
  return (now) => ({ ...now, question: restoreDisplayedValues(query, question, masking) });
}

async function promptForValues(
  model: Pick<AuditModel, 'masking' | 'state' | 'trail'>,
  id: FieldID,
  now: LocalFilters,
): Promise<LocalChange | undefined> {
  const seen = await readDisplayedListing(model.state, () =>
    model.trail.values(model.state.getListingNumber(), id),
  );
  const only = separateFieldChoices(now.question).fields.get(id)?.only;
  const items = seen.slice(0, MAX_VALUES).map(({ value, count }) => ({
    label: valueLabel(value, (text) => model.masking.maskValue(id, text)),
    description: vscode.l10n.t('{0} loaded', formatNumber(count)),
    picked: only?.has(value) ?? false,
    value,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Loaded events with {0}', fieldLabels()[id] ?? id),
    placeHolder: vscode.l10n.t('Select none to match any value'),
    canPickMany: true,
  });
  if (!picked) return undefined;
  const values = picked.map(({ value }) => value);
  return (by) => ({ ...by, question: withOnlyValues(by.question, id, values) });
}
