import type { Mutable } from '../building.ts';
import { parseExpressionList } from '../expressions/expression.ts';
import type {
  Clause,
  CommonTable,
  Construct,
  Name,
  Query,
  QueryMember,
  Skipped,
  With,
  Write,
} from '../nodes.ts';
import type { Parser } from '../parser.ts';
import { acceptPhrase } from '../phrases.ts';
import { parseClause } from './clauses.ts';
import {
  beginsClause,
  beginsSetOperation,
  getClauseStage,
  stageAfterWholeQuery,
  stages,
} from './clauseWords.ts';
import { parseFromItems } from './from.ts';
import { isForeignPhrase } from './joins.ts';
import { parseSelect } from './targets.ts';

/**
 * Maximum nesting depth of queries and of parentheses around tables in FROM, counted together. Parsing them recurses,
 * so deeper ones are syntax errors.
 */
export const MAX_NESTING_DEPTH = 100;

/**
 * Parses a query up to the end of the statement or the parenthesis that closes the query. That parenthesis is not
 * consumed, except as part of a write after WITH, which extends to the end of the statement. At a set operator, parses
 * the rest of a query; the caller has parsed its first part, which is in parentheses.
 */
export function parseQuery(p: Parser): Query {
  const from = p.position;
  if (p.nestingDepth >= MAX_NESTING_DEPTH) {
    p.reportError('too-deep');
    skipToClosingParenthesis(p);
    return { kind: 'query', members: [], ...p.rangeSince(from) };
  }
  p.nestingDepth++;
  const withClause = p.isWord('WITH') ? parseWith(p) : undefined;
  const members = withClause && p.isWriteWord ? [parseWrite(p, true)] : parseMembers(p);
  p.nestingDepth--;
  const { start, end } = p.rangeSince(from);
  return { kind: 'query', with: withClause, members, start, end };
}

const subqueryWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'TABLE']);
export function beginsSubquery(p: Parser): boolean {
  return subqueryWords.has(p.word) || p.hasNextWords(['VALUES', '(']);
}

function parseMembers(p: Parser): QueryMember[] {
  const isOutermost = p.nestingDepth === 1;
  const members: Mutable<QueryMember>[] = [];
  let clauses: Clause[] = [];
  let stage = 0;
  let seen: string[] = [];
  const begin = (setOperator?: Construct): void => {
    const { member, stage: reached } = parseMember(p, isOutermost && members.length === 0);
    clauses = [];
    member.setOperator = setOperator;
    member.clauses = clauses;
    member.start = setOperator?.start ?? member.start;
    members.push(member);
    stage = reached;
    seen = [];
  };
  if (beginsSetOperation(p)) {
    stage = stageAfterWholeQuery;
    members.push({ ...createMissingQuery(p), clauses });
  } else begin();
  while (!p.isAtEnd && !(p.isWord(')') && !isOutermost)) {
    const { word } = p;
    const place = p.token.kind === 'word' ? clauseStageOf(word) : undefined;
    checkClauseOrder(p, place, stage, seen);
    if (beginsClause(p) && word !== 'FOR') seen.push(word);
    stage = Math.max(stage, place ?? stage);
    const setOperator = acceptSetOperator(p);
    if (setOperator || p.isWord('SELECT')) {
      if (p.isWord('SELECT') && !setOperator) p.reportUnexpectedToken('second-statement');
      begin(setOperator);
    } else clauses.push(parseClause(p, seen.includes('ORDER')));
    const last = members.at(-1);
    if (last) last.end = p.previousEnd;
  }
  return members;
}

const clauseStageOf = (word: string): number | undefined =>
  word === 'MINUS' ? stages.UNION : getClauseStage(word);

function checkClauseOrder(
  p: Parser,
  place: number | undefined,
  stage: number,
  seen: readonly string[],
): void {
  if (place === undefined) return;
  if (seen.includes(p.word)) p.reportError('repeated-clause');
  else if (place < stage) p.reportError('clause-order');
}

function acceptSetOperator(p: Parser): Construct | undefined {
  return beginsSetOperation(p) || isForeignPhrase(p) ? acceptPhrase(p, ['query'])?.words : undefined;
}

function parseMember(p: Parser, isFirst: boolean): { member: Mutable<QueryMember>; stage: number } {
  const from = p.position;
  const whole = (member: Mutable<QueryMember>) => ({
    member: { ...member, ...p.rangeSince(from) },
    stage: stageAfterWholeQuery,
  });
  if (p.isWord('SELECT')) return { member: parseSelect(p), stage: 0 };
  if (p.isWord('VALUES')) {
    const words = p.createConstruct('VALUES', from);
    p.skipTokens();
    return whole({
      kind: 'values',
      clauses: [],
      words,
      rows: parseExpressionList(p, 'other'),
      start: 0,
      end: 0,
    });
  }
  if (p.isWord('TABLE')) {
    const words = p.createConstruct('TABLE', from);
    p.skipTokens();
    const isTable =
      p.consumeIfWord('ONLY') || p.token.kind === 'word' || p.token.kind === 'quoted-identifier';
    if (!isTable) p.reportUnexpectedToken();
    const items = isTable ? parseFromItems(p).items : [];
    return whole({ kind: 'tableQuery', clauses: [], words, from: items, start: 0, end: 0 });
  }
  if (p.isWord('(')) {
    const words = isFirst ? { words: p.createConstruct('PARENTHESIZED SELECT', from) } : {};
    p.skipTokens();
    const query = parseQuery(p);
    p.consumeWordOrReport(')');
    return whole({ kind: 'parenthesizedQuery', clauses: [], ...words, query, start: 0, end: 0 });
  }
  const write = p.isWriteWord ? parseWrite(p, isFirst) : undefined;
  if (write) return { member: write, stage: 0 };
  p.reportUnexpectedToken();
  return { member: createMissingQuery(p), stage: 0 };
}

