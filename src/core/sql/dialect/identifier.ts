/** Names as SQL spells them: folded to lower case unless in double quotes (PostgreSQL's manual, section 4.1.1). */
import { unquoted } from '../lexer/escapes.ts';
import { canNameColumn } from './identifierRules.ts';

const plain = /^[a-z_][a-z0-9_$]*$/;
/** What two spellings of one name have in common: `Persons`, `persons` and `"persons"` are one, `"Persons"` is not. */
export function nameKey(source: string): string {
  const name = unquoted(source);
  if (name === undefined) return source.toLowerCase();
  return plain.test(name) ? name : `"${name}"`;
}

/** The name itself: as the database has it, were it PostgreSQL. */
export const nameOf = (source: string): string => unquoted(source) ?? source.toLowerCase();

/** A name as it must be written in a statement: in double quotes where it would be read as another, or as a keyword. */
export const quoteName = (name: string): string =>
  plain.test(name) && canNameColumn(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`;

/** Like `quoteName`, of a name whose case does not matter (as in settings): capitals alone need no quotes. */
export const writeName = (name: string): string =>
  plain.test(name.toLowerCase()) && canNameColumn(name.toUpperCase()) ? name : quoteName(name);

/** Text as a literal. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
