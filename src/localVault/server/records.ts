import type { EngineColumn, EngineRows } from '../engine/engine.ts';

/** Matches a JSON number, but not PostgreSQL's NaN and Infinity. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns rows as the JSON body of a query response. `records` is null if there are no rows. Numbers keep their digits,
 * and nested JSON keeps its text. Of several columns with one name, only the last is included.
 */
export function formatRecords(
  { columns, rows }: EngineRows,
  nulls: 'leftOut' | 'withNulls' = 'leftOut',
): string {
  if (rows.length === 0) return '{"records":null}';
  const shown = findLastColumnOfEachName(columns);
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const records = rows.map((row) => {
    const fields: string[] = [];
    for (const index of shown) {
      const cell = row[index];
      const column = columns[index];
      if (cell === undefined || column === undefined) continue;
      if (cell !== null) fields.push(`${keys[index]}:${formatJsonValue(column, cell)}`);
      else if (nulls === 'withNulls') fields.push(`${keys[index]}:null`);
    }
    return `{"fields":{${fields.join(',')}}}`;
  });
  return `{"records":[${records.join(',')}]}`;
}

function findLastColumnOfEachName(columns: readonly EngineColumn[]): readonly number[] {
  const last = new Map(columns.map(({ name }, index) => [name, index]));
  return [...last.values()].sort((a, b) => a - b);
}

function formatJsonValue({ kind }: EngineColumn, cell: string): string {
  switch (kind) {
    case 'exact':
      return NUMBER.test(cell) ? cell : JSON.stringify(cell);
    case 'boolean':
      return cell === 't' ? 'true' : 'false';
    case 'json':
      return cell;
    case 'text':
      return JSON.stringify(cell);
  }
}
