import * as vscode from 'vscode';
import {
  AUDIT_FILTERS,
  type AuditFilter,
  type AuditFilters,
  type FilterName,
  withFilter,
} from '../../../core/audit/filters/filters.ts';
import { type FieldID, fieldOfFilter } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import { countEntries } from '../../../core/audit/table/trailReads.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { number } from '../../platform/number.ts';
import { filterLabel } from '../labels.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import type { ModelFilters } from '../model/filters.ts';
import {
  type AskedPart,
  askLocal,
  type FilterContext,
  type LocalChange,
  localItem,
  lookedForMost,
} from './localPick.ts';
import { openPick, type Step, separator } from './quickPick.ts';
import { pickValue } from './valuePick.ts';

/** Something else that can be done from the hub. */
export interface HubAction {
  readonly label: string;
  readonly description?: string;
  readonly run: () => unknown;
}
interface HubItem extends vscode.QuickPickItem {
  readonly choice?: HubChoice;
  /** Of a filter of the service that can be cleared. */
  readonly clears?: FilterName;
}
type HubChoice =
  | { readonly kind: 'apply' }
  | { readonly kind: 'clearAll' }
  | { readonly kind: 'filter'; readonly filter: AuditFilter }
  | { readonly kind: 'clear'; readonly name: FilterName }
  | { readonly kind: 'local'; readonly part: AskedPart }
  | { readonly kind: 'action'; readonly action: HubAction };

/**
 * What the person chose. Of the filters only what changes: by the end of the questions others may be set than at their
 * beginning.
 */
export interface FilterChange {
  readonly kind: 'change';
  /** Of the service's filters the new values; an empty one clears the filter. */
  readonly service: ReadonlyMap<FilterName, string>;
  /** To the filters over loaded events, by the part that each changes. */
  readonly local: ReadonlyMap<AskedPart, LocalChange>;
}
type FilterChoice =
  | FilterChange
  | { readonly kind: 'clearAll' }
  | { readonly kind: 'action'; readonly action: HubAction };

/** What is looked for most, first: by the service where it can. */
const first: readonly (FilterName | AskedPart)[] = lookedForMost.map(
  (part) => AUDIT_FILTERS.find(({ name }) => fieldOfFilter[name] === part)?.name ?? part,
);
/** Over loaded events, where the service has no filter for it. */
const others: readonly FieldID[] = ['code', 'apiName'];
const ofService = (one: FilterName | AskedPart): AuditFilter | undefined =>
  AUDIT_FILTERS.find(({ name }) => name === one);
/** Values that name one thing come last: they are seldom known by heart. */
const isID = ({ kind, name }: AuditFilter): boolean => kind === 'list' || /ID$/.test(name);
const more: readonly (FilterName | AskedPart)[] = [
  ...others,
  ...[...AUDIT_FILTERS]
    .filter(({ name }) => !first.includes(name))
    .sort((a, b) => Number(isID(a)) - Number(isID(b)))
    .map(({ name }) => name),
];

export interface FilterPicker {
  /**
   * Lets the person choose changes of filters, or one of `actions` below them; undefined when they leave. `only`: asks for
   * the value of that filter first, and for nothing else once it is given.
   */
  pick(
    context: FilterContext,
    actions: readonly HubAction[],
    only?: string,
  ): Promise<FilterChoice | undefined>;
  /** Lets go of the values used before. */
  forget(): void;
}

/** Values used before are remembered for this window, in memory only: they may be personal data. */
export function createFilterPicker(): FilterPicker {
  const recent = new Map<FilterName, readonly string[]>();

  async function ask(
    model: FilterContext['model'],
    filter: AuditFilter,
    current: string,
  ): Promise<Step<string> | undefined> {
    const { name } = filter;
    const offers = {
      seen: countEntries(
        await readDisplayedListing(model.state, () =>
          model.trail.values(model.state.listing(), fieldOfFilter[name]),
        ),
      ),
      recent: recent.get(name) ?? [],
      mayBeAny: mayBeAny(filter, model.filters),
      format: (value: string) => model.masking.value(name, value),
    };
    const step = await pickValue(filter, current, offers);
    if (step?.kind === 'value' && step.value !== '')
      recent.set(name, [...new Set([step.value, ...offers.recent])].slice(0, 10));
    return step;
  }

  return {
    forget: () => recent.clear(),
    async pick(context, actions, only) {
      const { model } = context;
      const first = AUDIT_FILTERS.find(({ name }) => name === only);
      let next: HubChoice | undefined = first && { kind: 'filter', filter: first };
      let draft: FilterChange = { kind: 'change', service: new Map(), local: new Map() };
      const set = (name: FilterName, value: string): void => {
        draft = { ...draft, service: new Map([...draft.service, [name, value]]) };
      };
      for (;;) {
        const isFirst = next !== undefined;
        const choice: HubChoice | undefined = next ?? (await hub(context, draft, actions));
        next = undefined;
        if (choice?.kind === 'apply') return draft;
        if (choice?.kind === 'clear') set(choice.name, '');
        else if (choice?.kind === 'filter') {
          const { filter } = choice;
          const step = await ask(model, filter, requested(model.filters, draft)[filter.name] ?? '');
          if (isFirst && !step) return undefined;
          // A value that is left, by Escape or Back, leads to the hub, with nothing lost.
          if (step?.kind === 'value') set(filter.name, step.value);
          if (isFirst && step?.kind === 'value') return draft;
        } else if (choice?.kind === 'local') {
          const { part } = choice;
          const change = await askLocal(context, part, localOf(model.filters, draft));
          if (change) draft = { ...draft, local: new Map([...draft.local, [part, change]]) };
        } else return choice;
      }
    },
  };
}