function createMissingQuery(p: Parser): Mutable<QueryMember> {
  const { start } = p.token;
  return { kind: 'missingQuery', clauses: [], start, end: start };
}

// Common tables.

function parseWith(p: Parser): With {
  const from = p.position;
  const words = p.consumeConstructIfNext('WITH RECURSIVE') ?? p.createConstruct('WITH', from);
  if (words.name === 'WITH') p.skipTokens();
  const tables: CommonTable[] = [];
  do {
    const table = parseCommonTable(p);
    tables.push(table);
    if (table.query.kind === 'missing') break;
    skipSearchAndCycle(p);
  } while (p.consumeIfWord(','));
  return { kind: 'with', words, tables, ...p.rangeSince(from) };
}

function parseCommonTable(p: Parser): CommonTable {
  const from = p.position;
  const name = p.consumeNameOrReport('column');
  const opening = p.position;
  p.skipBrackets();
  const columns = parseNamesBetween(p, opening, p.position - 1);
  p.consumeWordOrReport('AS');
  p.consumeIfWord('NOT');
  p.consumeIfWord('MATERIALIZED');
  let query: CommonTable['query'] = p.createMissing();
  if (p.consumeWordOrReport('(')) {
    query = p.isWriteWord ? parseWrite(p) : parseQuery(p);
    p.consumeWordOrReport(')');
  }
  return { kind: 'commonTable', name, columns, query, ...p.rangeSince(from) };
}

function parseNamesBetween(p: Parser, opening: number, closing: number): Name[] {
  const after = p.position;
  const names: Name[] = [];
  for (let position = opening + 1; position < closing; position += 2) {
    p.moveTo(position);
    names.push(p.consumeName());
  }
  p.moveTo(after);
  return names;
}

function skipSearchAndCycle(p: Parser): void {
  if (p.consumeIfWord('SEARCH')) {
    p.consumeNameOrReport('column');
    p.consumeWordOrReport('FIRST');
    p.consumeWordOrReport('BY');
    skipNameList(p);
    p.consumeWordOrReport('SET');
    p.consumeNameOrReport('column');
  }
  if (p.consumeIfWord('CYCLE')) {
    skipNameList(p);
    p.consumeWordOrReport('SET');
    p.consumeNameOrReport('column');
    if (p.consumeIfWord('TO')) {
      skipUntil(p, 'DEFAULT');
      p.consumeWordOrReport('DEFAULT');
      skipUntil(p, 'USING');
    }
    p.consumeWordOrReport('USING');
    p.consumeNameOrReport('column');
  }
}
function skipNameList(p: Parser): void {
  do p.consumeNameOrReport('column');
  while (p.consumeIfWord(','));
}
function skipUntil(p: Parser, word: string): void {
  while (!p.isAtEnd && p.word !== word && !/^[,();]$/.test(p.word)) p.skipTokens();
}

// Writes.

/**
 * Consumes a command that writes, such as DELETE. Stops before the parenthesis that closes those around the command, or
 * at the end of the statement. With `toStatementEnd`, always consumes the rest of the statement.
 */
export function parseWrite(p: Parser, toStatementEnd = false): Mutable<Write> {
  const from = p.position;
  const command = p.createConstruct(p.word, from);
  skipToClosingParenthesis(p, toStatementEnd);
  const rest: { rest?: Skipped } = p.position > from + 1 ? { rest: p.createSkipped(from + 1) } : {};
  return { kind: 'write', command, clauses: [], ...rest, ...p.rangeSince(from) };
}

function skipToClosingParenthesis(p: Parser, toStatementEnd = false): void {
  do {
    if (!p.skipBrackets()) p.skipTokens();
  } while (!p.isAtEnd && (toStatementEnd || !p.isWord(')')));
}

/**
 * Whether the current token, which must follow a parenthesis, certainly begins an INSERT, UPDATE, DELETE or MERGE
 * rather than being a name. True for `(DELETE FROM t …)`, false for `(delete)`. Other writes are not recognized.
 */
export const beginsWrite = (p: Parser): boolean =>
  p.isWriteWord &&
  (/^(DELETE FROM|(INSERT|MERGE) INTO)$/.test(`${p.word} ${p.peekWord(1)}`) ||
    (p.isWord('UPDATE') && p.peekWord(2) === 'SET'));
