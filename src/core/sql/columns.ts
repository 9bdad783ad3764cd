/** Rules on single columns, which only the user's settings know (spec 4.2, rules 5 and 6). */
import type { Range } from './outline.ts';
import type { Reading } from './statement.ts';
import type { ColumnPolicy, Finding, FindingCode } from './types.ts';

const fold = (name: string): string => name.toLowerCase();

/**
 * A function that adds what the policies forbid to a statement's findings, and takes away the doubt about `?` where
 * a policy decides it. A column without a table may be of any table of the FROM list: one that may be protected is
 * treated as protected.
 */
export function columnRules(policies: readonly ColumnPolicy[]): (reading: Reading) => Finding[] {
  // Not Map.groupBy: the command-line program runs on Node 20, which has none.
  const byColumn = new Map<string, ColumnPolicy[]>();
  for (const policy of policies) {
    const key = fold(policy.column);
    byColumn.set(key, [...(byColumn.get(key) ?? []), policy]);
  }
  return ({ findings, outline }) => {
    /** Tables by what a column may have before its dot; all of them for nothing. */
    const named = new Map<string, Set<string>>();
    for (const { name, alias = name } of outline.tables) {
      for (const key of ['', fold(alias)]) named.set(key, (named.get(key) ?? new Set()).add(fold(name)));
    }
    const added: Finding[] = [];
    const decided = new Set<number>();
    for (const column of outline.columns) {
      const { condition, conditional } = column;
      const tables = named.get(fold(column.table ?? ''));
      const policy = byColumn.get(fold(column.name))?.find(({ table }) => tables?.has(fold(table)));
      if (!policy) continue;
      const report = (code: FindingCode, { start, end }: Range, construct: string): void => {
        const data = { table: policy.table, column: policy.column };
        added.push({ code, severity: 'error', start, end, construct, data });
      };
      if (policy.transientTokenization && condition) report('transient-where', column, 'WHERE');
      if (conditional && policy.columnLevelEncryption !== undefined) {
        decided.add(conditional.start);
        if (!policy.columnLevelEncryption) report('encryption-conditional', conditional, '?');
      }
    }
    const rest = findings.filter(({ code, start }) => code !== 'undocumented' || !decided.has(start));
    return [...rest, ...added];
  };
}
