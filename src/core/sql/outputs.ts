/** What each column of a result is made of, as far as the SELECT list says it: for masks on renamed columns. */
import { lex } from './lexer.ts';
import { readNames } from './names.ts';
import type { Token } from './tokens.ts';

export interface OutputColumn {
  /** The alias, or the name of the one column that it is; undefined where the service chooses the name. */
  readonly name?: string;
  /** Names of the columns read in it, without their tables. */
  readonly columns: readonly string[];
}

/** The items of the outermost SELECT list of the first statement, in order; none where it cannot be read. */
export function readOutputs(statement: string): readonly OutputColumn[] {
  const tokens = [...lex(statement)].filter(({ kind }) => kind !== 'comment');
  const { columns } = readNames(statement);
  const first = tokens.findIndex(({ word }) => word === 'SELECT');
  if (first < 0) return [];
  return items(tokens, first + 1).map((item) => {
    const [start, end] = [item[0]?.start ?? 0, item.at(-1)?.end ?? 0];
    const within = columns.filter((column) => column.start >= start && column.end <= end);
    const name = nameOf(statement, item);
    return { ...(name === undefined ? {} : { name }), columns: within.map((column) => column.name) };
  });
}

/** Words that begin what follows the SELECT list. */
const after = new Set(['FROM', 'WHERE', 'LIMIT', 'OFFSET', ';']);

function items(tokens: readonly Token[], from: number): Token[][] {
  const found: Token[][] = [];
  let item: Token[] = [];
  let depth = 0;
  const close = (): void => {
    if (item.length > 0) found.push(item);
    item = [];
  };
  for (const token of tokens.slice(from)) {
    if (depth === 0 && after.has(token.word)) break;
    if (token.word === '(') depth++;
    if (token.word === ')') depth--;
    if (depth === 0 && token.word === ',') close();
    else item.push(token);
  }
  close();
  return found;
}

const isName = ({ kind }: Token): boolean => kind === 'word' || kind === 'quoted';

/** `… AS x`, `… x`, `t.x` or `x`; anything else is named by the service. */
function nameOf(text: string, item: readonly Token[]): string | undefined {
  const last = item.at(-1);
  if (!last || !isName(last)) return undefined;
  const before = item.at(-2);
  const path = item.every((token, place) => (place % 2 === 0 ? isName(token) : token.word === '.'));
  // A name right behind an operator is an operand, not an alias.
  if (!path && before?.kind === 'operator') return undefined;
  const source = text.slice(last.start, last.end);
  return source.startsWith('"') ? source.slice(1, -1).replaceAll('""', '"') : source;
}
