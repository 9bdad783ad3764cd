import type { NamedTable } from '../../analysis/roles.ts';
import { createNameKey } from '../../dialect/identifier.ts';
import type { Token } from '../../lexer/tokens.ts';
import type { MarkedStatement } from '../place/marker.ts';
import type { ExpressionClause, Place } from '../place/types.ts';
import { findColumnPolicy, findTablesOfQualifier, type TableNames } from '../schemaIndex.ts';
import { findTablesInScope } from './scope.ts';
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
      return place.isTable || !qualifier
        ? []
        : memberCompletions(createNamePlace(place.clause, marked, options), qualifier);
    }
    case 'operand': {
      if (place.clause === 'page') return [];
      const names = createNamePlace(place.clause, marked, options);
      return names.tables.length > 0
        ? [...columnCompletions(names), ...aliasCompletions(names)]
        : allColumnCompletions(options);
    }
    default:
      return [];
  }
}

const createNamePlace = (
  clause: ExpressionClause,
  marked: MarkedStatement,
  options: CompletionOptions,
): NamePlace => ({
  text: marked.text,
  tables: findTablesInScope(marked),
  clause,
  options,
});

const sourceText = ({ text }: NamePlace, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

const findSchemaNamesOfTable = (place: NamePlace, reference: NamedTable): TableNames | undefined =>
  place.options.schema?.get(createNameKey(sourceText(place, reference.table)));

function isRefusedByPolicy({ clause, options }: NamePlace, table: string, column: string): boolean {
  if (clause !== 'condition') return false;
  return findColumnPolicy(options.columns ?? [], table, column)?.transientTokenization === true;
}

function columnCompletion(place: NamePlace, table: string, name: string, qualifier = ''): Completion {
  const refused = isRefusedByPolicy(place, table, name);
  return {
    kind: 'column',
    label: qualifier === '' ? name : `${qualifier}.${name}`,
    column: name,
    tables: [table],
    rank: refused ? ranks.refused : ranks.column,
    ...(refused ? { refused } : {}),
  };
}

function memberCompletions(place: NamePlace, qualifier: Token): Completion[] {
  const found = findTablesOfQualifier(place.text, place.tables, qualifier);
  return found.flatMap((reference) =>
    [...(findSchemaNamesOfTable(place, reference)?.columns.values() ?? [])].map((name) =>
      columnCompletion(place, sourceText(place, reference.table), name),
    ),
  );
}

function columnCompletions(place: NamePlace): Completion[] {
  const { tables } = place;
  return tables.flatMap((reference) => {
    const qualifier = tables.length > 1 ? sourceText(place, reference.alias ?? reference.table) : '';
    return [...(findSchemaNamesOfTable(place, reference)?.columns.values() ?? [])].map((name) =>
      columnCompletion(place, sourceText(place, reference.table), name, qualifier),
    );
  });
}

function aliasCompletions(place: NamePlace): Completion[] {
  return place.tables.map((reference) => ({
    kind: 'alias',
    label: sourceText(place, reference.alias ?? reference.table),
    tables: [sourceText(place, reference.table)],
    rank: ranks.alias,
  }));
}

function allColumnCompletions({ schema }: CompletionOptions): Completion[] {
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
