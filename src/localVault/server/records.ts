/** The answer of "execute query" as JSON text (S34, S35). */
import type { EngineColumn, EngineRows } from '../engine/engine.ts';

/** What JSON calls a number: PostgreSQL's NaN and Infinity are not numbers there. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Written as text, never through a double or a Date: bigint and numeric keep every digit, timestamps their microseconds,
 * nested objects their own text, columns their order whatever they are called. NULL columns are left out, as the service
 * does, unless they are wanted; `records` is null where there is no record. Of several columns of one name the last one counts, as in any JSON object.
 */
export function recordsBody(
  { columns, rows }: EngineRows,
  nulls: 'leftOut' | 'withNulls' = 'leftOut',
): string {
  if (rows.length === 0) return '{"records":null}';
  const shown = lastOfEachName(columns);
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const records = rows.map((row) => {
    const fields: string[] = [];
    for (const index of shown) {
      const cell = row[index];
      const column = columns[index];
      if (cell === undefined || column === undefined) continue;
      if (cell !== null) fields.push(`${keys[index]}:${value(column, cell)}`);
      else if (nulls === 'withNulls') fields.push(`${keys[index]}:null`);
    }
    return `{"fields":{${fields.join(',')}}}`;
  });
  return `{"records":[${records.join(',')}]}`;
}

function lastOfEachName(columns: readonly EngineColumn[]): readonly number[] {
  const last = new Map(columns.map(({ name }, index) => [name, index]));
  return [...last.values()].sort((a, b) => a - b);
}

function value({ kind }: EngineColumn, cell: string): string {
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
