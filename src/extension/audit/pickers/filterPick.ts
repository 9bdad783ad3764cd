import * as vscode from 'vscode';
import type { OpenedFile } from '../../../core/audit/feed/feedState.ts';
import {
  AUDIT_FILTERS,
  type AuditFilter,
  type AuditFilters,
  type FilterName,
  withFilter,
} from '../../../core/audit/filters/filters.ts';
import { fieldOfFilter } from '../../../core/audit/table/fields.ts';
import { hasLocalFilters, type LocalFilters } from '../../../core/audit/table/filter.ts';
import { countEntries } from '../../../core/audit/table/trailReads.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { formatNumber } from '../../platform/number.ts';
import { type EvaluationPlace, localPlaceWords, placeWords } from '../evaluationPlaces.ts';
import { filterLabel } from '../labels.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import type { ModelFilters } from '../model/filters.ts';
import {
  createLocalFilterItem,
  type FilterContext,
  type LocalChange,
  PROMPTED_PARTS,
  type PromptedPart,
  promptForPart,
  uncoveredRangeStart,
} from './localPick.ts';
import { createSeparator, openPick, type Step } from './quickPick.ts';
import { pickValue } from './valuePick.ts';

export interface FilterListAction {
  readonly label: string;
  readonly description?: string;
  readonly run: () => unknown;
}
interface FilterListItem extends vscode.QuickPickItem {
  readonly choice?: FilterListChoice;
  readonly filterToClear?: FilterName;
}
type FilterListChoice =
  | { readonly kind: 'apply' }
  | { readonly kind: 'clearServer' }
  | { readonly kind: 'clearLocal' }
  | { readonly kind: 'cover'; readonly from: string }
  | { readonly kind: 'filter'; readonly filter: AuditFilter }
  | { readonly kind: 'clear'; readonly name: FilterName }
  | { readonly kind: 'local'; readonly part: PromptedPart }
  | { readonly kind: 'action'; readonly action: FilterListAction };

/**
 * The changes to filters that the user made. They are stored instead of the resulting filters, because the filters may
 * change for another reason while the user makes the changes.
 */
export interface FilterChange {
  readonly kind: 'change';
  /** The new values of service filters. An empty value clears the filter. */
  readonly service: ReadonlyMap<FilterName, string>;
  readonly local: ReadonlyMap<PromptedPart, LocalChange>;
}
type FilterChoice =
  | FilterChange
  | { readonly kind: 'clearServer' }
  | { readonly kind: 'clearLocal' }
  | { readonly kind: 'cover'; readonly from: string }
  | { readonly kind: 'action'; readonly action: FilterListAction };

const COMMON_FILTERS: readonly string[] = ['context.actor', 'context.ipAddress', 'context.accessType'];
/** Whether a filter's value is an ID or a list of IDs. IDs are listed last, because users seldom know one by heart. */
const isIDFilter = ({ kind, name }: AuditFilter): boolean => kind === 'list' || /ID$/.test(name);
const rankFilterForList = (filter: AuditFilter): number => {
  const place = COMMON_FILTERS.indexOf(filter.name);
  if (place >= 0) return place;
  return COMMON_FILTERS.length + Number(isIDFilter(filter));
};
const SERVER_FILTERS: readonly AuditFilter[] = [...AUDIT_FILTERS].sort(
  (a, b) => rankFilterForList(a) - rankFilterForList(b),
);

export interface FilterPicker {
  /**
   * Lets the user change filters in a list. The list also contains `actions`, unless files are displayed. Resolves to
   * undefined if the user closes the list, or the prompt for `only` that precedes it.
   */
  pick(
    context: FilterContext,
    actions: readonly FilterListAction[],
    options?: {
      /** The place whose filters are listed first; by default `service`. */
      readonly heading?: EvaluationPlace;
      /** The name of a service filter whose value is prompted for before the list is displayed. */
      readonly only?: string | undefined;
    },
  ): Promise<FilterChoice | undefined>;
  forgetRecentValues(): void;
}

/**
 * Creates a picker for filters. The values that the user entered are kept in memory only, because they may be personal
 * data.
 */
