/** What the list for the value of one filter offers, and what comes of choosing there: each a function of its state. */
import * as vscode from 'vscode';
import { type AuditFilter, splitList, validateFilter } from '../../../core/audit/filters/filters.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import { number } from '../../platform/number.ts';
import { filterProblem } from '../labels.ts';
import { separator } from './quickPick.ts';

export interface Offers {
  /** Values of the loaded events with their counts. */
  readonly seen: readonly (readonly [value: string, count: number])[];
  /** Values used before in this window. */
  readonly recent: readonly string[];
  /** Whether there may be no value: the account is needed, and the connection may have none. */
  readonly mayBeAny: boolean;
  /** A value as it may be shown. */
  readonly format: (value: string) => string;
}

/** `one`: a value is chosen, `''` for any · `list`: entries are put together, and then applied. */
export type ValueState = {
  readonly filter: AuditFilter;
  readonly offers: Offers;
  /** In the box. */
  readonly typed: string;
} & (
  | { readonly kind: 'one'; readonly current: string }
  | { readonly kind: 'list'; readonly entries: readonly string[] }
);

export interface ValueItem extends vscode.QuickPickItem {
  /** Undefined for a heading, and for an item that says why the text typed can't be sent. */
  readonly value?: string;
  /** Ends the list with its entries. */
  readonly apply?: true;
  /** Can be taken out of the list. */
  readonly isEntry?: true;
}

/** The filter has this value now, or more is to be chosen. */
type Choosing =
  | { readonly kind: 'done'; readonly value: string }
  | { readonly kind: 'more'; readonly state: ValueState };

/** The state in which the list opens. `current` is the filter's value, `''` for any. */
export function initialState(filter: AuditFilter, current: string, offers: Offers): ValueState {
  const common = { filter, offers, typed: '' };
  return filter.kind === 'list'
    ? { ...common, kind: 'list', entries: current === '' ? [] : splitList(current) }
    : { ...common, kind: 'one', current };
}

/** All items, new objects each time: an item of an earlier state is not taken for one of this state. */
export function itemsFor(state: ValueState): readonly ValueItem[] {
  return state.kind === 'one' ? valueItems(state) : entryItems(state);
}

/** The item that Enter takes where the person moves to none. */
export function firstActive(state: ValueState, items: readonly ValueItem[]): ValueItem | undefined {
  const isSet = state.kind === 'one' && state.typed === '' && state.current !== '';
  return isSet ? items.find(({ value }) => value === state.current) : undefined;
}

/**
 * What Enter does. It may come faster than the items for what was typed are drawn: `active` is then an item of an earlier
 * state, and the text typed counts. Undefined where that can't be sent.
 */
export function accept(
  state: ValueState,
  items: readonly ValueItem[],
  active: ValueItem | undefined,
): Choosing | undefined {
  const item = active && items.includes(active) ? active : typedItem(state);
  if (state.kind === 'one')
    return item?.value === undefined ? undefined : { kind: 'done', value: item.value };
  if (item?.apply) return { kind: 'done', value: state.entries.join(',') };
  if (item?.value === undefined) return undefined;
  const entries = [...new Set([...state.entries, ...splitList(item.value)])];
  return { kind: 'more', state: { ...state, entries, typed: '' } };
}

/** The state without one of its entries. */
export function withoutEntry(state: ValueState, value: string | undefined): ValueState {
  if (state.kind === 'one') return state;
  return { ...state, entries: state.entries.filter((entry) => entry !== value) };
}

/** Blanks around an entry are no part of it (S26). */
const typedOf = ({ kind, typed }: ValueState): string => (kind === 'list' ? typed.trim() : typed);

/** For the text in the box: its value, or why it can't be sent; without text, what ends a list. */
function typedItem(state: ValueState): ValueItem | undefined {
  const typed = typedOf(state);
  if (typed === '') return state.kind === 'list' ? applyItem(state.entries) : undefined;
  const problem = validateFilter(state.filter.name, typed);
  if (problem) return { label: `$(warning) ${filterProblem(problem)}`, alwaysShow: true };
  const description = state.kind === 'list' ? vscode.l10n.t('add') : vscode.l10n.t('use this value');
  return { label: oneLine(typed), description, value: typed, alwaysShow: true };
}

const applyItem = ({ length }: readonly string[]): ValueItem => ({
  label: `$(check) ${length === 0 ? vscode.l10n.t('Any') : vscode.l10n.t('Filter by these entries: {0}', number(length))}`,
  apply: true,
  alwaysShow: true,
});

function valueItems(state: ValueState & { readonly kind: 'one' }): readonly ValueItem[] {
  const { current, offers, typed } = state;
  const own = typedItem(state);
  const any: ValueItem = { label: `$(close) ${vscode.l10n.t('Any')}`, value: '', alwaysShow: true };
  return [
    ...(own ? [own] : []),
    ...offered(state, current, (value) => value !== typed),
    // The last one: Enter on a filter that is set must not clear it.
    ...(current !== '' && offers.mayBeAny ? [separator(''), any] : []),
  ];
}

function entryItems(state: ValueState & { readonly kind: 'list' }): readonly ValueItem[] {
  const { entries } = state;
  const typed = typedOf(state);
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
    ...group(vscode.l10n.t('Any of these'), chosen),
    ...offered(state, '', (value) => value !== typed && !entries.includes(value)),
  ];
}

/** Values to choose from: the current one, known ones, those seen with counts, those used before. */
function offered(
  { filter, offers }: ValueState,
  current: string,
  isWanted: (value: string) => boolean,
): readonly ValueItem[] {
  const { seen, recent, format } = offers;
  const counts = new Map(seen);
  const known = filter.values ?? [];
  const item = (value: string): ValueItem => {
    const marks = [
      value === current ? vscode.l10n.t('current') : '',
      counts.has(value) ? vscode.l10n.t('{0} loaded', number(counts.get(value) ?? 0)) : '',
    ];
    return { label: oneLine(format(value)), description: marks.filter(Boolean).join(' · '), value };
  };
  const others = seen.map(([value]) => value).filter((value) => !known.includes(value));
  const before = recent.filter((value) => !known.includes(value) && !counts.has(value));
  const isListed = [known, others, before].some((values) => values.includes(current));
  const items = (values: readonly string[]): readonly ValueItem[] => values.filter(isWanted).map(item);
  return [
    ...(current === '' || isListed ? [] : items([current])),
    ...group(vscode.l10n.t('Known values'), items(known)),
    ...group(vscode.l10n.t('In the loaded events'), items(others)),
    ...group(vscode.l10n.t('Used before'), items(before)),
  ];
}

/** Items under their heading; nothing where there are none. */
const group = (title: string, items: readonly ValueItem[]): readonly ValueItem[] =>
  items.length === 0 ? [] : [separator(title), ...items];
