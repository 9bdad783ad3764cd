import type { FieldID } from '../table/fields.ts';
import {
  type AuditQuery,
  getQuestionNameOfField,
  type QueryTerm,
  type QueryValue,
  type ReadPart,
} from './auditQuery.ts';
import { isPlainText } from './parseQuery.ts';
import { isPlainValue } from './plainValues.ts';

/**
 * Returns the text of a question in the syntax of `parseQuery`. The parts of patterns are printed as they are. A masked
 * part may contain whitespace; then it is not parsed as the same part.
 */
export const printQuery = (query: AuditQuery): string => query.map(printTerm).join(' ');

function printTerm(term: QueryTerm): string {
  switch (term.kind) {
    case 'field':
      return addMinusIfNegated(
        term,
        `${getQuestionNameOfField(term.field)}:${printValues(term.field, term.values)}`,
      );
    case 'read':
      return addMinusIfNegated(term, `${term.part}:${printValues(term.part, term.values)}`);
    case 'text':
      return addMinusIfNegated(term, isPlainText(term.text) ? term.text : quoteQueryText(term.text));
    case 'me':
    case 'marked':
      return addMinusIfNegated(term, term.kind);
    case 'last':
    case 'since':
    case 'until':
      return `${term.kind}:${/\s/.test(term.time) ? quoteQueryText(term.time) : term.time}`;
  }
}

const addMinusIfNegated = ({ isNegated }: { readonly isNegated: boolean }, text: string): string =>
  isNegated ? `-${text}` : text;

const printValues = (name: FieldID | ReadPart, values: readonly QueryValue[]): string =>
  values.map((value) => printValue(name, value)).join(',');

export function printValue(name: FieldID | ReadPart, value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      return isPlainValue(name, value.text) ? value.text : quoteQueryText(value.text);
    case 'pattern':
      return value.parts.join('*');
    case 'absent':
      return name === 'level' ? 'none' : 'absent';
    case 'status':
      return `${value.comparison}${value.code}`;
    case 'statusClass':
      return `${value.digit}xx`;
    case 'network':
      return value.cidr;
  }
}

const quoteQueryText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
