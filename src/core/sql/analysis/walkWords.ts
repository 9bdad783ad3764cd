/** What keywords do to the reading of a statement in an editor. */
import type { Token } from '../lexer/tokens.ts';
import type { ClauseName, WalkState } from './walkState.ts';

const clauseWords = new Map<string, ClauseName>([
  ['FROM', 'from'],
  ['WHERE', 'where'],
  ['LIMIT', 'limit'],
  ['OFFSET', 'offset'],
  ...['GROUP', 'HAVING', 'ORDER', 'WINDOW', 'FETCH', 'FOR', 'INTO', 'UNION', 'INTERSECT', 'EXCEPT'].map(
    (word): [string, ClauseName] => [word, 'other'],
  ),
]);

/** The first word of a statement. */
export function takeCommand(state: WalkState, word: string): void {
  if (word === 'SELECT') takeSelect(state);
  else if (word === 'WITH') {
    state.clause = 'other';
    state.expecting = 'operand';
  } else if (word !== 'EXPLAIN') state.expecting = 'nothing';
}

function takeSelect(state: WalkState): void {
  if (state.bracket && state.previous === '(') state.bracket.kind = 'query';
  else state.leaveBrackets();
  state.clause = 'select';
  state.expecting = 'operand';
  state.compared = false;
  state.waiting = 0;
  if (state.brackets.length === 0) state.seen.clear();
}

/** FROM, WHERE and the other words that a clause begins with. */
function takeClause(state: WalkState, word: string, clause: ClauseName): void {
  // `EXTRACT(YEAR FROM d)`, `SUBSTRING(a FROM 1 FOR 2)`, `IS DISTINCT FROM`.
  if (state.expecting === 'distinctFrom' || (state.bracket?.kind === 'call' && state.bracket.name === '')) {
    state.expecting = 'operand';
    return;
  }
  state.leaveBrackets();
  if (state.brackets.length === 0) state.seen.add(word);
  state.clause = clause;
  state.compared = false;
  state.waiting = 0;
  if (clause === 'from') state.expecting = 'table';
  else state.expecting = clause === 'limit' || clause === 'offset' ? 'count' : 'operand';
}

/** A word of a join; false where it can be none: `left(a, 2)`, `SELECT a left`. */
function takeJoin(state: WalkState, word: string, next: Token | undefined): boolean {
  if (state.expecting === 'operand' && next?.word === '(') return false;
  if (state.clause !== 'from' && state.clause !== 'on') return false;
  switch (word) {
    case 'JOIN':
      if (!state.unconditional) state.waiting++;
      state.unconditional = false;
      state.clause = 'from';
      state.expecting = 'table';
      break;
    case 'CROSS':
    case 'NATURAL':
      state.unconditional = true;
      state.expecting = word === 'CROSS' ? 'joinOnly' : 'join';
      break;
    case 'INNER':
    case 'OUTER':
      state.expecting = 'joinOnly';
      break;
    default:
      state.expecting = 'join';
  }
  return true;
}

function takeWordOperator(state: WalkState, word: string): boolean {
  switch (word) {
    case 'LIKE':
    case 'ILIKE':
    case 'IN':
    case 'BETWEEN':
    case 'SIMILAR':
      state.compared = true;
      state.expecting = 'operand';
      return true;
    case 'ISNULL':
    case 'NOTNULL':
      state.compared = true;
      return true;
    case 'IS':
      state.expecting = 'null';
      return true;
    default:
      return false;
  }
}

/** Takes a word that is no name where it stands; false where it may be one. */
export function takeKeyword(state: WalkState, word: string, next: Token | undefined): boolean {
  const { expecting } = state;
  const clause = clauseWords.get(word);
  if (clause !== undefined) {
    takeClause(state, word, clause);
    return true;
  }
  switch (word) {
    case 'SELECT':
      takeSelect(state);
      return true;
    case 'ON':
    case 'USING':
      if (state.clause !== 'from' && state.clause !== 'on') return true;
      state.clause = 'on';
      state.compared = false;
      state.waiting = Math.max(0, state.waiting - 1);
      state.expecting = 'operand';
      return true;
    case 'JOIN':
    case 'LEFT':
    case 'RIGHT':
    case 'FULL':
    case 'INNER':
    case 'CROSS':
    case 'NATURAL':
    case 'OUTER':
      return takeJoin(state, word, next);
    case 'AS':
      if (expecting === 'afterTable') state.expecting = 'tableAlias';
      else if (state.clause === 'select' && state.atClauseLevel) state.expecting = 'label';
      return true;
    case 'AND':
    case 'OR':
      state.expecting = 'operand';
      state.compared = false;
      return true;
    case 'NOT':
      if (expecting === 'operator') state.expecting = 'like';
      else if (expecting === 'null') state.expecting = 'nullOnly';
      return true;
    case 'NULL':
      if (expecting === 'null' || expecting === 'nullOnly') state.compared = true;
      state.operandDone();
      return true;
    case 'TRUE':
    case 'FALSE':
    case 'END':
      state.operandDone();
      return true;
    case 'DISTINCT':
      if (expecting === 'null' || expecting === 'nullOnly') state.expecting = 'distinctFrom';
      return true;
    case 'CASE':
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
      state.expecting = 'operand';
      return true;
    case 'BY':
      return state.clause === 'other' && expecting === 'operand' && next?.word !== '.';
  }
  return (expecting === 'operator' || expecting === 'like') && takeWordOperator(state, word);
}
