/**
 * Saved views of audit events, as stored in the setting `vaultsql.audit.savedFilters`. Entries that were written by
 * versions without views contain values of service filters by name. They are read as views that set only a question.
 */
import type { AuditQuery, FieldTerm } from '../query/auditQuery.ts';
import { parseQuestion } from '../query/parseQuery.ts';
import { printQuery } from '../query/printQuery.ts';
import { type FieldID, fieldOfFilter, findAuditField } from '../table/fields.ts';
import type { Grouping } from '../table/grouping.ts';
import type { TrailSort } from '../table/trail.ts';
import { type AuditFilters, type FilterName, isFilterName, splitList, validateFilter } from './filters.ts';

export type ViewColumn = FieldID | 'note';

/** What a saved view sets. Applying the view leaves absent parts unchanged. */
export interface SavedView {
  readonly question: AuditQuery;
  /** At least one sort, the most significant one first. */
  readonly sorts?: readonly TrailSort[];
  readonly grouping?: Grouping;
  readonly columns?: readonly ViewColumn[];
  readonly isHistogramShown?: boolean;
}

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

/** Parses the value of the setting into saved views with their names. Entries that can't be parsed are left out. */
export function parseSavedViews(value: unknown): readonly (readonly [name: string, view: SavedView])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const view = isObject(entry) ? readView(entry) : undefined;
    return view ? [[name, view] as const] : [];
  });
}

/**
 * Returns a new value for the setting in which `view` is saved under `name`. Undefined if the current value is neither
 * missing nor an object, because such a value must not be overwritten.
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
  const { query } = parseQuestion(bar, Number.POSITIVE_INFINITY);
  if (!query) return undefined;
  const grouping = groupings.find((one) => one === group);
  const readSorts = typeof sort === 'string' ? sort.split(',').flatMap((text) => parseSort(text) ?? []) : [];
  const readColumns = typeof columns === 'string' ? columns.split(',').filter(isViewColumn) : [];
  return {
    question: query,
    ...(readSorts.length > 0 ? { sorts: readSorts } : {}),
    ...(grouping ? { grouping } : {}),
    ...(readColumns.length > 0 ? { columns: readColumns } : {}),
    ...(histogram === 'shown' || histogram === 'hidden' ? { isHistogramShown: histogram === 'shown' } : {}),
  };
}

const isViewColumn = (name: string): name is ViewColumn =>
  name === 'note' || findAuditField(name) !== undefined;

function parseSort(text: string): TrailSort | undefined {
  const field = findAuditField(text.replace(/^-/, ''))?.id;
  return field && { field, descending: text.startsWith('-') };
}

const printSort = ({ field, descending }: TrailSort): string => `${descending ? '-' : ''}${field}`;

function readFilters(entry: Readonly<Record<string, unknown>>): AuditFilters {
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, text] of Object.entries(entry))
    if (isFilterName(name) && typeof text === 'string' && text !== '' && !validateFilter(name, text))
      filters[name] = text;
  return filters;
}

function printView({
  question,
  sorts,
  grouping,
  columns,
  isHistogramShown,
}: SavedView): Readonly<Record<string, string>> {
  return {
    bar: printQuery(question),
    ...(sorts ? { sort: sorts.map(printSort).join(',') } : {}),
    ...(grouping ? { group: grouping } : {}),
    ...(columns ? { columns: columns.join(',') } : {}),
    ...(isHistogramShown === undefined ? {} : { histogram: isHistogramShown ? 'shown' : 'hidden' }),
  };
}
