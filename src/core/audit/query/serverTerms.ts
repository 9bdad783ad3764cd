import { type AuditFilters, validateFilter } from '../filters/filters.ts';
import { findAuditField } from '../table/fields.ts';
import type { AuditQuery, QueryTerm } from './auditQuery.ts';
import { printQuery } from './printQuery.ts';

interface ServerPart {
  readonly filters: AuditFilters;
  readonly terms: AuditQuery;
}

/**
 * Returns the terms of a question that the service can evaluate with its filters (S24), and these filters. Of several
 * terms for the same filter, only the first is returned.
 */
export function selectServerTerms(query: AuditQuery): ServerPart {
  const filters: AuditFilters = {};
  const terms = query.filter((term) => {
    const filter = findServerFilterForTerm(term);
    if (filter === undefined || filters[filter.name] !== undefined) return false;
    filters[filter.name] = filter.value;
    return true;
  });
  return { filters, terms };
}

function findServerFilterForTerm(term: QueryTerm) {
  if (term.kind !== 'field' || term.isNegated || term.values.length !== 1) return undefined;
  const [value] = term.values;
  const name = findAuditField(term.field)?.filter;
  if (name === undefined || value?.kind !== 'text' || value.text === '') return undefined;
  return validateFilter(name, value.text) === undefined ? { name, value: value.text } : undefined;
}

/** Returns the question without these terms. Terms are compared by their text. */
export function removeTerms(query: AuditQuery, terms: AuditQuery): AuditQuery {
  const removed = new Set(terms.map((term) => printQuery([term])));
  return query.filter((term) => !removed.has(printQuery([term])));
}
