/** Suggests the column that a query probably means if the service rejects one of its columns. */
import { nearest } from '../../../core/messages/nearest.ts';
import type { KnownTable } from '../../../core/schema/catalogue.ts';
import { unquoted } from '../../../core/sql/lexer/escapes.ts';
import { isTypo } from '../../../core/sql/lint/spelling.ts';
import type { Run } from '../../query/run.ts';
import { targetLabel } from '../../targets/targets.ts';

/**
 * Returns the name of the column that a query probably means in place of the one that `message` rejects. Only columns
 * that earlier responses contained for the query's tables are considered. Undefined if none is similar enough, or if
 * `message` names no column of the query.
 */
export function meantColumn(
  { source, target, query }: Run,
  message: string,
  seen: { tables(vault: string): readonly KnownTable[] },
): string | undefined {
  const [place] = source?.rejectedBy(message) ?? [];
  if (!source || !place) return undefined;
  const written = source.text.slice(place.start, place.end);
  const last = written.slice(written.lastIndexOf('.') + 1);
  const name = unquoted(last) ?? last;
  const tables = new Set(query.names.tables.map((table) => table.name.toLowerCase()));
  const columns = seen
    .tables(targetLabel(target))
    .filter(({ label }) => tables.has(label.toLowerCase()))
    .flatMap((table) => table.columns.map((column) => unquoted(column.name) ?? column.name));
  if (columns.includes(name)) return undefined;
  return columns.find((column) => isTypo(name.toLowerCase(), column.toLowerCase())) ?? nearest(name, columns);
}
