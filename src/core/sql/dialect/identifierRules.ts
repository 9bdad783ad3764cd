/** Which words can be names, by PostgreSQL's categories of keywords. */
import { type KeywordCategory, keywordCategory, keywords, needsAs } from './keywords.ts';

/** What a word can name. */
interface IdentifierRule {
  /** A column, a table or a table's alias (ColId). */
  readonly column: boolean;
  readonly function: boolean;
  /** A column's alias without AS (BareColLabel). Every word is one after AS or a dot. */
  readonly bareLabel: boolean;
  /** Whether PostgreSQL's grammar has a type of that name. */
  readonly type: boolean;
}

/** A word that is no keyword can be every name. */
const anyName: IdentifierRule = { column: true, function: true, bareLabel: true, type: false };

const ruleOf: Readonly<Record<KeywordCategory, IdentifierRule>> = {
  reserved: { ...anyName, column: false, function: false },
  functionName: { ...anyName, column: false },
  typeName: { ...anyName, type: true },
  unreserved: anyName,
};

const byWord: ReadonlyMap<string, IdentifierRule> = new Map(
  [...keywords].map((word) => {
    const rule = ruleOf[keywordCategory(word) ?? 'unreserved'];
    return [word, needsAs(word) ? { ...rule, bareLabel: false } : rule];
  }),
);

// All of these take a word in upper case; '' is that of a name in double quotes.

export const identifierRule = (word: string): IdentifierRule => byWord.get(word) ?? anyName;
/** Whether it means something in the grammar or the dialect; any other is but a name. */
export const isKeyword = (word: string): boolean => keywords.has(word);
/** Whether it can name a column, a table or a table's alias (ColId). */
export const canNameColumn = (word: string): boolean => identifierRule(word).column;
