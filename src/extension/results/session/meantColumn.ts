/** The column that a query probably means where the service rejects one of its columns. */
import { nearest } from '../../../core/messages/nearest.ts';
import type { KnownTable } from '../../../core/schema/catalogue.ts';
import { unquoted } from '../../../core/sql/lexer/escapes.ts';
import { isTypo } from '../../../core/sql/lint/spelling.ts';
import type { Run } from '../../query/run.ts';
import { targetLabel } from '../../targets/targets.ts';

/** Among the columns that answered queries have shown of the query's tables; undefined where none is that near. */
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
