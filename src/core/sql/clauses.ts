/** The words that begin a clause, or another query, wherever they stand outside brackets. */
import { sort } from './reader.ts';
import * as states from './states.ts';

/** How far a query has got, by the word. LIMIT, OFFSET and FETCH may stand in any order among themselves. */
export const stages: Readonly<Record<string, states.Clause>> = {
  INTO: states.IN_TARGETS,
  FROM: states.IN_ON,
  WHERE: states.IN_WHERE,
  GROUP: states.IN_GROUP,
  HAVING: states.IN_HAVING,
  WINDOW: states.ELSEWHERE,
  UNION: states.SET_OPERATION,
  INTERSECT: states.SET_OPERATION,
  EXCEPT: states.SET_OPERATION,
  ORDER: states.IN_ORDER,
  LIMIT: states.IN_PAGE,
  OFFSET: states.IN_PAGE,
  FETCH: states.IN_PAGE,
  FOR: states.IN_PAGE,
  SELECT: states.NEXT_QUERY,
};

/** Whether the current token begins a clause. */
export const beginsClause = (): boolean => sort in stages;
/** Whether UNION, INTERSECT or EXCEPT is the current token. */
export const beginsSetOperation = (): boolean => stages[sort] === states.SET_OPERATION;
