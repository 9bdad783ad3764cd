/**
 * Saved views of audit events, as the setting `vaultsql.audit.savedFilters` stores them: each by a name, as an object of
 * texts. Entries from before there were views are the service's filters by name; they are read as questions.
 */
import type { AuditQuery, FieldTerm } from '../query/auditQuery.ts';
import { parseQuery } from '../query/parseQuery.ts';
import { printQuery } from '../query/printQuery.ts';
import { auditField, type FieldID, fieldOfFilter } from '../table/fields.ts';
import type { Grouping } from '../table/grouping.ts';
import type { TrailSort } from '../table/trail.ts';
import { type AuditFilters, type FilterName, isFilterName, splitList, validateFilter } from './filters.ts';

/** The name of a column in a saved view: a field, or the notes. */
export type ViewColumn = FieldID | 'note';

/** What a saved view sets. A part that is absent stays as it is when the view is applied. */
export interface SavedView {
  readonly question: AuditQuery;
  readonly sort?: TrailSort;
  readonly grouping?: Grouping;
  /** The visible columns of the table, from left to right. */
  readonly columns?: readonly ViewColumn[];
  readonly isHistogramShown?: boolean;
}

/** The terms that mean the same as service filters: any of the entries of a list, or else exactly the value. */
export const termsOfFilters = (filters: AuditFilters): AuditQuery =>
  Object.entries(filters).map(([name, value]): FieldTerm => {
    const field = fieldOfFilter[name as FilterName];
    const texts = name === 'resourceIDs' ? splitList(value) : [value];
    return {
      kind: 'field',
      field,
      values: texts.map((text) => ({ kind: 'text', text })),
      isNegated: false,
    };
  });

/**
 * Reads the value of the setting. Returns the names with their views, in the order of `Object.entries`. Entries whose
 * question can't be read, and values that are not objects, are left out.
 */
export function readSavedViews(value: unknown): readonly (readonly [name: string, view: SavedView])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const view = isObject(entry) ? readView(entry) : undefined;
    return view ? [[name, view] as const] : [];
  });
}

/**
 * Returns a new value for the setting, in which `view` is saved under `name`. All other entries of `value`, the current
 * value, are kept, and so are parts of an entry with this name that this version does not know. Returns undefined if
 * the current value is neither missing nor an object, because then nothing may be overwritten.
 */
export function withSavedView(
  value: unknown,
  name: string,
  view: SavedView,
): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null) return { [name]: printView(view) };
  if (!isObject(value)) return undefined;
  const before = Object.hasOwn(value, name) ? value[name] : undefined;
  const unknown = isObject(before) && 'bar' in before ? withoutKnownParts(before) : {};
  return { ...value, [name]: { ...unknown, ...printView(view) } };
}

const PARTS: readonly string[] = ['bar', 'sort', 'group', 'columns', 'histogram'];
const groupings: readonly Grouping[] = ['none', 'request', 'session', 'actor', 'vault'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutKnownParts = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(entry).filter(([part]) => !PARTS.includes(part)));

function readView(entry: Readonly<Record<string, unknown>>): SavedView | undefined {
  const { bar, sort, group, columns, histogram } = entry;
  if (typeof bar !== 'string') return { question: termsOfFilters(readFilters(entry)) };
  const { query } = parseQuery(bar);
  if (!query) return undefined;
  const grouping = groupings.find((one) => one === group);
  const readSort = typeof sort === 'string' ? parseSort(sort) : undefined;
  const readColumns = typeof columns === 'string' ? columns.split(',').filter(isViewColumn) : [];
  return {
    question: query,
    ...(readSort ? { sort: readSort } : {}),
    ...(grouping ? { grouping } : {}),
    ...(readColumns.length > 0 ? { columns: readColumns } : {}),
    ...(histogram === 'shown' || histogram === 'hidden' ? { isHistogramShown: histogram === 'shown' } : {}),
  };
}

const isViewColumn = (name: string): name is ViewColumn => name === 'note' || auditField(name) !== undefined;

/** Reads the name of a field, after a `-` if the order is descending. */
function parseSort(text: string): TrailSort | undefined {
  const field = auditField(text.replace(/^-/, ''))?.id;
  return field && { field, descending: text.startsWith('-') };
}

/** Returns the service filters in an entry. Those with an unknown name or an unusable value are left out. */
function readFilters(entry: Readonly<Record<string, unknown>>): AuditFilters {
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, text] of Object.entries(entry))
    if (isFilterName(name) && typeof text === 'string' && text !== '' && !validateFilter(name, text))
      filters[name] = text;
  return filters;
}

function printView({
  question,
  sort,
  grouping,
  columns,
  isHistogramShown,
}: SavedView): Readonly<Record<string, string>> {
  return {
    bar: printQuery(question),
    ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
    ...(grouping ? { group: grouping } : {}),
    ...(columns ? { columns: columns.join(',') } : {}),
    ...(isHistogramShown === undefined ? {} : { histogram: isHistogramShown ? 'shown' : 'hidden' }),
  };
}
