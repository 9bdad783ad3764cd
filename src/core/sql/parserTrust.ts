/**
 * Where node-sql-parser's “syntax error” can be believed. It refuses much that PostgreSQL reads (of the dialect's
 * own statements every third), so its word counts only for statements made of shapes in which, measured against
 * PostgreSQL's grammar, it was never wrong.
 */
import type { Token } from './tokens.ts';
import type { Role } from './walk.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const plain = set(
  'WHERE GROUP HAVING BETWEEN LIKE ILIKE IN AND OR IS AS LIMIT COUNT SUM AVG MIN MAX REDACTION',
);
const marks = set('. = < > <= >= <> != + - /');
const clauses = set('SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET');
const comparisons = set('= < > <= >= <> != LIKE ILIKE IN IS BETWEEN');
/** What a comparison can begin anew after. */
const restarts = set(
  'AND OR ON WHEN THEN ELSE CASE END UNION AS BY , SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET',
);
const arithmetic = set('+ - * /');
const logic = set('AND OR NOT NULL IS LIKE ILIKE IN BETWEEN');
const branches = set('CASE WHEN THEN ELSE');
const beforeNot = set('WHERE AND OR ON HAVING WHEN IS (');
const afterNot = set('LIKE ILIKE IN BETWEEN');
const names: ReadonlySet<Role> = new Set<Role>([
  ...(['table', 'tableAlias', 'column', 'qualifier', 'label', 'function'] as const),
]);
const values: ReadonlySet<Token['kind']> = new Set<Token['kind']>(['quoted', 'string', 'number']);

/** A bracket, or the statement itself. */
interface Frame {
  readonly kind: 'call' | 'list' | 'query' | 'group';
  compared: boolean;
  /** Whether what stands here is the right side of LIKE. */
  like: boolean;
  /** Whether a BETWEEN waits for its AND, or its second value stands here. */
  between: '' | 'first' | 'second';
}
interface Place {
  readonly frames: Frame[];
  clause: string;
  /** Joins that wait for their ON. */
  joins: number;
  cases: number;
  /** The last word of a CASE. */
  branch: string;
  /** Whether an OFFSET has been. */
  paged: boolean;
}
/** A token with its neighbours. */
interface Spot {
  readonly token: Token;
  readonly before: Token | undefined;
  readonly roleBefore: Role;
  /** Words of the tokens around it, '' where they have none. */
  readonly previous: string;
  readonly next: string;
}

/** Whether every token of a statement, comments left out, stands where the parser can be believed. Total; linear. */
export function isTrusted(tokens: readonly Token[], roles: readonly Role[]): boolean {
  const place: Place = { frames: [frame('group')], clause: '', joins: 0, cases: 0, branch: '', paged: false };
  return tokens.every((token, i) => {
    if (token.flaw !== '') return false;
    const clause = tokens[i - 1]?.word;
    // The number after LIMIT and OFFSET, and nothing more.
    if (clause === 'LIMIT' || clause === 'OFFSET') return token.kind === 'number' && endsPage(tokens[i + 1]);
    if (values.has(token.kind)) return true;
    const role = roles[i] ?? 'other';
    if (token.kind === 'word' && token.word === '') return names.has(role);
    // A keyword that serves as a name is where the parser is weakest.
    if (token.kind === 'word' && role !== 'keyword' && role !== 'function') return false;
    if (token.kind === 'word' && tokens[i - 1]?.word === '.') return false;
    // Names of three parts.
    if (token.word === '.' && tokens[i - 2]?.word === '.') return false;
    const before = tokens[i - 1];
    const roleBefore = roles[i - 1] ?? 'other';
    const next = tokens[i + 1]?.word ?? '';
    const spot = { token, before, roleBefore, previous: before?.word ?? '', next };
    if (!trustsComparison(place, token.word)) return false;
    return token.kind === 'word' ? trustsWord(place, spot) : trustsMark(place, spot);
  });
}

const endsPage = (token: Token | undefined): boolean =>
  !token || token.word === 'OFFSET' || token.word === ')';
const frame = (kind: Frame['kind']): Frame => ({ kind, compared: false, like: false, between: '' });

