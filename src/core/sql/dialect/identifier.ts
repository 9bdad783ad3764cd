import { decodeQuotedName } from '../lexer/escapes.ts';
import { canNameColumn } from './identifierRules.ts';

const plain = /^[a-z_][a-z0-9_$]*$/;
/**
 * Returns a key that is the same for the spellings of one name: `Persons` and `"persons"` have the key `persons`,
 * `"Persons"` has another. An exception: a name with characters beyond ASCII has one key in double quotes and another
 * without.
 */
export function createNameKey(source: string): string {
  const name = decodeQuotedName(source);
  if (name === undefined) return source.toLowerCase();
  return plain.test(name) ? name : `"${name}"`;
}

/**
 * Returns the stored name that an identifier in a statement stands for. Unlike in PostgreSQL, a long name is not
 * truncated.
 */
export const decodeIdentifier = (source: string): string =>
  // PostgreSQL converts only the letters of ASCII to lower case in a name without quotes.
  decodeQuotedName(source) ?? source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Whether a stored name can be written in a statement without double quotes. Also false for names with characters
 * beyond ASCII.
 */
export const isPlainName = (name: string): boolean => plain.test(name) && canNameColumn(name.toUpperCase());

export const quoteNameIfNeeded = (name: string): string =>
  isPlainName(name) ? name : `"${name.replaceAll('"', '""')}"`;

/**
 * Writes a name whose case does not matter, as in settings, as an identifier. The name is put in double quotes if it
 * needs them for a reason other than capital letters.
 */
export const quoteCaseInsensitiveName = (name: string): string =>
  plain.test(name.toLowerCase()) && canNameColumn(name.toUpperCase()) ? name : quoteNameIfNeeded(name);

export const quoteString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const MAX_NAME_BYTES = 63;

/** Truncates a name to 63 bytes of UTF-8, as PostgreSQL does. */
export function truncateName(name: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > MAX_NAME_BYTES) return name.slice(0, end);
    end += character.length;
  }
  return name;
}
