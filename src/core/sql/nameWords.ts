/** Which words can be names, where an editor needs to know; from PostgreSQL's lists. */
import * as can from './abilities.ts';
import { abilitiesOfWord } from './vocabulary.ts';

const has = (word: string, ability: number): boolean => (abilitiesOfWord(word) & ability) !== 0;

/** All of these take a word in upper case, '' for one that is no keyword. */
export const isReserved = (word: string): boolean => !has(word, can.nameColumn | can.nameFunction);
/** Whether it can name a column, a table or a table's alias (ColId). */
export const canNameColumn = (word: string): boolean => has(word, can.nameColumn);
/** Whether it can be a column's alias without AS (BareColLabel). */
export const canBeBareLabel = (word: string): boolean => has(word, can.bareLabel);