/** The parser reads `a = b IS NULL` and `a BETWEEN b AND c > d` otherwise than PostgreSQL: one comparison at a time. */
function trustsComparison({ frames }: Place, word: string): boolean {
  const top = frames.at(-1);
  if (!top) return false;
  if (comparisons.has(word)) {
    if (top.compared) return false;
    top.compared = true;
    top.like = word === 'LIKE' || word === 'ILIKE';
    top.between = word === 'BETWEEN' ? 'first' : '';
  } else if (word === 'AND' && top.between === 'first') top.between = 'second';
  else if (restarts.has(word)) {
    top.compared = top.like = false;
    top.between = '';
  }
  if (word === 'NOT' && top.between === 'second') return false;
  // `a LIKE b - c`.
  return !(top.like && arithmetic.has(word));
}

/** Conditions and queries in a CASE are believed after WHEN alone. */
const isBranch = ({ cases, branch }: Place): boolean => cases > 0 && branch !== 'WHEN';

function trustsMark(place: Place, { token, roleBefore, previous, next }: Spot): boolean {
  const { frames } = place;
  const ofTable = roleBefore === 'table' || roleBefore === 'tableAlias';
  switch (token.word) {
    case '(':
      // Brackets around tables, or around names for their columns.
      if (previous === 'FROM' || previous === 'JOIN' || ofTable) return false;
      // `(SELECT (a) FROM t)`.
      if (previous === 'SELECT' && frames.length > 1) return false;
      if (previous === 'CASE' || (next === 'SELECT' && isBranch(place))) return false;
      // `MAX()`.
      if (next === ')') return false;
      frames.push(frame(kindOf(roleBefore, previous, next)));
      return true;
    case ')':
      // `a IN (b) - c` is no longer a list.
      return !(['list', 'query'].includes(frames.pop()?.kind ?? '') && next !== '' && !/^[A-Z),]/.test(next));
    case ',':
      // A row: `(a, b)`.
      return frames.length === 1 || frames.at(-1)?.kind !== 'group';
    case '*':
      // `FROM t *`, `SELECT t.* label`.
      return !ofTable && (previous !== '.' || next === ',' || next === 'FROM');
    default:
      return marks.has(token.word);
  }
}

function kindOf(roleBefore: Role, previous: string, next: string): Frame['kind'] {
  if (next === 'SELECT') return 'query';
  return roleBefore === 'function' ? 'call' : previous === 'IN' ? 'list' : 'group';
}

/** After a value most keywords could be a column's label. */
function endsValue(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'word') return token.word === '' || token.word === 'NULL' || token.word === 'END';
  return values.has(token.kind) || token.word === ')' || token.word === '*';
}

function trustsWord(place: Place, { token: { word }, before, previous, next }: Spot): boolean {
  // In a list of values, in a call, and in what is sorted or grouped by, the plainest alone.
  const kind = place.frames.at(-1)?.kind;
  if (kind === 'list' || (kind === 'call' && clauses.has(word))) return false;
  if (logic.has(word) && (place.clause === 'ORDER' || place.clause === 'GROUP')) return false;
  if (logic.has(word) && word !== 'NULL' && isBranch(place)) return false;
  if (branches.has(word)) place.branch = word;
  if (clauses.has(word)) place.clause = word;
  switch (word) {
    case 'SELECT':
      return !before || previous === '(' || previous === 'UNION' || previous === 'ALL';
    case 'FROM':
      return endsValue(before) || before?.kind === 'word';
    case 'ALL':
      return previous === 'UNION';
    case 'DISTINCT':
      // The parser does not know `AVG(DISTINCT a)`.
      return previous === 'SELECT';
    case 'UNION':
      place.paged = false;
      return place.clause !== 'ORDER' && place.clause !== 'LIMIT' && place.clause !== 'OFFSET';
    case 'INNER':
    case 'LEFT':
    case 'RIGHT':
    case 'FULL':
      return next === 'JOIN' || next === 'OUTER';
    case 'OUTER':
      return next === 'JOIN';
    case 'JOIN':
      return place.clause === 'FROM' && ++place.joins === 1;
    case 'ON':
      return --place.joins === 0;
    case 'NOT':
      return beforeNot.has(previous) || afterNot.has(next);
    case 'NULL':
    case 'CASE':
      if (word === 'CASE') place.cases++;
      return !endsValue(before);
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
      return place.cases > 0;
    case 'END':
      // What encloses it may be a THEN.
      place.branch = '';
      return --place.cases >= 0;
    case 'ORDER':
      return next === 'BY';
    case 'BY':
      return previous === 'ORDER' || previous === 'GROUP';
    case 'ASC':
    case 'DESC':
      return place.clause === 'ORDER';
    case 'OFFSET':
      place.paged = true;
      return true;
    case 'LIMIT':
      return !place.paged;
    default:
      return plain.has(word);
  }
}
