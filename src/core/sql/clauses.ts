/** The words that begin a clause, or another query, wherever they stand outside brackets. */
import { sort } from './reader.ts';
import { SET_OPERATION } from './states.ts';

/** Order of the clauses. LIMIT, OFFSET and FETCH may stand in any order among themselves. */
export const stages: Readonly<Record<string, number>> = {
  INTO: 0,
  FROM: 1,
  WHERE: 2,
  GROUP: 3,
  HAVING: 4,
  WINDOW: 5,
  UNION: SET_OPERATION,
  INTERSECT: SET_OPERATION,
  EXCEPT: SET_OPERATION,
  ORDER: 7,
  LIMIT: 8,
  OFFSET: 8,
  FETCH: 8,
  FOR: 8,
  SELECT: 9,
};

/** Whether the current token begins a clause. */
export const isClause = (): boolean => sort in stages;
export const isSetOperation = (): boolean => stages[sort] === SET_OPERATION;
