/**
 * Converts between names and how SQL spells them: folded to lower case unless in double quotes (PostgreSQL's manual,
 * section 4.1.1).
 */
import { decodeQuotedName } from '../lexer/escapes.ts';
import { canNameColumn } from './identifierRules.ts';

const plain = /^[a-z_][a-z0-9_$]*$/;
/**
 * Returns a key that is the same for the spellings of one name, given one as written in a statement. `Persons`,
 * `persons` and `"persons"` have the key `persons`; `"Persons"` has another. An exception: a name with characters
 * beyond ASCII has one key in double quotes and another without.
 */
export function createNameKey(source: string): string {
  const name = decodeQuotedName(source);
  if (name === undefined) return source.toLowerCase();
  return plain.test(name) ? name : `"${name}"`;
}

/**
 * Returns the name that an identifier stands for: the decoded content of double quotes, or else the identifier in lower
 * case. Unlike in PostgreSQL, a long name is not truncated.
 */
export const decodeIdentifier = (source: string): string => decodeQuotedName(source) ?? source.toLowerCase();

/**
 * Whether a stored name can be written in a statement without double quotes. Also false for every name with characters
 * beyond ASCII, some of which need no quotes.
 */
export const isPlainName = (name: string): boolean => plain.test(name) && canNameColumn(name.toUpperCase());

/** Writes a stored name as an identifier: unchanged if `isPlainName` is true for it, otherwise in double quotes. */
export const quoteNameIfNeeded = (name: string): string =>
  isPlainName(name) ? name : `"${name.replaceAll('"', '""')}"`;

/**
 * Writes a name whose case does not matter, as in settings, as an identifier. The name is put in double quotes if it
 * needs them for a reason other than capital letters.
 */
export const quoteCaseInsensitiveName = (name: string): string =>
  plain.test(name.toLowerCase()) && canNameColumn(name.toUpperCase()) ? name : quoteNameIfNeeded(name);

/** Writes a text as an SQL string literal; single quotes in it are doubled. */
export const quoteString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Maximum length of a name in bytes of UTF-8. PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63;

/** Returns `name` truncated to 63 bytes of UTF-8, as PostgreSQL truncates names: never inside a character. */
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
