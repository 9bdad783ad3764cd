/** Which words can be names, where an editor needs to know; from PostgreSQL's lists. */
import { functionNames, needAs, reservedWords } from './keywords.ts';

const reserved: ReadonlySet<string> = new Set(reservedWords);
const functions: ReadonlySet<string> = new Set(functionNames);
const labelsWithAs: ReadonlySet<string> = new Set(needAs);

/** All of these take a word in upper case, '' for one that is no keyword. */
export const isReserved = (word: string): boolean => reserved.has(word);
/** Whether it can name a column, a table or a table's alias (ColId). */
export const canNameColumn = (word: string): boolean => !reserved.has(word) && !functions.has(word);
/** Whether it can be a column's alias without AS (BareColLabel). */
export const canBeBareLabel = (word: string): boolean => !labelsWithAs.has(word);
