import * as vscode from 'vscode';
import { msToTimestamp, timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { uncoveredFrom, withoutPart, withValues } from '../../../core/audit/filters/localFilters.ts';
import { type FieldID, facetFields } from '../../../core/audit/table/fields.ts';
import { isEmpty, type LocalFilters, noFilters } from '../../../core/audit/table/filter.ts';
import type { Zone } from '../../app/timeZone.ts';
import { loadUntil, timeOf } from '../commands/loadCommands.ts';
import type { AuditContext } from '../context.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { createSameEvents } from '../feed/sameEvents.ts';
import { fieldLabels, valueLabel } from '../labels.ts';
import { localText, notApplied } from '../provenance.ts';
import { separator } from './quickPick.ts';

/** Values of a field to choose from. */
const MOST_VALUES = 1000;

type FilterContext = Pick<AuditContext, 'deps' | 'feed' | 'options'>;

/**
 * Changes the filters that are set by the end of the questions: others may be than at their beginning. Answers whether
 * it did: where other events are shown by then, the filter is none of theirs, and the person is told.
 */
type Apply = (change: (now: LocalFilters) => LocalFilters) => boolean;

function createApply({ deps, feed }: FilterContext): Apply {
  const isSame = createSameEvents(feed);
  return (change) => {
    if (isSame()) feed.setLocal(change(feed.filters().local));
    else void deps.messages.info(notApplied());
    return isSame();
  };
}

interface LocalItem extends vscode.QuickPickItem {
  readonly what?: 'clear' | 'range' | 'text' | 'cover';
  readonly field?: FieldID;
}

/** Lets the person change one filter over the loaded events: a time range, a text, or values of a field. */
export async function filterLoaded(context: FilterContext): Promise<void> {
  const { feed, options } = context;
  const apply = createApply(context);
  const { local } = feed.filters();
  const labels = fieldLabels();
  const of = (filters: LocalFilters): string => localText(filters, options) || vscode.l10n.t('any');
  const { fields, range, text } = local;
  const from = uncovered(feed);
  const items: LocalItem[] = [
    ...(from === undefined
      ? []
      : [
          {
            label: `$(arrow-down) ${vscode.l10n.t('Load older events to cover the range')}`,
            description: options.time(from),
            what: 'cover',
          } as const,
        ]),
    ...(isEmpty(local)
      ? []
      : [
          {
            label: `$(clear-all) ${vscode.l10n.t('Clear filters on loaded events')}`,
            what: 'clear',
          } as const,
        ]),
    separator(vscode.l10n.t('Loaded events')),
    {
      label: vscode.l10n.t('Time range'),
      description: of({ ...noFilters, ...(range ? { range } : {}) }),
      what: 'range',
    },
    {
      label: vscode.l10n.t('Text'),
      description: of({ ...noFilters, ...(text ? { text } : {}) }),
      what: 'text',
    },
    ...facetFields.map(({ id }): LocalItem => {
      const choice = fields.get(id);
      return {
        label: labels[id] ?? id,
        description: of({ fields: new Map(choice ? [[id, choice]] : []) }),
        field: id,
      };
    }),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Filter loaded events'),
    placeHolder: vscode.l10n.t('Filters loaded events only; nothing is sent'),
    matchOnDescription: true,
  });
  if (picked?.what === 'clear') apply(() => noFilters);
  else if (picked?.what === 'cover' && from !== undefined) await loadUntil(context, from);
  else if (picked?.what === 'range') await askRange(context, apply);
  else if (picked?.what === 'text') await askText(local, apply);
  else if (picked?.field) await askValues(feed, picked.field, apply);
}

/** Lets the person say from when to when the loaded events are to be. */
export const filterByTime = (context: FilterContext): Promise<void> =>
  askRange(context, createApply(context));

/** The beginning of the range where older events may lie in it that are not loaded. */
function uncovered(feed: AuditFeed): string | undefined {
  const { filters, provenance } = feed.snapshot();
  const from = uncoveredFrom(filters.local, provenance);
  return from === undefined ? undefined : msToTimestamp(from);
}

async function askRange(context: FilterContext, apply: Apply): Promise<void> {
  const { feed, options, deps } = context;
  const startTitle = vscode.l10n.t('Start of the time range');
  const start = await askTime(options.zone(), startTitle, (text) => timeOf(options, text));
  if (!start) return;
  const endTitle = vscode.l10n.t('End of the time range');
  const endOf = (text: string): string | undefined => timeOf(options, text, true);
  const end = await askTime(options.zone(), endTitle, endOf, start.time);
  if (!end) return;
  const from = timestampToMs(start.time ?? '');
  const to = timestampToMs(end.time ?? '');
  const range = {
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to === undefined ? Number.POSITIVE_INFINITY : to + 1,
  };
  const isApplied = apply((now) => {
    const others = withoutPart(now, 'range');
    return from === undefined && to === undefined ? others : { ...others, range };
  });
  const missing = isApplied ? uncovered(feed) : undefined;
  if (missing === undefined) return;
  await deps.messages.info(vscode.l10n.t('No events before {0} are loaded.', options.time(missing)), {
    label: vscode.l10n.t('Load Until Covered'),
    run: () => loadUntil(context, missing),
  });
}

/** One side of a range as the person typed it, no time where it is open; undefined when they leave. */
async function askTime(
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
  const text = await vscode.window.showInputBox({
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

async function askText({ text: before = '' }: LocalFilters, apply: Apply): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Text in loaded events'),
    prompt: vscode.l10n.t('Searches every field, including masked values. Leave empty to match all.'),
    value: before,
    ignoreFocusOut: true,
  });
  if (text === undefined) return;
  apply((now) => {
    const others = withoutPart(now, 'text');
    return text === '' ? others : { ...others, text };
  });
}

async function askValues(feed: AuditFeed, id: FieldID, apply: Apply): Promise<void> {
  const seen = await ofShown(feed, () => feed.trail.values(feed.listing(), id));
  const only = feed.filters().local.fields.get(id)?.only;
  const items = seen.slice(0, MOST_VALUES).map(({ value, count }) => ({
    label: valueLabel(value, (text) => feed.masking.value(id, text)),
    description: vscode.l10n.t('{0} loaded', count),
    picked: only?.has(value) ?? false,
    value,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Loaded events with {0}', fieldLabels()[id] ?? id),
    placeHolder: vscode.l10n.t('Select none to match any value'),
    canPickMany: true,
  });
  if (!picked) return;
  const values = picked.map(({ value }) => value);
  apply((now) => withValues(withoutPart(now, id), id, values, 'only'));
}
