/** Locates the column that the service names when it rejects a query. */
import type { ColumnReference } from '../analysis/summary.ts';
import type { Range } from '../syntax/nodes.ts';

/**
 * Matches `column "name"`, `column c.name` and `field 'name'` in a message. The service determines the wording (S31).
 */
const NAMED = /\b(?:column|field)\s+(?:(["'`“])([^"'`“”]{1,200})["'`”]|([\p{L}_][\p{L}\p{N}_$.]{0,200}))/giu;

const lower = (name: string | undefined): string | undefined => name?.toLowerCase();

/**
 * The references to the first column that `message` names and the statement has; none where it names none of them. A
 * table named before the column's dot narrows them down. Offsets are those of `columns`.
 */
export function rejectedColumns(message: string, columns: readonly ColumnReference[]): readonly Range[] {
  for (const [, , quoted, bare] of message.matchAll(NAMED)) {
    const found = referencesTo((quoted ?? bare ?? '').replace(/\.$/, ''), columns);
    if (found.length > 0) return found.map(({ start, end }) => ({ start, end }));
  }
  return [];
}

function referencesTo(named: string, columns: readonly ColumnReference[]): readonly ColumnReference[] {
  const called = (name: string): ColumnReference[] =>
    columns.filter((column) => lower(column.name) === lower(name));
  const whole = called(named);
  const dot = named.lastIndexOf('.');
  if (whole.length > 0 || dot < 0) return whole;
  const byName = called(named.slice(dot + 1));
  const ofTable = byName.filter(({ table }) => lower(table) === lower(named.slice(0, dot)));
  return ofTable.length > 0 ? ofTable : byName;
}
