/** Rules on single columns, which only the user's settings know (spec 4.2, rules 5 and 6). */
import type { ColumnName, Outline } from './outline.ts';
import type { ColumnPolicy, Finding } from './types.ts';

const fold = (name: string): string => name.toLowerCase();

/**
 * Finds the policy of a column as it is named in a statement. A name without a table means any table of the FROM
 * list: a column that may be protected is treated as protected.
 */
function policyFinder(
  outline: Outline,
  policies: readonly ColumnPolicy[],
): (column: ColumnName) => ColumnPolicy | undefined {
  const tables = new Set<string>();
  const aliases = new Map<string, Set<string>>();
  for (const { name, alias } of outline.tables) {
    tables.add(fold(name));
    const key = fold(alias ?? name);
    const named = aliases.get(key) ?? new Set();
    aliases.set(key, named.add(fold(name)));
  }
  // Not Map.groupBy: the command-line program runs on Node 20, which has none.
  const byColumn = new Map<string, ColumnPolicy[]>();
  for (const policy of policies) {
    const key = fold(policy.column);
    byColumn.set(key, [...(byColumn.get(key) ?? []), policy]);
  }
  return (column) => {
    const candidates = byColumn.get(fold(column.name));
    if (!candidates) return undefined;
    const from = column.table === undefined ? tables : aliases.get(fold(column.table));
    return candidates.find(({ table }) => from?.has(fold(table)));
  };
}

/** Adds what the policies forbid, takes away the doubt about `?` where a policy decides it; in text order. */
export function reportColumns(
  findings: readonly Finding[],
  outline: Outline,
  policies: readonly ColumnPolicy[],
): Finding[] {
  const added: Finding[] = [];
  const policyOf = policyFinder(outline, policies);
  const decided = new Set<number>();
  for (const column of outline.columns) {
    if (!column.condition && !column.conditional) continue;
    const policy = policyOf(column);
    if (!policy) continue;
    const data = { table: policy.table, column: policy.column };
    if (policy.transientTokenization === true && column.condition) {
      const { start, end } = column;
      added.push({ code: 'transient-where', severity: 'error', start, end, construct: 'WHERE', data });
    }
    if (column.conditional && policy.columnLevelEncryption !== undefined) {
      decided.add(column.conditional.start);
      if (!policy.columnLevelEncryption) {
        const { start, end } = column.conditional;
        added.push({ code: 'encryption-conditional', severity: 'error', start, end, construct: '?', data });
      }
    }
  }
  return [
    ...findings.filter(({ code, start }) => code !== 'undocumented' || !decided.has(start)),
    ...added,
  ].sort((a, b) => a.start - b.start);
}
