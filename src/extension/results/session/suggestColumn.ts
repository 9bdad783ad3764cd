import { findNearestName } from '../../../core/messages/nearestName.ts';
import type { KnownTable } from '../../../core/schema/catalogue.ts';
import { decodeQuotedName } from '../../../core/sql/lexer/escapes.ts';
import { isTypo } from '../../../core/sql/lint/spelling.ts';
import type { Run } from '../../query/run.ts';
import { formatTarget } from '../../targets/targets.ts';

/**
 * Returns the name of the known column that the user probably intended instead of the column that `message`, an error
 * message of the service, names. Returns undefined if there is no suggestion.
 */
export function suggestColumn(
  { source, target, query }: Run,
  message: string,
  knownTables: { tables(vault: string): readonly KnownTable[] },
): string | undefined {
  const [range] = source?.rejectedBy(message) ?? [];
  if (!source || !range) return undefined;
  const rejectedText = source.text.slice(range.start, range.end);
  const unqualifiedText = rejectedText.slice(rejectedText.lastIndexOf('.') + 1);
  const name = decodeQuotedName(unqualifiedText) ?? unqualifiedText;
  const tables = new Set(query.names.tables.map((table) => table.name.toLowerCase()));
  const columns = knownTables
    .tables(formatTarget(target))
    .filter(({ label }) => tables.has(label.toLowerCase()))
    .flatMap((table) => table.columns.map((column) => decodeQuotedName(column.name) ?? column.name));
  if (columns.includes(name)) return undefined;
  return (
    columns.find((column) => isTypo(name.toLowerCase(), column.toLowerCase())) ??
    findNearestName(name, columns)
  );
}