/** The service's filters once the changes are made. */
export const changedService = (filters: AuditFilters, { service }: FilterChange): AuditFilters =>
  [...service].reduce((all, [name, value]) => withFilter(all, name, value), filters);
/** The filters over loaded events, likewise. */
export const changedLocal = (filters: LocalFilters, { local }: FilterChange): LocalFilters =>
  [...local.values()].reduce((all, change) => change(all), filters);

const requested = (filters: Pick<ModelFilters, 'requested'>, draft: FilterChange): AuditFilters =>
  changedService(filters.requested(), draft);
const localOf = (filters: Pick<ModelFilters, 'applied'>, draft: FilterChange): LocalFilters =>
  changedLocal(filters.applied().local, draft);

/** Whether the service can do without, or there is a value without a filter (S25). */
const mayBeAny = ({ required }: AuditFilter, filters: Pick<ModelFilters, 'accountID'>): boolean =>
  !required || filters.accountID() !== undefined;

/** The account ID without a filter, and where it is from; undefined where there is none. */
function accountText({
  connections,
  filters,
}: Pick<AuditModel, 'connections' | 'filters'>): string | undefined {
  const account = filters.accountID();
  if (account === undefined) return undefined;
  return connections.current()?.accountID
    ? vscode.l10n.t('{0} (from the connection)', oneLine(account))
    : vscode.l10n.t('{0} (for this window)', oneLine(account));
}

/** A filter of the service, with the value that it has or gets. */
function serviceItem(
  filter: AuditFilter,
  model: Pick<AuditModel, 'connections' | 'filters' | 'masking'>,
  draft: FilterChange,
): HubItem {
  const { name } = filter;
  const value = requested(model.filters, draft)[name];
  const shown =
    value !== undefined
      ? oneLine(model.masking.value(name, value))
      : (name === 'accountID' && accountText(model)) || vscode.l10n.t('any');
  const canClear = value !== undefined && value !== '' && mayBeAny(filter, model.filters);
  return {
    label: filterLabel(name),
    description: vscode.l10n.t('{0} · server', shown),
    choice: { kind: 'filter', filter },
    ...(canClear ? { clears: name, buttons: [clearButton()] } : {}),
  };
}

const clearButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: vscode.l10n.t('Clear this filter'),
});

/** What is to be done about all filters. */
function itemsForAll(
  filters: Pick<ModelFilters, 'requested'>,
  { service, local }: FilterChange,
): readonly HubItem[] {
  const count = service.size + local.size;
  if (count > 0) {
    const label =
      count === 1 ? vscode.l10n.t('Apply 1 change') : vscode.l10n.t('Apply {0} changes', number(count));
    return [{ label: `$(check) ${label}`, choice: { kind: 'apply' }, alwaysShow: true }];
  }
  if (Object.keys(filters.requested()).length === 0) return [];
  return [{ label: `$(clear-all) ${vscode.l10n.t('Clear all filters')}`, choice: { kind: 'clearAll' } }];
}

function hub(
  { model }: FilterContext,
  draft: FilterChange,
  actions: readonly HubAction[],
): Promise<HubChoice | undefined> {
  const item = (one: FilterName | AskedPart): HubItem => {
    const filter = ofService(one);
    if (filter) return serviceItem(filter, model, draft);
    const part = one as AskedPart;
    return {
      ...localItem(part, localOf(model.filters, draft), model.masking),
      choice: { kind: 'local', part },
    };
  };
  return openPick<HubItem, HubChoice>((pick, done, store) => {
    pick.title = vscode.l10n.t('Filter audit events');
    pick.placeholder = vscode.l10n.t('Select filters, then apply them with one request');
    pick.matchOnDescription = true;
    pick.items = [
      ...itemsForAll(model.filters, draft),
      ...first.map(item),
      separator(vscode.l10n.t('More')),
      ...more.map(item),
      separator(vscode.l10n.t('Actions')),
      ...actions.map(
        (action): HubItem => ({
          label: action.label,
          ...(action.description ? { description: action.description } : {}),
          choice: { kind: 'action', action },
        }),
      ),
    ];
    store.add(
      pick.onDidAccept(() => {
        const choice = pick.selectedItems[0]?.choice;
        if (choice) done(choice);
      }),
    );
    store.add(
      pick.onDidTriggerItemButton(({ item: { clears } }) => clears && done({ kind: 'clear', name: clears })),
    );
  });
}
