/** Rules on single columns, which only the user's settings know (spec 4.2, rules 5 and 6). */
import * as reader from './reader.ts';
import type { Reading } from './statement.ts';
import type { ColumnPolicy, Finding } from './types.ts';

const fold = (name: string): string => name.toLowerCase();

/**
 * A function that adds what the policies forbid to the findings of the statement read last, and takes away the doubt
 * about `?` where a policy decides it. A column without a table may be of any table of the FROM list: one that may
 * be protected is treated as protected.
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
    const decided = new Set<number>();
    for (const { name, table: qualifier = '', condition, conditional, start, end } of outline.columns) {
      const tables = named.get(fold(qualifier));
      const policy = byColumn.get(fold(name))?.find((one) => tables?.has(fold(one.table)));
      if (!policy) continue;
      const { table, column, columnLevelEncryption } = policy;
      const data = { data: { table, column } };
      if (policy.transientTokenization && condition) {
        reader.add('transient-where', { start, end }, 'WHERE', data);
      }
      if (conditional && columnLevelEncryption !== undefined) {
        decided.add(conditional.start);
        if (!columnLevelEncryption) reader.add('encryption-conditional', conditional, '?', data);
      }
    }
    return findings.filter(({ code, start }) => code !== 'undocumented' || !decided.has(start));
  };
}
