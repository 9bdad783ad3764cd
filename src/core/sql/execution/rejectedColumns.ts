import type { ColumnReference } from '../analysis/summary.ts';
import type { Range } from '../syntax/nodes.ts';

/**
 * Matches `column "name"`, `field 'name'` and the like in a message of the service, whose wording is not documented
 * (S31).
 */
const COLUMN_MENTION =
  /\b(?:column|field)\s+(?:(["'`“])([^"'`“”]{1,200})["'`”]|([\p{L}_][\p{L}\p{N}_$.]{0,200}))/giu;

const lower = (name: string | undefined): string | undefined => name?.toLowerCase();

/**
 * Returns the ranges of the references to the first column that `message` names and `columns` contains; an empty array
 * if there is none.
 */
export function findRejectedColumns(message: string, columns: readonly ColumnReference[]): readonly Range[] {
  for (const [, , quoted, bare] of message.matchAll(COLUMN_MENTION)) {
    const found = findReferencesTo((quoted ?? bare ?? '').replace(/\.$/, ''), columns);
    if (found.length > 0) return found.map(({ start, end }) => ({ start, end }));
  }
  return [];
}

function findReferencesTo(named: string, columns: readonly ColumnReference[]): readonly ColumnReference[] {
  const called = (name: string): ColumnReference[] =>
    columns.filter((column) => lower(column.name) === lower(name));
  const whole = called(named);
  const dot = named.lastIndexOf('.');
  if (whole.length > 0 || dot < 0) return whole;
  const byName = called(named.slice(dot + 1));
  const ofTable = byName.filter(({ table }) => lower(table) === lower(named.slice(0, dot)));
  return ofTable.length > 0 ? ofTable : byName;
}
