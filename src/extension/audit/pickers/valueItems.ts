import * as vscode from 'vscode';
import { type AuditFilter, splitList, validateFilter } from '../../../core/audit/filters/filters.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { formatNumber } from '../../platform/number.ts';
import { placeWords } from '../evaluationPlaces.ts';
import { describeFilterProblem } from '../labels.ts';
import { createSeparator } from './quickPick.ts';

export interface ValueSuggestions {
  readonly loadedValues: readonly (readonly [value: string, count: number])[];
  readonly recentValues: readonly string[];
  readonly canBeEmpty: boolean;
  readonly format: (value: string) => string;
}

/**
 * The state of a prompt for a value. With `one`, the user selects a single value; with `list`, the user adds entries
 * and applies them together. An empty `current` means that no value is set.
 */
export type ValueState = {
  readonly filter: AuditFilter;
  readonly offers: ValueSuggestions;
  readonly typed: string;
} & (
  | { readonly kind: 'one'; readonly current: string }
  | { readonly kind: 'list'; readonly entries: readonly string[] }
);

export interface ValueItem extends vscode.QuickPickItem {
  readonly value?: string;
  readonly apply?: true;
  readonly isEntry?: true;
}

type AcceptResult =
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'more'; readonly state: ValueState };

/** Returns the state in which a prompt opens. `current` is the value to change, empty if none is set. */
export function createValueState(filter: AuditFilter, current: string, offers: ValueSuggestions): ValueState {
  const common = { filter, offers, typed: '' };
  return filter.kind === 'list'
    ? { ...common, kind: 'list', entries: current === '' ? [] : splitList(current) }
    : { ...common, kind: 'one', current };
}

/**
 * Returns the quick pick items for a state. They are new objects on each call, so that `getAcceptResult` can distinguish
 * them from the items of an earlier state.
 */
export function createValueItems(state: ValueState): readonly ValueItem[] {
  return state.kind === 'one' ? createSingleValueItems(state) : createValueListItems(state);
}

/**
 * Returns the item of the current value. If this item is active when the prompt opens, Enter keeps the value. Undefined
 * if no value is set, if the input is not empty, or if the filter takes a list.
 */
export function initiallyActiveItem(state: ValueState, items: readonly ValueItem[]): ValueItem | undefined {
  const isSet = state.kind === 'one' && state.typed === '' && state.current !== '';
  return isSet ? items.find(({ value }) => value === state.current) : undefined;
}

/**
 * Returns the effect of pressing Enter while the item `active` is active; undefined if there is no effect. If `active`
 * is undefined or not one of `items`, the typed text is used instead. For a list without typed text, Enter then applies
 * the list's entries. `active` is not one of `items` if VS Code still displays the items of an earlier state.
 */
export function getAcceptResult(
  state: ValueState,
  items: readonly ValueItem[],
  active: ValueItem | undefined,
): AcceptResult | undefined {
  const item = active && items.includes(active) ? active : typedItem(state);
  if (state.kind === 'one')
    return item?.value === undefined ? undefined : { kind: 'done', value: item.value };
  if (item?.apply) return { kind: 'done', value: state.entries.join(',') };
  if (item?.value === undefined) return undefined;
  const entries = [...new Set([...state.entries, ...splitList(item.value)])];
  return { kind: 'more', state: { ...state, entries, typed: '' } };
}

export function withoutEntry(state: ValueState, value: string | undefined): ValueState {
  if (state.kind === 'one') return state;
  return { ...state, entries: state.entries.filter((entry) => entry !== value) };
}

/** Returns the typed text. For a list, the whitespace around the text is removed, as `splitList` does. */
const typedText = ({ kind, typed }: ValueState): string => (kind === 'list' ? typed.trim() : typed);

function typedItem(state: ValueState): ValueItem | undefined {
  const typed = typedText(state);
  if (typed === '') return state.kind === 'list' ? applyItem(state.entries) : undefined;
  const problem = validateFilter(state.filter.name, typed);
  if (problem) return { label: `$(warning) ${describeFilterProblem(problem)}`, alwaysShow: true };
  const description = state.kind === 'list' ? vscode.l10n.t('add') : vscode.l10n.t('use this value');
  return { label: oneLine(typed), description, value: typed, alwaysShow: true };
}

const applyItem = ({ length }: readonly string[]): ValueItem => ({
  label: `$(check) ${length === 0 ? vscode.l10n.t('Any') : vscode.l10n.t('Filter by these entries: {0}', formatNumber(length))}`,
  apply: true,
  alwaysShow: true,
});

function createSingleValueItems(state: ValueState & { readonly kind: 'one' }): readonly ValueItem[] {
  const { current, offers, typed } = state;
  const own = typedItem(state);
  const any: ValueItem = { label: `$(close) ${vscode.l10n.t('Any')}`, value: '', alwaysShow: true };
  return [
    ...(own ? [own] : []),
    ...suggestedItems(state, current, (value) => value !== typed),
    // “Any” is the last item, so that pressing Enter at once does not clear a filter that is set.
    ...(current !== '' && offers.canBeEmpty ? [createSeparator(''), any] : []),
  ];
}

function createValueListItems(state: ValueState & { readonly kind: 'list' }): readonly ValueItem[] {
  const { entries } = state;
  const typed = typedText(state);
  const own = typedItem(state);
  const chosen = entries.map(
    (value): ValueItem => ({
      label: oneLine(value),
      description: vscode.l10n.t('in the list'),
      value,
      isEntry: true,
    }),
  );
  return [
    ...(own ? [own] : []),
    ...(own && !own.apply && own.value !== undefined ? [applyItem(entries)] : []),
    ...addSeparatorUnlessEmpty(vscode.l10n.t('Any of these'), chosen),
    ...suggestedItems(state, '', (value) => value !== typed && !entries.includes(value)),
  ];
}

function suggestedItems(
  { filter, offers }: ValueState,
  current: string,
  isWanted: (value: string) => boolean,
): readonly ValueItem[] {
  const { loadedValues, recentValues, format } = offers;
  const counts = new Map(loadedValues);
  const known = filter.values ?? [];
  const item = (value: string): ValueItem => {
    const marks = [
      value === current ? vscode.l10n.t('current') : '',
      counts.has(value) ? vscode.l10n.t('{0} loaded', formatNumber(counts.get(value) ?? 0)) : '',
    ];
    return { label: oneLine(format(value)), description: marks.filter(Boolean).join(' · '), value };
  };
  const others = loadedValues.map(([value]) => value).filter((value) => !known.includes(value));
  const before = recentValues.filter((value) => !known.includes(value) && !counts.has(value));
  const isListed = [known, others, before].some((values) => values.includes(current));
  const items = (values: readonly string[]): readonly ValueItem[] => values.filter(isWanted).map(item);
  return [
    ...(current === '' || isListed ? [] : items([current])),
    ...addSeparatorUnlessEmpty(vscode.l10n.t('Known values'), items(known)),
    ...addSeparatorUnlessEmpty(placeWords('local').heading, items(others)),
    ...addSeparatorUnlessEmpty(vscode.l10n.t('Used before'), items(before)),
  ];
}

const addSeparatorUnlessEmpty = (title: string, items: readonly ValueItem[]): readonly ValueItem[] =>
  items.length === 0 ? [] : [createSeparator(title), ...items];
