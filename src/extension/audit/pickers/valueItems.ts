/**
 * Determines the items of the quick pick for the value of one service filter, and the effect of accepting an item. All
 * functions depend only on the state that is passed to them.
 */
import * as vscode from 'vscode';
import { type AuditFilter, splitList, validateFilter } from '../../../core/audit/filters/filters.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { formatNumber } from '../../platform/number.ts';
import { filterProblem } from '../labels.ts';
import { createSeparator } from './quickPick.ts';

/** The values that the quick pick suggests, and how it displays them. */
export interface ValueSuggestions {
  /** Values that occur in the loaded events, each with the number of its occurrences. */
  readonly loadedValues: readonly (readonly [value: string, count: number])[];
  /** Values to which the user set this filter earlier in this window. */
  readonly recentValues: readonly string[];
  /**
   * False if the filter must have a value: the account ID, if none is known from the connection or from the user's
   * earlier input.
   */
  readonly canBeEmpty: boolean;
  /** Returns a value as it is displayed: masked if literals or actors are masked at present. */
  readonly format: (value: string) => string;
}

/**
 * The state of the quick pick. With `one`, the user selects a single value; `current` is the filter's value so far, or
 * '' if the filter is not set. With `list`, the user adds entries one by one and finally applies them together.
 */
export type ValueState = {
  readonly filter: AuditFilter;
  readonly offers: ValueSuggestions;
  /** The text in the input box. */
  readonly typed: string;
} & (
  | { readonly kind: 'one'; readonly current: string }
  | { readonly kind: 'list'; readonly entries: readonly string[] }
);

export interface ValueItem extends vscode.QuickPickItem {
  /**
   * The value that the item stands for; '' for “Any”. Absent from a heading, from the item that applies a list, and
   * from an item that says why the typed text can't be sent.
   */
  readonly value?: string;
  /** True if accepting the item sets the filter to the entries of the list. */
  readonly apply?: true;
  /** True if the item is an entry of the list, which the user can remove. */
  readonly isEntry?: true;
}

/** The effect of accepting an item: the filter is set to `value`, or the quick pick stays open with a new state. */
type AcceptResult =
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'more'; readonly state: ValueState };

/** Returns the state in which the quick pick opens. `current` is the filter's value, '' if the filter is not set. */
export function initialState(filter: AuditFilter, current: string, offers: ValueSuggestions): ValueState {
  const common = { filter, offers, typed: '' };
  return filter.kind === 'list'
    ? { ...common, kind: 'list', entries: current === '' ? [] : splitList(current) }
    : { ...common, kind: 'one', current };
}

/**
 * Returns all items for a state. They are new objects on each call, so that `acceptItem` can tell them from the items
 * of an earlier state.
 */
export function createItems(state: ValueState): readonly ValueItem[] {
  return state.kind === 'one' ? valueItems(state) : entryItems(state);
}

/**
 * Returns the item that is active when the items are displayed, so that Enter accepts it: the filter's current value,
 * if nothing is typed. Undefined to leave the choice to VS Code.
 */
export function initiallyActiveItem(state: ValueState, items: readonly ValueItem[]): ValueItem | undefined {
  const isSet = state.kind === 'one' && state.typed === '' && state.current !== '';
  return isSet ? items.find(({ value }) => value === state.current) : undefined;
}

/**
 * Returns the effect of pressing Enter while `active` is the active item; undefined if Enter has no effect, for example
 * because the typed text can't be sent. `items` are the items for `state`. If the user presses Enter before VS Code
 * displays the items for the typed text, `active` is an item of an earlier state, and the typed text is used instead,
 * as it is if `active` is undefined.
 */
export function acceptItem(
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

/** Returns the state of a list without the entry `value`. A state of the kind `one` is returned unchanged. */
export function withoutEntry(state: ValueState, value: string | undefined): ValueState {
  if (state.kind === 'one') return state;
  return { ...state, entries: state.entries.filter((entry) => entry !== value) };
}

/** Returns the typed text. In a list, whitespace around it is removed, because it is not part of an entry (S26). */
const typedText = ({ kind, typed }: ValueState): string => (kind === 'list' ? typed.trim() : typed);

/**
 * Returns the item for the typed text, which either uses the text as a value or says why it can't be sent. If nothing
 * is typed, returns the item that applies the entries of a list, or undefined if the filter is not a list.
 */
function typedItem(state: ValueState): ValueItem | undefined {
  const typed = typedText(state);
  if (typed === '') return state.kind === 'list' ? applyItem(state.entries) : undefined;
  const problem = validateFilter(state.filter.name, typed);
  if (problem) return { label: `$(warning) ${filterProblem(problem)}`, alwaysShow: true };
  const description = state.kind === 'list' ? vscode.l10n.t('add') : vscode.l10n.t('use this value');
  return { label: oneLine(typed), description, value: typed, alwaysShow: true };
}

const applyItem = ({ length }: readonly string[]): ValueItem => ({
  label: `$(check) ${length === 0 ? vscode.l10n.t('Any') : vscode.l10n.t('Filter by these entries: {0}', formatNumber(length))}`,
  apply: true,
  alwaysShow: true,
});

function valueItems(state: ValueState & { readonly kind: 'one' }): readonly ValueItem[] {
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

function entryItems(state: ValueState & { readonly kind: 'list' }): readonly ValueItem[] {
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
    ...groupItems(vscode.l10n.t('Any of these'), chosen),
    ...suggestedItems(state, '', (value) => value !== typed && !entries.includes(value)),
  ];
}

/**
 * Returns the items for the values that the user can select: the current value, the filter's known values, values of
 * loaded events with counts, and values used before. Only values for which `isWanted` returns true are included.
 */
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
    ...groupItems(vscode.l10n.t('Known values'), items(known)),
    ...groupItems(vscode.l10n.t('In the loaded events'), items(others)),
    ...groupItems(vscode.l10n.t('Used before'), items(before)),
  ];
}

/** Returns items with a heading before them, or an empty array if there are no items. */
const groupItems = (title: string, items: readonly ValueItem[]): readonly ValueItem[] =>
  items.length === 0 ? [] : [createSeparator(title), ...items];
