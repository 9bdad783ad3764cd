/** Names that can come at a place: tables after FROM and JOIN, columns of the tables in FROM, aliases. */

import type { TableReference, WalkState } from '../../analysis/walkState.ts';
import { nameKey } from '../../dialect/identifier.ts';
import type { Caret } from '../caret.ts';
import { policyOf, type TableNames, tablesOf } from '../schemaIndex.ts';
import { type Completion, type CompletionOptions, ranks } from './types.ts';

export interface NamePlace {
  readonly text: string;
  readonly caret: Caret;
  readonly state: WalkState;
  readonly tables: readonly TableReference[];
  readonly options: CompletionOptions;
}

export function completeNames(place: NamePlace): Completion[] {
  const { state, options } = place;
  switch (state.expecting) {
    case 'table':
      return [...(options.schema?.values() ?? [])].map(({ name }) => ({
        kind: 'table',
        label: name,
        rank: ranks.table,
      }));
    case 'member':
      return state.inTable ? [] : members(place);
    case 'operand':
      if (state.clause === 'start') return [];
      return place.tables.length > 0 ? [...columns(place), ...aliases(place)] : everyColumn(place);
    default:
      return [];
  }
}

const source = ({ text }: NamePlace, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

const known = (place: NamePlace, reference: TableReference): TableNames | undefined =>
  place.options.schema?.get(nameKey(source(place, reference.table)));

/** Columns with transient tokenization cannot stand in a condition (D8). */
function isRefused({ state, options }: NamePlace, table: string, column: string): boolean {
  if (state.clause !== 'where' && state.clause !== 'on') return false;
  return policyOf(options.columns ?? [], table, column)?.transientTokenization === true;
}

function column(place: NamePlace, table: string, name: string, qualifier = ''): Completion {
  const refused = isRefused(place, table, name);
  return {
    kind: 'column',
    label: qualifier === '' ? name : `${qualifier}.${name}`,
    tables: [table],
    rank: refused ? ranks.refused : ranks.column,
    ...(refused ? { refused } : {}),
  };
}

/** After `p.`: the columns of that table. */
function members(place: NamePlace): Completion[] {
  const found = tablesOf(place.text, place.tables, place.state.qualifier);
  return found.flatMap((reference) =>
    [...(known(place, reference)?.columns.values() ?? [])].map((name) =>
      column(place, source(place, reference.table), name),
    ),
  );
}

/** Columns of the tables in FROM; with the table's name before them where there are several tables. */
function columns(place: NamePlace): Completion[] {
  const { tables } = place;
  return tables.flatMap((reference) => {
    const qualifier = tables.length > 1 ? source(place, reference.alias ?? reference.table) : '';
    return [...(known(place, reference)?.columns.values() ?? [])].map((name) =>
      column(place, source(place, reference.table), name, qualifier),
    );
  });
}

function aliases(place: NamePlace): Completion[] {
  return place.tables.map((reference) => ({
    kind: 'alias',
    label: source(place, reference.alias ?? reference.table),
    tables: [source(place, reference.table)],
    rank: ranks.alias,
  }));
}

/** Before FROM is written: the columns of all tables, each name once. */
function everyColumn(place: NamePlace): Completion[] {
  const tablesByColumn = new Map<string, string[]>();
  for (const table of place.options.schema?.values() ?? []) {
    for (const name of table.columns.values()) {
      const found = tablesByColumn.get(name);
      if (found) found.push(table.name);
      else tablesByColumn.set(name, [table.name]);
    }
  }
  return [...tablesByColumn].map(([label, tables]) => ({
    kind: 'column',
    label,
    tables,
    rank: ranks.column,
  }));
}
