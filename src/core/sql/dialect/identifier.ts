import { decodeQuotedName } from '../lexer/escapes.ts';
import { canNameColumn } from './identifierRules.ts';

const plain = /^[a-z_][a-z0-9_$]*$/;
/**
 * Returns the same key for all spellings of one name: `Persons` and `"persons"` have the key `persons`, but `"Persons"`
 * has another key. Exception: a name with characters beyond ASCII has different keys with and without double quotes.
 */
export function createNameKey(source: string): string {
  const name = decodeQuotedName(source);
  if (name === undefined) return source.toLowerCase();
  return plain.test(name) ? name : `"${name}"`;
}

/**
 * Returns the stored name that an identifier in a statement stands for. Unlike in PostgreSQL, a long name is not
 * truncated. A quoted identifier with an invalid escape is returned unchanged.
 */
export const decodeIdentifier = (source: string): string =>
  // In a name without quotes, PostgreSQL converts only ASCII letters to lower case (with the encoding UTF-8).
  decodeQuotedName(source) ?? source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Whether a stored name can be written in a statement without double quotes. Also false for names with characters
 * beyond ASCII.
 */
export const isPlainName = (name: string): boolean => plain.test(name) && canNameColumn(name.toUpperCase());

export const quoteNameIfNeeded = (name: string): string =>
  isPlainName(name) ? name : `"${name.replaceAll('"', '""')}"`;

/**
 * Returns a name as an identifier for a statement, like `quoteNameIfNeeded`. However, capital letters alone are no
 * reason for double quotes: `Persons` is returned unchanged. For names whose case does not matter, such as those in
 * settings.
 */
export const quoteCaseInsensitiveName = (name: string): string =>
  plain.test(name.toLowerCase()) && canNameColumn(name.toUpperCase()) ? name : quoteNameIfNeeded(name);

export const quoteString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const MAX_NAME_BYTES = 63;

/** Truncates a name to at most 63 bytes of UTF-8, as PostgreSQL does. Characters are not split. */
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
