/** Finds what can be completed at an offset of a question: the beginning of a term, or a value. */
import { auditFields } from '../table/fields.ts';
import { getQuestionNameOfField } from './auditQuery.ts';
import { findTermName, type TermName } from './parseQuery.ts';

interface QueryPart {
  /** The name of the term that the value belongs to; undefined if the part is the beginning of a term. */
  readonly name: TermName | undefined;
  readonly from: number;
  readonly to: number;
  /** The text from the beginning of the part to the cursor, without the opening quotation mark if it has one. */
  readonly typedBeforeCursor: string;
}

const COMMON_NAMES = [
  'actor',
  'column',
  'level',
  'table',
  'ip',
  'status',
  'last',
  'action',
  'since',
  'until',
];

/** The texts that are suggested at the beginning of a term, in order: names with a colon, `me`, and `marked`. */
export const suggestedTerms: readonly string[] = [
  ...new Set([
    ...COMMON_NAMES.map((name) => `${name}:`),
    'me',
    'marked',
    ...auditFields.map(({ id }) => `${getQuestionNameOfField(id)}:`),
  ]),
];

/**
 * Returns the part of a question that contains the cursor at `offset` or ends there; undefined if nothing can be
 * completed there.
 */
export function findCompletablePartAt(text: string, offset: number): QueryPart | undefined {
  const start = startOfPart(text, 0, offset, /\s/);
  const end = endOfPart(text, offset, /\s/);
  const signed = text[start] === '-' && offset > start ? start + 1 : start;
  const colon = text.slice(signed, offset).search(/[":]/);
  if (colon < 0)
    return { name: undefined, from: signed, to: end, typedBeforeCursor: text.slice(signed, offset) };
  const name = text[signed + colon] === ':' ? findTermName(text.slice(signed, signed + colon)) : undefined;
  if (name === undefined) return undefined;
  const from = startOfPart(text, signed + colon + 1, offset, /,/);
  const written = text.slice(from, offset);
  if (!written.startsWith('"'))
    return { name, from, to: endOfPart(text, offset, /[\s,]/), typedBeforeCursor: written };
  const closing = text.indexOf('"', offset);
  return { name, from, to: closing < 0 ? offset : closing + 1, typedBeforeCursor: written.slice(1) };
}

function startOfPart(text: string, from: number, offset: number, separator: RegExp): number {
  let start = from;
  let isQuoted = false;
  for (let at = from; at < offset; at++) {
    const character = text[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') at++;
    else if (!isQuoted && separator.test(character)) start = at + 1;
  }
  return start;
}

function endOfPart(text: string, offset: number, separator: RegExp): number {
  const length = text.slice(offset).search(separator);
  return length < 0 ? text.length : offset + length;
}
