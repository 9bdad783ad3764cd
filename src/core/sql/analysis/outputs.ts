import type { Query, Target } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import type { Summary } from './summary.ts';

export interface OutputColumn {
  /**
   * The item's alias, or else the column's name if the item is just a column, perhaps in parentheses; absent otherwise.
   */
  readonly name?: string;
  readonly columns: readonly string[];
}

/**
 * Returns one output column for each item of a statement's outermost SELECT list, in order, also for a star. If set
 * operators join several queries, the list of the first one is used.
 */
export function listOutputColumns(tree: SyntaxTree, summary: Summary): readonly OutputColumn[] {
  return createOutputItems(tree, summary).map(({ output }) => output);
}

function createOutputItems(
  tree: SyntaxTree,
  { columns }: Summary,
): { readonly target: Target; readonly output: OutputColumn; readonly callee?: string }[] {
  // The items are in the order of the text, so a single pass over the columns is enough.
  const inOrder = columns.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return selectListOf(tree.statement.query).map((target) => {
    const { start, end } = target;
    while ((inOrder[next]?.start ?? end) < start) next++;
    const first = next;
    while ((inOrder[next]?.start ?? end) < end) next++;
    const within = inOrder.slice(first, next);
    const name = findResultColumnName(target);
    const output = { ...(name !== undefined && { name }), columns: within.map((column) => column.name) };
    const { value } = target;
    const call = value.kind === 'call' || value.kind === 'array' ? value.construct : undefined;
    return { target, output, ...(call && { callee: tree.source.slice(call.start, call.end) }) };
  });
}

function selectListOf(query: Query | undefined): readonly Target[] {
  const [first] = query?.members ?? [];
  if (first?.kind === 'parenthesizedQuery') return selectListOf(first.query);
  return first?.kind === 'select' ? first.targets.filter(({ value }) => value.kind !== 'missing') : [];
}

function findResultColumnName({ value, alias }: Target): string | undefined {
  if (alias) return alias.text;
  let inner = value;
  for (; inner.kind === 'parenthesized' && inner.items.length === 1; ) inner = inner.items[0] ?? inner;
  return inner.kind === 'column' && !inner.isStar ? inner.parts.at(-1)?.text : undefined;
}

/**
 * Returns the names of columns that are items of the outermost SELECT list without an alias or parentheses. Each is the
 * last part of a dotted name, as written in the statement. Other items are left out. Returns `all` if the list has at
 * least one star and otherwise only such columns.
 */
export function listPlainColumnNames({ source, statement }: SyntaxTree): readonly string[] | 'all' {
  const targets = selectListOf(statement.query);
  const isStar = ({ value }: Target): boolean =>
    value.kind === 'star' || (value.kind === 'column' && value.isStar);
  const plain = targets.flatMap(({ value, alias }) => {
    const last = value.kind === 'column' && !value.isStar && !alias ? value.parts.at(-1) : undefined;
    return last ? [source.slice(last.start, last.end)] : [];
  });
  const stars = targets.filter(isStar).length;
  return stars > 0 && stars + plain.length === targets.length ? 'all' : plain;
}

export interface SelectItem {
  /** Possible names of the result column, the most likely one first; empty if none can be predicted, as for `1 + 1`. */
  readonly names: readonly string[];
  /** Whether the item has an alias or is just a column, so that `names` has only the name of its result column. */
  readonly isCertain: boolean;
}

/**
 * Returns the names under which the service may return each item of the outermost SELECT list, in order. Undefined if
 * the list contains a star or is empty.
 */
export function listSelectItems(tree: SyntaxTree, summary: Summary): readonly SelectItem[] | undefined {
  const found = createOutputItems(tree, summary).map(({ target: { value }, output, callee }) => {
    if (value.kind === 'star' || (value.kind === 'column' && value.isStar)) return undefined;
    if (output.name !== undefined) return { names: [output.name], isCertain: true };
    const [column, ...more] = new Set(output.columns);
    const names = [
      ...(column !== undefined && more.length === 0 ? [column] : []),
      ...(callee === undefined ? [] : [callee]),
    ];
    return { names, isCertain: false };
  });
  const list = found.filter((item) => item !== undefined);
  return list.length > 0 && list.length === found.length ? list : undefined;
}
