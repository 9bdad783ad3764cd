/** USING, CROSS JOIN and the comma between tables by JOIN … ON, where the rows and their columns stay the same. */
import { nameKey } from '../identifier.ts';
import { canNameColumn } from '../nameWords.ts';
import type { Site, StatementTokens } from './site.ts';
import type { Edit, Rewrite } from './types.ts';

interface Table {
  /** First and last token, alias included. */
  readonly from: number;
  readonly to: number;
  /** Token by which its columns are named. */
  readonly name: number;
}

const isName = (statement: StatementTokens, token: number): boolean =>
  statement.kind(token) === 'quoted' ||
  (statement.kind(token) === 'word' && canNameColumn(statement.word(token)));

/** The plain table at a token: no brackets, no function, no list of column names; undefined for anything else. */
function tableAt(statement: StatementTokens, from: number): Table | undefined {
  if (!isName(statement, from)) return undefined;
  let name = from;
  while (statement.word(name + 1) === '.') name += 2;
  let to = name;
  if (statement.word(to + 1) === 'AS') to++;
  if (isName(statement, to + 1)) {
    to++;
    name = to;
  }
  const next = statement.word(to + 1);
  return next === '(' || next === '*' || next === 'TABLESAMPLE' ? undefined : { from, to, name };
}

const joins = ['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'OUTER'];
/** Where a FROM ends, at its own depth. */
const clauses = 'WHERE GROUP HAVING WINDOW ORDER LIMIT OFFSET FETCH FOR UNION INTERSECT EXCEPT'.split(' ');

/** `a JOIN b USING (x)` to `a JOIN b ON a.x = b.x`: of the first join, where nobody asks for x without its table. */
export function rewriteUsing({ statement, first }: Site): Rewrite[] {
  const closing = statement.partner(first + 1);
  if (closing < 0 || statement.word(closing + 1) === 'AS') return [];
  const columns: number[] = [];
  for (let token = first + 2; token < closing; token += 2) columns.push(token);
  const keys = new Set(columns.map((token) => nameKey(statement.source(token))));
  if (usesName(statement, keys, first, closing)) return [];
  let begin = first;
  while (begin >= 0 && statement.word(begin) !== 'FROM' && statement.word(begin) !== ',') begin--;
  const left = tableAt(statement, begin + 1);
  if (!left || statement.depth(begin) !== statement.depth(first)) return [];
  let join = left.to + 1;
  while (joins.includes(statement.word(join))) join++;
  const right = tableAt(statement, join);
  if (!right || join === left.to + 1 || right.to + 1 !== first) return [];
  const condition = columns
    .map((token) => {
      const column = statement.source(token);
      return `${statement.source(left.name)}.${column} = ${statement.source(right.name)}.${column}`;
    })
    .join(' AND ');
  return [{ code: 'using', effect: 'exact', edits: [statement.replace(first, closing, `ON ${condition}`)] }];
}

/** Whether `*`, or a name of `keys` without a table, stands outside `tokens[from, to]`: USING has made one of two. */
function usesName(statement: StatementTokens, keys: ReadonlySet<string>, from: number, to: number): boolean {
  for (let token = 0; token < statement.count; token++) {
    if (token >= from && token <= to) continue;
    const before = statement.word(token - 1);
    if (before === '.') continue;
    const kind = statement.kind(token);
    if (statement.word(token) === '*' && before !== '(') return true;
    // A whole row is asked for by its table's name, a column by its own.
    const next = statement.word(token + 1);
    if (
      (kind === 'word' || kind === 'quoted') &&
      next !== '.' &&
      keys.has(nameKey(statement.source(token)))
    ) {
      return true;
    }
  }
  return false;
}

/** `a CROSS JOIN b` to `a JOIN b ON …`. */
export function rewriteCrossJoin({ statement, first, last }: Site): Rewrite[] {
  const table = statement.word(last) === 'JOIN' ? tableAt(statement, last + 1) : undefined;
  if (!table) return [];
  const commas = commasAround(statement, first);
  return [
    {
      code: 'cross-join',
      effect: 'exact',
      edits: [statement.replace(first, last, 'JOIN'), condition(statement, table, commas.length === 0)],
    },
  ];
}

/** `a, b` to `a JOIN b ON …`, unless what is joined to b then binds to a as well and that makes a difference. */
export function rewriteCommaJoin({ statement, first }: Site): Rewrite[] {
  const table = tableAt(statement, first + 1);
  if (!table) return [];
  const depth = statement.depth(first);
  for (let token = table.to + 1; token < statement.count; token++) {
    const word = statement.word(token);
    if (statement.depth(token) < depth) break;
    if (statement.depth(token) > depth) continue;
    if (word === ',' || clauses.includes(word)) break;
    if (['RIGHT', 'FULL', 'NATURAL', 'USING'].includes(word)) return [];
  }
  const alone = commasAround(statement, first).length === 1;
  const gap = statement.start(first) === statement.end(first - 1) ? ' ' : '';
  const blank = statement.end(first) === statement.start(first + 1) ? ' ' : '';
  return [
    {
      code: 'cross-join',
      effect: 'exact',
      edits: [statement.replace(first, first, `${gap}JOIN${blank}`), condition(statement, table, alone)],
    },
  ];
}

/** The WHERE that follows becomes the condition where that is the same, else one that is always true is added. */
function condition(statement: StatementTokens, table: Table, alone: boolean): Edit {
  const next = table.to + 1;
  return alone && statement.word(next) === 'WHERE'
    ? statement.replace(next, next, 'ON')
    : statement.after(table.to, ' ON 1 = 1');
}

/** The commas between tables of the FROM in which a token stands. */
function commasAround(statement: StatementTokens, token: number): number[] {
  const depth = statement.depth(token);
  let from = token;
  while (from >= 0 && !(statement.depth(from) === depth && statement.word(from) === 'FROM')) from--;
  const commas: number[] = [];
  for (let at = from + 1; at < statement.count && statement.depth(at) >= depth; at++) {
    if (statement.depth(at) > depth) continue;
    if (clauses.includes(statement.word(at))) break;
    if (statement.word(at) === ',') commas.push(at);
  }
  return commas;
}
