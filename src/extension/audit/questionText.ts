/**
 * The text of a question as views display it: with the values of fields masked as the settings require. Texts that the
 * user searches for stay as typed.
 */
import { type AuditQuery, mapTexts, type QueryTerm } from '../../core/audit/query/auditQuery.ts';
import { printQuery } from '../../core/audit/query/printQuery.ts';
import type { EventMasking } from './model/masking.ts';

type Masking = Pick<EventMasking, 'value'>;

const masked = (query: AuditQuery, masking: Masking): AuditQuery =>
  mapTexts(query, (name, text) => (name === 'text' ? text : masking.value(name, text)));

/** Returns the text of a question with masked values. */
export const maskedText = (query: AuditQuery, masking: Masking): string => printQuery(masked(query, masking));

/**
 * Returns a question that the user typed, in which each term that `maskedText` returned for `displayed` has its values
 * again. Other terms are unchanged.
 */
export function withDisplayedValues(typed: AuditQuery, displayed: AuditQuery, masking: Masking): AuditQuery {
  const original = new Map<string, QueryTerm[]>();
  for (const term of displayed) {
    const text = maskedText([term], masking);
    original.set(text, [...(original.get(text) ?? []), term]);
  }
  return typed.map((term) => original.get(printQuery([term]))?.shift() ?? term);
}
