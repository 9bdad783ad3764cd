/**
 * Reads a statement up to a caret, for completion: token by token, and says what can come next, half-typed text
 * included.
 */
import { supportedFunctions } from '../dialect/constructs.ts';
import { canBeBareLabel, canNameColumn, isKeyword, isReserved } from '../dialect/identifierRules.ts';
import type { Token } from '../lexer/tokens.ts';
import type { Expecting, WalkState } from './walkState.ts';
import { takeCommand, takeKeyword } from './walkWords.ts';

/** What a token is in its statement. `label`: a column's name after AS; `qualifier`: what stands before a dot. */
type Role =
  | 'keyword'
  | 'function'
  | 'table'
  | 'tableAlias'
  | 'column'
  | 'qualifier'
  | 'label'
  | 'literal'
  | 'mark'
  | 'other';

/** Takes a token that is no comment; `next` is the one after it, if there is one. Total, in constant time. */
export function take(state: WalkState, token: Token, next: Token | undefined): Role {
  const role = roleOf(state, token, next);
  state.previous = token.word;
  state.previousEnd = token.end;
  return role;
}

/** Goes on as if a name or a number stood here: what is being typed at the caret. */
export function takeUnknown(state: WalkState): void {
  const after: Partial<Record<Expecting, Expecting>> = {
    operand: 'operator',
    table: 'afterTable',
    label: 'afterLabel',
    tableAlias: 'afterAlias',
    count: 'afterCount',
    member: state.inTable ? 'afterTable' : 'operator',
  };
  state.expecting = after[state.expecting] ?? state.expecting;
  state.previous = '';
}

function roleOf(state: WalkState, token: Token, next: Token | undefined): Role {
  const isName = token.kind === 'word' || token.kind === 'quoted-identifier' || token.kind === 'backtick';
  // The name after a dot is still to come.
  if (state.expecting === 'member' && !isName && token.word !== '*') takeUnknown(state);
  switch (token.kind) {
    case 'word':
      return takeWord(state, token, next);
    case 'quoted-identifier':
    case 'backtick':
      return takeName(state, token, next);
    case 'operator':
      takeOperator(state, token.word);
      return 'mark';
    case 'punctuation':
      takeMark(state, token);
      return 'mark';
    case 'unknown':
    case 'comment':
      return 'other';
    default:
      if (state.expecting === 'operand') state.operandDone();
      else if (state.expecting === 'count') state.expecting = 'afterCount';
      return 'literal';
  }
}

const comparisons = new Set(['=', '<', '>', '<=', '>=', '<>', '!=', '~', '!~', '~*', '?']);

function takeOperator(state: WalkState, word: string): void {
  const wanted = state.expecting === 'operand' || state.expecting === 'member';
  if (wanted && word === '*') state.operandDone(true);
  else if (state.expecting === 'operator') {
    state.expecting = 'operand';
    state.compared ||= comparisons.has(word);
  }
}

function takeMark(state: WalkState, token: Token): void {
  switch (token.word) {
    case '(':
    case '[':
      state.open(token);
      break;
    case ')':
    case ']':
      state.close();
      break;
    case ',':
      takeComma(state);
      break;
    case '.':
      state.expecting = 'member';
      break;
  }
}

function takeComma(state: WalkState): void {
  const bracket = state.atClauseLevel ? undefined : state.bracket;
  state.compared = false;
  if (bracket) bracket.commas++;
  const inFrom = state.clause === 'from' || state.clause === 'on';
  if (bracket ? bracket.kind === 'join' : inFrom) {
    state.clause = 'from';
    state.expecting = 'table';
  } else if (state.clause !== 'start' && state.expecting !== 'nothing') state.expecting = 'operand';
}

function takeWord(state: WalkState, token: Token, next: Token | undefined): Role {
  const { word } = token;
  const { expecting } = state;
  if (expecting === 'nothing') return 'other';
  // `SELECT p. FROM t`: the name after the dot is still to come, though PostgreSQL takes FROM for it.
  if (expecting === 'member' && token.start > state.previousEnd && !canNameColumn(word)) {
    takeUnknown(state);
    return takeWord(state, token, next);
  }
  if (!isKeyword(word) || expecting === 'member' || expecting === 'label')
    return takeName(state, token, next);
  if (expecting === 'statement') {
    takeCommand(state, word);
    return 'keyword';
  }
  if (takeKeyword(state, word, next)) return 'keyword';
  return isReserved(word) ? 'keyword' : takeName(state, token, next);
}

function takeName(state: WalkState, token: Token, next: Token | undefined): Role {
  switch (state.expecting) {
    case 'member':
    case 'operand':
    case 'table':
      return takeDotted(state, token, next);
    case 'afterTable':
    case 'tableAlias': {
      if (token.kind === 'word' && !canNameColumn(token.word)) return 'keyword';
      const table = state.tables.at(-1);
      if (table) table.alias ??= token;
      state.expecting = 'afterAlias';
      return 'tableAlias';
    }
    case 'operator':
      if (state.clause !== 'select' || !state.atClauseLevel || !canBeBareLabel(token.word)) return 'other';
      state.expecting = 'afterLabel';
      return 'label';
    case 'label':
      state.expecting = 'afterLabel';
      return 'label';
    case 'count':
      state.expecting = 'afterCount';
      return 'other';
    default:
      return 'other';
  }
}

/** A part of a name: of a column, a function or a table. */
function takeDotted(state: WalkState, token: Token, next: Token | undefined): Role {
  const isMember = state.expecting === 'member';
  if (!isMember) state.inTable = state.expecting === 'table';
  if (next?.word === '.') {
    state.qualifier = token;
    state.expecting = 'dot';
    return 'qualifier';
  }
  if (next?.word === '(') {
    state.call = !isMember && supportedFunctions.has(token.word) ? token.word : '';
    state.expecting = 'arguments';
    return 'function';
  }
  if (!state.inTable) {
    state.operandDone();
    return 'column';
  }
  state.tables.push({ table: token });
  state.expecting = 'afterTable';
  return 'table';
}
