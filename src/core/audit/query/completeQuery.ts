/** Finds what can be completed at an offset of a question: the name of a field, or a value. */
import { auditFields } from '../table/fields.ts';
import { questionName } from './auditQuery.ts';
import { type TermName, termNameOf } from './parseQuery.ts';

/** The part of a question that is being written. */
interface QueryPart {
  /** What the part is: the beginning of a term, or a value of `name`. */
  readonly name: TermName | undefined;
  /** The offsets in UTF-16 code units at which the part begins and ends. The cursor is within it or at its end. */
  readonly from: number;
  readonly to: number;
  /** The text from the beginning of the part to the cursor, without the opening quotation mark if it has one. */
  readonly typed: string;
}

/** Names of fields that are suggested first, in this order: those that questions use most. */
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

/** The words that can be written before a colon or as a term, in the order in which they are suggested. */
export const suggestedTerms: readonly string[] = [
  ...new Set([
    ...COMMON_NAMES.map((name) => `${name}:`),
    'me',
    'marked',
    ...auditFields.map(({ id }) => `${questionName(id)}:`),
  ]),
];

/**
 * Returns the part of a question that contains the cursor at `offset` or ends there. Undefined if nothing can be
 * completed there: in a text in quotation marks that is no value, and after an unknown name with a colon.
 */
export function partAt(text: string, offset: number): QueryPart | undefined {
  const start = startOfPart(text, 0, offset, /\s/);
  const end = endOfPart(text, offset, /\s/);
  const signed = text[start] === '-' && offset > start ? start + 1 : start;
  const colon = text.slice(signed, offset).search(/[":]/);
  if (colon < 0) return { name: undefined, from: signed, to: end, typed: text.slice(signed, offset) };
  const name = text[signed + colon] === ':' ? termNameOf(text.slice(signed, signed + colon)) : undefined;
  if (name === undefined) return undefined;
  const from = startOfPart(text, signed + colon + 1, offset, /,/);
  const written = text.slice(from, offset);
  if (!written.startsWith('"')) return { name, from, to: endOfPart(text, offset, /[\s,]/), typed: written };
  const closing = text.indexOf('"', offset);
  return { name, from, to: closing < 0 ? offset : closing + 1, typed: written.slice(1) };
}

/**
 * Returns the offset behind the last `separator` outside quotation marks between `from` and `offset`; `from` if there is
 * none.
 */
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

/** Returns the offset of the first `separator` at or after `offset`, or the end of the text. */
function endOfPart(text: string, offset: number, separator: RegExp): number {
  const length = text.slice(offset).search(separator);
  return length < 0 ? text.length : offset + length;
}
