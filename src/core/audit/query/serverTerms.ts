/** Finds the terms of a question that the service can evaluate with its filters. */
import { type AuditFilters, validateFilter } from '../filters/filters.ts';
import { auditField } from '../table/fields.ts';
import type { AuditQuery, QueryTerm } from './auditQuery.ts';
import { printQuery } from './printQuery.ts';

/** The part of a question that the service can evaluate. */
interface ServerPart {
  /** The service filters that mean the same as `terms`. */
  readonly filters: AuditFilters;
  /** The terms of the question that `filters` replaces, in their order. */
  readonly terms: AuditQuery;
}

/**
 * Returns the terms that the service can evaluate: those with one exact value of a field that is one of its 16 filters
 * (S24). Negated terms, lists, patterns, networks, and times are not among them, nor is a value that the filter does
 * not accept. Of several terms about one field, only the first is.
 */
export function serverPartOf(query: AuditQuery): ServerPart {
  const filters: AuditFilters = {};
  const terms = query.filter((term) => {
    const filter = filterOf(term);
    if (filter === undefined || filters[filter.name] !== undefined) return false;
    filters[filter.name] = filter.value;
    return true;
  });
  return { filters, terms };
}

function filterOf(term: QueryTerm) {
  if (term.kind !== 'field' || term.isNegated || term.values.length !== 1) return undefined;
  const [value] = term.values;
  const name = auditField(term.field)?.filter;
  if (name === undefined || value?.kind !== 'text' || value.text === '') return undefined;
  return validateFilter(name, value.text) === undefined ? { name, value: value.text } : undefined;
}

/** Returns the question without these terms. Terms are compared by their text. */
export function withoutTerms(query: AuditQuery, terms: AuditQuery): AuditQuery {
  const removed = new Set(terms.map((term) => printQuery([term])));
  return query.filter((term) => !removed.has(printQuery([term])));
}
