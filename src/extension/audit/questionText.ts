/** The text of a question as views display it, with values masked as the settings require. */
import { type AuditQuery, mapTexts, type QueryTerm } from '../../core/audit/query/auditQuery.ts';
import { printQuery } from '../../core/audit/query/printQuery.ts';
import type { EventMasking } from './model/masking.ts';

type Masking = Pick<EventMasking, 'value'>;

/** Returns the text of a question with all values and texts masked, for labels and files. */
export const maskedText = (query: AuditQuery, masking: Masking): string =>
  printQuery(mapTexts(query, (name, text) => masking.value(name, text)));

/**
 * Returns the text of a question for an input in which the user can change it: the values of fields are masked, and
 * texts that are searched for stay as the user typed them.
 */
export const editableText = (query: AuditQuery, masking: Masking): string =>
  printQuery(mapTexts(query, (name, text) => (name === 'text' ? text : masking.value(name, text))));

/**
 * Returns a question that the user typed, in which each term that `editableText` returned for `displayed` has its
 * values again. Other terms are unchanged.
 */
export function withDisplayedValues(typed: AuditQuery, displayed: AuditQuery, masking: Masking): AuditQuery {
  const original = new Map<string, QueryTerm[]>();
  for (const term of displayed) {
    const text = editableText([term], masking);
    original.set(text, [...(original.get(text) ?? []), term]);
  }
  return typed.map((term) => original.get(printQuery([term]))?.shift() ?? term);
}
