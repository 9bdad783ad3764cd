import { type AuditQuery, mapTexts, type QueryTerm } from '../../core/audit/query/auditQuery.ts';
import { printQuery } from '../../core/audit/query/printQuery.ts';
import type { EventMasking } from './model/masking.ts';

type Masking = Pick<EventMasking, 'maskValue'>;

/** Returns the text of a question, with its values and searched texts masked as in the audit views. */
export const printMaskedQuestion = (query: AuditQuery, masking: Masking): string =>
  printQuery(mapTexts(query, (name, text) => masking.maskValue(name, text)));

/**
 * Returns the text of a question for an input in which the user can change the question. Values of fields are masked as
 * in the audit views, but searched texts stay readable.
 */
export const editableText = (query: AuditQuery, masking: Masking): string =>
  printQuery(mapTexts(query, (name, text) => (name === 'text' ? text : masking.maskValue(name, text))));

/**
 * Returns the question `typed` with the original terms of `displayed` in place of those that the user left as
 * `editableText` printed them.
 */
export function restoreDisplayedValues(
  typed: AuditQuery,
  displayed: AuditQuery,
  masking: Masking,
): AuditQuery {
  const original = new Map<string, QueryTerm[]>();
  for (const term of displayed) {
    const text = editableText([term], masking);
    original.set(text, [...(original.get(text) ?? []), term]);
  }
  return typed.map((term) => original.get(printQuery([term]))?.shift() ?? term);
}