export function createFilterPicker(): FilterPicker {
  const recent = new Map<FilterName, readonly string[]>();

  async function promptForValue(
    model: FilterContext['model'],
    filter: AuditFilter,
    current: string,
  ): Promise<Step<string> | undefined> {
    const { name } = filter;
    const offers = {
      loadedValues: countEntries(
        await readDisplayedListing(model.state, () =>
          model.trail.values(model.state.getListingNumber(), fieldOfFilter[name]),
        ),
      ),
      recentValues: recent.get(name) ?? [],
      canBeEmpty: canFilterBeEmpty(filter, model.filters),
      format: (value: string) => model.masking.maskValue(name, value),
    };
    const step = await pickValue(filter, current, offers);
    if (step?.kind === 'value' && step.value !== '')
      recent.set(name, [...new Set([step.value, ...offers.recentValues])].slice(0, 10));
    return step;
  }

  return {
    forgetRecentValues: () => recent.clear(),
    async pick(context, actions, { heading = 'service', only } = {}) {
      const { model } = context;
      const first = AUDIT_FILTERS.find(({ name }) => name === only);
      let next: FilterListChoice | undefined = first && { kind: 'filter', filter: first };
      let draft: FilterChange = { kind: 'change', service: new Map(), local: new Map() };
      const setServiceFilter = (name: FilterName, value: string): void => {
        draft = { ...draft, service: new Map([...draft.service, [name, value]]) };
      };
      for (;;) {
        const isFirst = next !== undefined;
        const choice: FilterListChoice | undefined =
          next ?? (await pickFilter(context, draft, actions, heading));
        next = undefined;
        if (choice?.kind === 'apply') return draft;
        if (choice?.kind === 'clear') setServiceFilter(choice.name, '');
        else if (choice?.kind === 'filter') {
          const { filter } = choice;
          const step = await promptForValue(
            model,
            filter,
            changedServiceFilters(model.filters, draft)[filter.name] ?? '',
          );
          if (isFirst && !step) return undefined;
          // Leaving the prompt for a value keeps the changes so far.
          if (step?.kind === 'value') setServiceFilter(filter.name, step.value);
          if (isFirst && step?.kind === 'value') return draft;
        } else if (choice?.kind === 'local') {
          const { part } = choice;
          const change = await promptForPart(context, part, changedLocalFilters(model.filters, draft));
          if (change) draft = { ...draft, local: new Map([...draft.local, [part, change]]) };
          // Changes are collected only to be applied together with changes that need a request.
          if (change && draft.service.size === 0) return draft;
        } else return choice;
      }
    },
  };
}

export const applyServiceChange = (filters: AuditFilters, { service }: FilterChange): AuditFilters =>
  [...service].reduce((all, [name, value]) => withFilter(all, name, value), filters);
export const applyLocalChange = (filters: LocalFilters, { local }: FilterChange): LocalFilters =>
  [...local.values()].reduce((all, change) => change(all), filters);

const changedServiceFilters = (
  filters: Pick<ModelFilters, 'getRequestedServiceFilters'>,
  draft: FilterChange,
): AuditFilters => applyServiceChange(filters.getRequestedServiceFilters(), draft);
const changedLocalFilters = (
  filters: Pick<ModelFilters, 'getAppliedFilters'>,
  draft: FilterChange,
): LocalFilters => applyLocalChange(filters.getAppliedFilters().local, draft);

/**
 * Whether a filter may be left empty. The account ID, which is required (S25), may be left empty only if it is known
 * from elsewhere.
 */
const canFilterBeEmpty = (
  { required }: AuditFilter,
  filters: Pick<ModelFilters, 'getKnownAccountID'>,
): boolean => !required || filters.getKnownAccountID() !== undefined;

function describeAccountID({
  connections,
  filters,
}: Pick<AuditModel, 'connections' | 'filters'>): string | undefined {
  const account = filters.getKnownAccountID();
  if (account === undefined) return undefined;
  return connections.current()?.accountID
    ? vscode.l10n.t('{0} (from the connection)', oneLine(account))
    : vscode.l10n.t('{0} (for this window)', oneLine(account));
}

function createServiceFilterItem(
  filter: AuditFilter,
  model: Pick<AuditModel, 'connections' | 'filters' | 'masking'>,
  draft: FilterChange,
): FilterListItem {
  const { name } = filter;
  const value = changedServiceFilters(model.filters, draft)[name];
  const shown =
    value !== undefined
      ? oneLine(model.masking.maskValue(name, value))
      : (name === 'accountID' && describeAccountID(model)) || vscode.l10n.t('any');
  const canClear = value !== undefined && value !== '' && canFilterBeEmpty(filter, model.filters);
  return {
    label: filterLabel(name),
    description: vscode.l10n.t('{0} · server', shown),
    choice: { kind: 'filter', filter },
    ...(canClear ? { filterToClear: name, buttons: [clearButton()] } : {}),
  };
}

const clearButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: vscode.l10n.t('Clear this filter'),
});

function createApplyItems({ service, local }: FilterChange): readonly FilterListItem[] {
  const count = service.size + local.size;
  if (count === 0) return [];
  const label =
    count === 1 ? vscode.l10n.t('Apply 1 change') : vscode.l10n.t('Apply {0} changes', formatNumber(count));
  return [{ label: `$(check) ${label}`, choice: { kind: 'apply' }, alwaysShow: true }];
}

function listServiceFilterItems({ model }: FilterContext, draft: FilterChange): readonly FilterListItem[] {
  const clear: FilterListItem = {
    label: `$(clear-all) ${vscode.l10n.t('Clear filters on the server')}`,
    choice: { kind: 'clearServer' },
  };
  return [
    ...SERVER_FILTERS.map((filter) => createServiceFilterItem(filter, model, draft)),
    ...(draft.service.size === 0 && model.filters.hasClearableFilters() ? [clear] : []),
  ];
}

function listLocalFilterItems({ model }: FilterContext, draft: FilterChange): readonly FilterListItem[] {
  const local = changedLocalFilters(model.filters, draft);
  const from = uncoveredRangeStart(model);
  const file = model.state.file();
  const place = localPlaceWords(file).name;
  const clear: FilterListItem = {
    label: `$(clear-all) ${
      file?.table
        ? vscode.l10n.t('Clear filters on the table')
        : vscode.l10n.t('Clear filters on loaded events')
    }`,
    choice: { kind: 'clearLocal' },
  };
  return [
    ...PROMPTED_PARTS.map(
      (part): FilterListItem => ({
        ...createLocalFilterItem(part, local, model.masking, place),
        choice: { kind: 'local', part },
      }),
    ),
    ...(from === undefined
      ? []
      : [
          {
            label: `$(fold-down) ${vscode.l10n.t('Load older events to cover the range')}`,
            description: model.masking.formatTime(from),
            choice: { kind: 'cover', from },
          } as const,
        ]),
    ...(hasLocalFilters(local) ? [clear] : []),
  ];
}

function describeFilterCost(file: OpenedFile | undefined): string {
  if (file?.table)
    return vscode.l10n.t('Filters the events of the table; no request is sent to the vault service');
  return file
    ? vscode.l10n.t('Filters loaded events only; nothing is sent')
    : vscode.l10n.t('Filters on the server need one request; filters in loaded events need none');
}

function pickFilter(
  context: FilterContext,
  draft: FilterChange,
  actions: readonly FilterListAction[],
  heading: EvaluationPlace,
): Promise<FilterListChoice | undefined> {
  const file = context.model.state.file();
  const isFile = file !== undefined;
  const onServer = isFile ? [] : listServiceFilterItems(context, draft);
  const inLoaded = listLocalFilterItems(context, draft);
  const others = actions.map(
    (action): FilterListItem => ({
      label: action.label,
      ...(action.description ? { description: action.description } : {}),
      choice: { kind: 'action', action },
    }),
  );
  const apply = createApplyItems(draft);
  const sections = [
    ...(isFile ? [] : [[createSeparator(placeWords('service').heading), ...onServer]]),
    [createSeparator(localPlaceWords(file).heading), ...inLoaded],
  ];
  return openPick<FilterListItem, FilterListChoice>((pick, done, store) => {
    pick.title = vscode.l10n.t('Filter audit events');
    pick.placeholder = describeFilterCost(file);
    pick.matchOnDescription = true;
    pick.items = [
      ...apply,
      ...(heading === 'local' ? sections.toReversed() : sections).flat(),
      ...(isFile ? [] : [createSeparator(vscode.l10n.t('Actions')), ...others]),
    ];
    store.add(
      pick.onDidAccept(() => {
        const choice = pick.selectedItems[0]?.choice;
        if (choice) done(choice);
      }),
    );
    store.add(
      pick.onDidTriggerItemButton(
        ({ item: { filterToClear } }) => filterToClear && done({ kind: 'clear', name: filterToClear }),
      ),
    );
  });
}
