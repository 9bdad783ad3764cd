import * as vscode from 'vscode';
import { msToTimestamp, timestampToMs } from '../../../core/audit/feed/timestamps.ts';
import { uncoveredFrom, withoutPart, withValues } from '../../../core/audit/filters/localFilters.ts';
import { type FieldID, facetFields } from '../../../core/audit/table/fields.ts';
import { isEmpty, type LocalFilters, noFilters } from '../../../core/audit/table/filter.ts';
import { loadUntil, timeOf } from '../commands/loadCommands.ts';
import type { AuditContext } from '../context.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { fieldLabels, valueLabel } from '../labels.ts';
import { localText } from '../provenance.ts';
import { separator } from './quickPick.ts';

/** Values of a field to choose from. */
const MOST_VALUES = 1000;

type FilterContext = Pick<AuditContext, 'deps' | 'feed' | 'options'>;

interface LocalItem extends vscode.QuickPickItem {
  readonly what?: 'clear' | 'range' | 'text' | 'cover';
  readonly field?: FieldID;
}

/** Lets the person change one filter over the loaded events: a time range, a text, or values of a field. */
export async function filterLoaded(context: FilterContext): Promise<void> {
  const { feed, options } = context;
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
  if (picked?.what === 'clear') feed.setLocal(noFilters);
  else if (picked?.what === 'cover' && from !== undefined) await loadUntil(context, from);
  else if (picked?.what === 'range') await askRange(context, local);
  else if (picked?.what === 'text') await askText(feed, local);
  else if (picked?.field) await askValues(feed, local, picked.field);
}

/** The beginning of the range where older events may lie in it that are not loaded. */
function uncovered(feed: AuditFeed): string | undefined {
  const { filters, provenance } = feed.snapshot();
  const from = uncoveredFrom(filters.local, provenance);
  return from === undefined ? undefined : msToTimestamp(from);
}

async function askRange(context: FilterContext, local: LocalFilters): Promise<void> {
  const { feed, options, deps } = context;
  const zone = options.zone() === 'utc' ? 'UTC' : vscode.l10n.t('local time');
  const ask = (title: string, end: boolean): Thenable<string | undefined> =>
    vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t(
        'For example 2026-01-31 14:05 ({0}), yesterday, 2h, 3d. Leave empty for any.',
        zone,
      ),
      ignoreFocusOut: true,
      validateInput: (value) =>
        value === '' || timeOf(options, value, end) !== undefined
          ? undefined
          : vscode.l10n.t('Enter a date, a date and time, or an age such as 2h or 3d.'),
    });
  const from = await ask(vscode.l10n.t('Start of the time range'), false);
  if (from === undefined) return;
  const to = await ask(vscode.l10n.t('End of the time range'), true);
  if (to === undefined) return;
  const ms = (text: string, end: boolean): number | undefined =>
    timestampToMs(timeOf(options, text, end) ?? '');
  const others = withoutPart(local, 'range');
  const [start, end] = [ms(from, false), ms(to, true)];
  const range = {
    from: start ?? Number.NEGATIVE_INFINITY,
    to: end === undefined ? Number.POSITIVE_INFINITY : end + 1,
  };
  feed.setLocal(start === undefined && end === undefined ? others : { ...others, range });
  const missing = uncovered(feed);
  if (missing === undefined) return;
  await deps.messages.info(vscode.l10n.t('No events before {0} are loaded.', options.time(missing)), {
    label: vscode.l10n.t('Load Until Covered'),
    run: () => loadUntil(context, missing),
  });
}

async function askText(feed: AuditFeed, local: LocalFilters): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Text in loaded events'),
    prompt: vscode.l10n.t('Searches every field, including masked values. Leave empty to match all.'),
    value: local.text ?? '',
    ignoreFocusOut: true,
  });
  if (text === undefined) return;
  const others = withoutPart(local, 'text');
  feed.setLocal(text === '' ? others : { ...others, text });
}

async function askValues(feed: AuditFeed, local: LocalFilters, id: FieldID): Promise<void> {
  const seen = await ofShown(feed, () => feed.trail.values(feed.listing(), id));
  const only = local.fields.get(id)?.only;
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
  feed.setLocal(withValues(withoutPart(local, id), id, values, 'only'));
}
