import type { AuditQuery } from '../../../../src/core/audit/query/auditQuery.ts';
import { parseQuestion } from '../../../../src/core/audit/query/parseQuery.ts';
import type { QuestionContext } from '../../../../src/core/audit/query/resolveQuery.ts';
import type { LocalFilters, NotedTextTerm, TrailFilters } from '../../../../src/core/audit/table/filter.ts';

/** The question whose only term is a text to search for. */
export const textQuestion = (text: string): AuditQuery => [{ kind: 'text', text, isNegated: false }];

/** The same as a source evaluates it, where `noted` are the keys of the events whose notes contain the text. */
export const textTerms = (text: string, noted: readonly string[] = []): readonly NotedTextTerm[] => [
  { kind: 'text', text, isNegated: false, notedKeys: noted },
];

export function questionOf(text: string): AuditQuery {
  const { query } = parseQuestion(text);
  if (!query) throw new RangeError(`not a question: ${text}`);
  return query;
}

/** The filters of a user who typed this question. */
export const filtersOf = (text: string): LocalFilters => ({ question: questionOf(text) });

/** The filters limited to the events with these keys. */
export const withKeys = (filters: TrailFilters, keys: readonly string[]): TrailFilters => ({
  ...filters,
  terms: [...(filters.terms ?? []), { kind: 'keys', keys, isNegated: false }],
});

/** What questions mean for a user without own requests and marks, whose time zone is UTC. */
export const noContext: Omit<QuestionContext, 'now'> = {
  offsetMinutes: () => 0,
  ownRequestIDs: () => [],
  markedKeys: () => [],
  keysOfNotes: () => [],
};
