import type { AuditQuery } from '../../../../src/core/audit/query/auditQuery.ts';
import type { NotedTextTerm } from '../../../../src/core/audit/table/filter.ts';

/** The question whose only term is a text to search for. */
export const textQuestion = (text: string): AuditQuery => [{ kind: 'text', text, isNegated: false }];

/** The same as a source evaluates it, where `noted` are the keys of the events whose notes contain the text. */
export const textTerms = (text: string, noted: readonly string[] = []): readonly NotedTextTerm[] => [
  { kind: 'text', text, isNegated: false, noted },
];
