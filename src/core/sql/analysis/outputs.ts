/**
 * Determines from the SELECT list which columns each result column is derived from, so that renamed ones are masked.
 */
import type { Query, Target } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import type { Summary } from './summary.ts';

export interface OutputColumn {
  /** The alias, or the name of the one column that it is; undefined where the service chooses the name. */
  readonly name?: string;
  /** Names of the columns read in it, without their tables. */
  readonly columns: readonly string[];
}

/** The items of the outermost SELECT list of a statement, in order; none where it cannot be read. */
export function readOutputs(tree: SyntaxTree, summary: Summary): readonly OutputColumn[] {
  return outputItems(tree, summary).map(({ output }) => output);
}

/** Each item of the outermost SELECT list. */
function outputItems(
  tree: SyntaxTree,
  { columns }: Summary,
): { readonly target: Target; readonly output: OutputColumn; readonly callee?: string }[] {
  // Items follow one another, so each column is looked at once.
  const inOrder = columns.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return targetsOf(tree.statement.query).map((target) => {
    const { start, end } = target;
    while ((inOrder[next]?.start ?? end) < start) next++;
    const first = next;
    while ((inOrder[next]?.start ?? end) < end) next++;
    const within = inOrder.slice(first, next);
    const name = nameOf(target);
    const output = { ...(name !== undefined && { name }), columns: within.map((column) => column.name) };
    const { value } = target;
    const call = value.kind === 'call' || value.kind === 'array' ? value.construct : undefined;
    return { target, output, ...(call && { callee: tree.source.slice(call.start, call.end) }) };
  });
}

/** The list that names the columns of a query: that of the first of those that set operators join. */
function targetsOf(query: Query | undefined): readonly Target[] {
  const [first] = query?.members ?? [];
  if (first?.kind === 'parenthesizedQuery') return targetsOf(first.query);
  return first?.kind === 'select' ? first.targets.filter(({ value }) => value.kind !== 'missing') : [];
}

/** `… AS x`, `… x`, `t.x` or `x`; anything else is named by the service. */
function nameOf({ value, alias }: Target): string | undefined {
  if (alias) return alias.text;
  let inner = value;
  for (; inner.kind === 'parenthesized' && inner.items.length === 1; ) inner = inner.items[0] ?? inner;
  return inner.kind === 'column' && !inner.isStar ? inner.parts.at(-1)?.text : undefined;
}

/**
 * The columns of the outermost SELECT list that are returned under their own names, as they are written; `all` where it
 * is `*`, with nothing beside it that has another name.
 */
export function readPlainColumns({ source, statement }: SyntaxTree): readonly string[] | 'all' {
  const targets = targetsOf(statement.query);
  const isStar = ({ value }: Target): boolean =>
    value.kind === 'star' || (value.kind === 'column' && value.isStar);
  const plain = targets.flatMap(({ value, alias }) => {
    const last = value.kind === 'column' && !value.isStar && !alias ? value.parts.at(-1) : undefined;
    return last ? [source.slice(last.start, last.end)] : [];
  });
  const stars = targets.filter(isStar).length;
  return stars > 0 && stars + plain.length === targets.length ? 'all' : plain;
}

/** Names that the service may use for the result column of one item of a SELECT list. */
export interface SelectItem {
  /** Possible names, the most likely one first. */
  readonly names: readonly string[];
  /**
   * Whether the item is a column or has an alias, so that its result column is known even if no record contains it yet.
   */
  readonly certain: boolean;
}

/**
 * Returns the names under which the service may return each item of the outermost SELECT list, in order: the alias or,
 * for a plain column, its name; for other expressions, the single column in it and the name of the function called.
 * Undefined if the list contains `*` or is empty.
 */
export function readSelectList(tree: SyntaxTree, summary: Summary): readonly SelectItem[] | undefined {
  const found = outputItems(tree, summary).map(({ target: { value }, output, callee }) => {
    if (value.kind === 'star' || (value.kind === 'column' && value.isStar)) return undefined;
    if (output.name !== undefined) return { names: [output.name], certain: true };
    const [column, ...more] = new Set(output.columns);
    const names = [
      ...(column !== undefined && more.length === 0 ? [column] : []),
      ...(callee === undefined ? [] : [callee]),
    ];
    return { names, certain: false };
  });
  const list = found.filter((item) => item !== undefined);
  return list.length > 0 && list.length === found.length ? list : undefined;
}
