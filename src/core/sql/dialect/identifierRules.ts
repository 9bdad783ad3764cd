import { getKeywordCategory, type KeywordCategory, keywords, needsAsBeforeAlias } from './keywords.ts';

interface IdentifierRule {
  /** True if the word can be the name of a column or a table, or a table's alias (`ColId` in PostgreSQL's grammar). */
  readonly column: boolean;
  readonly function: boolean;
  /** True if the word can be a column's alias without AS (`BareColLabel` in PostgreSQL's grammar). */
  readonly bareLabel: boolean;
  /** True if the word names a type that may be written before a string: `DATE '2026-01-31'`. */
  readonly type: boolean;
}

const anyName: IdentifierRule = { column: true, function: true, bareLabel: true, type: false };

const ruleOf: Readonly<Record<KeywordCategory, IdentifierRule>> = {
  reserved: { ...anyName, column: false, function: false },
  functionName: { ...anyName, column: false },
  typeName: { ...anyName, type: true },
  unreserved: anyName,
};

const byWord: ReadonlyMap<string, IdentifierRule> = new Map(
  [...keywords].map((word) => {
    const rule = ruleOf[getKeywordCategory(word) ?? 'unreserved'];
    return [word, needsAsBeforeAlias(word) ? { ...rule, bareLabel: false } : rule];
  }),
);

/**
 * Returns what a word in upper case can name. For '' and for a word that is not a keyword, this is everything but a
 * type.
 */
export const getIdentifierRule = (word: string): IdentifierRule => byWord.get(word) ?? anyName;
export const isKeyword = (word: string): boolean => keywords.has(word);
/** Whether a word in upper case can name a column or a table without double quotes. */
export const canNameColumn = (word: string): boolean => getIdentifierRule(word).column;
