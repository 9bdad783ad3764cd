/** Rows as an answer of the service has them: names, numbers, dates, redacted and nested values, some columns absent. */

/** The body of an answer with `count` records from number `from` on. */
export function wideAnswer(from: number, count: number, columns: number): string {
  const records: string[] = [];
  for (let row = from; row < from + count; row++) {
    const fields: string[] = [];
    for (let column = 0; column < columns; column++) {
      // Each record lacks one column (S35).
      if (column > 0 && (row + column) % columns === 0) continue;
      fields.push(`"${columnName(column)}":${valueText(row, column)}`);
    }
    records.push(`{"fields":{${fields.join(',')}}}`);
  }
  return `{"records":[${records.join(',')}]}`;
}

export const columnName = (column: number): string =>
  column === 0 ? 'id' : `${['name', 'email', 'income', 'created_at', 'state', 'note'][column % 6]}_${column}`;

function valueText(row: number, column: number): string {
  if (column === 0) return String(row);
  switch (column % 6) {
    case 0:
      return `"Ada Lovelace ${row * 7 + column}"`;
    case 1:
      return `"s******${row}@example.com"`;
    case 2:
      return `${(row * 37 + column) % 100_000}.50`;
    case 3:
      return `"2024-0${(row % 9) + 1}-11 10:00:00.${String(row).padStart(9, '0')}"`;
    case 4:
      return row % 11 === 0 ? 'null' : `"${['CA', 'NY', 'TX', 'WA'][row % 4]}"`;
    default:
      return row % 5 === 0
        ? `{"street":"${row} Main, \\"Rear\\"","zip":[${row % 1000},1.10]}`
        : `"*REDACTED*"`;
  }
}
