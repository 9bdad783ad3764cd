/** Names that can come at a place: tables after FROM and JOIN, columns of the tables in FROM, aliases. */
import type { NamedTable } from '../../analysis/roles.ts';
import { nameKey } from '../../dialect/identifier.ts';
import type { Token } from '../../lexer/tokens.ts';
import type { MarkedStatement } from '../place/marker.ts';
import type { ExpressionClause, Place } from '../place/types.ts';
import { policyOf, type TableNames, tablesOf } from '../schemaIndex.ts';
import { tablesInScope } from './scope.ts';
import { type Completion, type CompletionOptions, ranks } from './types.ts';

interface NamePlace {
  readonly text: string;
  readonly tables: readonly NamedTable[];
  readonly clause: ExpressionClause;
  readonly options: CompletionOptions;
}

export function completeNames(
  place: Place,
  marked: MarkedStatement,
  options: CompletionOptions,
): Completion[] {
  switch (place.kind) {
    case 'table':
      return [...(options.schema?.values() ?? [])].map(({ name }) => ({
        kind: 'table',
        label: name,
        rank: ranks.table,
      }));
    case 'member': {
      const qualifier = marked.tokens[marked.index - 2];
      return place.isTable || !qualifier ? [] : members(namesAt(place.clause, marked, options), qualifier);
    }
    case 'operand': {
      if (place.clause === 'page') return [];
      const names = namesAt(place.clause, marked, options);
      return names.tables.length > 0 ? [...columns(names), ...aliases(names)] : everyColumn(options);
    }
    default:
      return [];
  }
}

const namesAt = (
  clause: ExpressionClause,
  marked: MarkedStatement,
  options: CompletionOptions,
): NamePlace => ({
  text: marked.text,
  tables: tablesInScope(marked),
  clause,
  options,
});

const source = ({ text }: NamePlace, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

const known = (place: NamePlace, reference: NamedTable): TableNames | undefined =>
  place.options.schema?.get(nameKey(source(place, reference.table)));

/** Columns with transient tokenization cannot be used in a condition (D8). */
function isRefused({ clause, options }: NamePlace, table: string, column: string): boolean {
  if (clause !== 'condition') return false;
  return policyOf(options.columns ?? [], table, column)?.transientTokenization === true;
}

function column(place: NamePlace, table: string, name: string, qualifier = ''): Completion {
  const refused = isRefused(place, table, name);
  return {
    kind: 'column',
    label: qualifier === '' ? name : `${qualifier}.${name}`,
    column: name,
    tables: [table],
    rank: refused ? ranks.refused : ranks.column,
    ...(refused ? { refused } : {}),
  };
}

/** After `p.`: the columns of that table. */
function members(place: NamePlace, qualifier: Token): Completion[] {
  const found = tablesOf(place.text, place.tables, qualifier);
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
function everyColumn({ schema }: CompletionOptions): Completion[] {
  const tablesByColumn = new Map<string, string[]>();
  for (const table of schema?.values() ?? []) {
    for (const name of table.columns.values()) {
      const found = tablesByColumn.get(name);
      if (found) found.push(table.name);
      else tablesByColumn.set(name, [table.name]);
    }
  }
  return [...tablesByColumn].map(([label, tables]) => ({
    kind: 'column',
    label,
    column: label,
    tables,
    rank: ranks.column,
  }));
}
