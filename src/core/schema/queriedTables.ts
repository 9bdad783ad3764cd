import { readsOfStatement } from '../audit/table/queryReads.ts';
import { toCell } from '../results/view/cell.ts';
import type { QueryRecord } from '../service/types.ts';
import { listPlainColumnNames } from '../sql/analysis/outputs.ts';
import { summarizeStatement } from '../sql/analysis/summary.ts';
import { createNameKey, quoteNameIfNeeded } from '../sql/dialect/identifier.ts';
import { collectNamesOfResult } from '../sql/editor/schemaIndex.ts';
import type { SqlDocument } from '../sql/syntax/document/sqlDocument.ts';
import type { ColumnFacts, ObservedKind, SourceColumn, SourceTable } from './catalogue.ts';

const KNOWN_LEVELS = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);

/**
 * Returns the tables and columns that a successful query shows to exist, with REDACTION levels that it requested. If it
 * is clear to which columns the values in its result `records` belong, also returns facts about these values, such as
 * their kinds.
 */
export function getQueriedTables(
  document: SqlDocument,
  records: readonly QueryRecord[],
): readonly SourceTable[] {
  const facts = collectFactsByName(records);
  const index = collectNamesOfResult(document, [...facts.keys()]);
  const levels = collectRedactionLevels(document);
  const plain = index.size === 1 ? findFactsOfPlainColumns(document, facts) : new Map<string, ColumnFacts>();
  return Array.from(index, ([table, { name, columns }]) => {
    const levelsOfTable = levels.get(table);
    return {
      name,
      columns: Array.from(
        columns,
        ([key, written]): SourceColumn => ({
          name: written,
          ...plain.get(key),
          ...levelsOfTable?.get(key),
        }),
      ),
    };
  });
}

function findFactsOfPlainColumns(
  document: SqlDocument,
  facts: ReadonlyMap<string, ColumnFacts>,
): ReadonlyMap<string, ColumnFacts> {
  const [first] = document.statements();
  const columns = first ? listPlainColumnNames(first.statement.tree) : [];
  const byKey = new Map(
    Array.from(facts, ([name, columnFacts]) => [createNameKey(quoteNameIfNeeded(name)), columnFacts]),
  );
  if (columns === 'all') return byKey;
  const keys = new Set(columns.map(createNameKey));
  return new Map([...byKey].filter(([key]) => keys.has(key)));
}

const MAX_VALUES = 5_000;

function collectFactsByName(records: readonly QueryRecord[]): ReadonlyMap<string, ColumnFacts> {
  const maxRecords = Math.max(1, Math.floor(MAX_VALUES / (records[0]?.fields.length || 1)));
  const found = new Map<string, { readonly kinds: Set<ObservedKind>; isRedacted: boolean }>();
  for (const [index, { fields }] of records.entries())
    for (const [name, value] of fields) {
      const column = found.get(name) ?? { kinds: new Set(), isRedacted: false };
      found.set(name, column);
      if (index >= maxRecords) continue;
      const { k: kind } = toCell(value);
      if (kind === 'redacted') column.isRedacted = true;
      if (kind === 'redacted' || kind === 'empty') column.kinds.add('text');
      else if (kind !== 'absent' && kind !== 'null' && kind !== 'masked') column.kinds.add(kind);
    }
  return new Map(
    Array.from(found, ([name, { kinds, isRedacted }]) => [
      name,
      { ...(kinds.size > 0 && { kinds: [...kinds] }), ...(isRedacted && { isRedacted }) },
    ]),
  );
}

interface ColumnLevels {
  readonly levels: readonly string[];
}

function collectRedactionLevels(
  document: SqlDocument,
): ReadonlyMap<string, ReadonlyMap<string, ColumnLevels>> {
  const found = new Map<string, Map<string, ColumnLevels>>();
  for (const { statement } of document.statements())
    for (const { tables, column, level } of readsOfStatement(summarizeStatement(statement.tree))) {
      const [table] = tables;
      if (table === undefined || tables.length > 1 || level === undefined || !KNOWN_LEVELS.has(level))
        continue;
      const tableKey = createNameKey(quoteNameIfNeeded(table));
      const ofTable = found.get(tableKey) ?? new Map<string, ColumnLevels>();
      found.set(tableKey, ofTable);
      const key = createNameKey(quoteNameIfNeeded(column));
      const levels = new Set([...(ofTable.get(key)?.levels ?? []), level]);
      ofTable.set(key, { levels: [...levels] });
    }
  return found;
}
