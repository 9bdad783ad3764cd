import {
  ColumnScopes,
  findFirstColumnIndexFrom,
  foldName,
  type PolicyIndex,
} from '../analysis/columnScopes.ts';
import type { ColumnReference, ConditionalOperand, Summary } from '../analysis/summary.ts';
import type { ColumnPolicy } from '../dialect/schema.ts';
import type { Range } from '../syntax/nodes.ts';
import type { Collector } from './collector.ts';

// Not Map.groupBy: the command-line program runs on Node 20, which has none.
function groupPoliciesBy(policies: readonly ColumnPolicy[], key: 'table' | 'column'): PolicyIndex {
  const index = new Map<string, ColumnPolicy[]>();
  for (const policy of policies) {
    const list = index.get(foldName(policy[key]));
    if (list) list.push(policy);
    else index.set(foldName(policy[key]), [policy]);
  }
  return index;
}

const none: ReadonlySet<number> = new Set();
const isTransient = (policy: ColumnPolicy): boolean => policy.transientTokenization === true;
const isUnencrypted = (policy: ColumnPolicy): boolean => policy.columnLevelEncryption === false;

/**
 * Returns a function that adds findings for what column policies forbid in a statement: a condition on a column with
 * transient tokenization (D8), and `?` on a column without encryption (D9). The function returns the start offsets of
 * the `?` operators whose use a policy allows or forbids.
 */
export function createColumnPolicyCheck(
  policies: readonly ColumnPolicy[],
): (summary: Summary, out: Collector) => ReadonlySet<number> {
  const indexes = {
    byColumn: groupPoliciesBy(policies, 'column'),
    byTable: groupPoliciesBy(policies, 'table'),
  };
  return (summary, out) => {
    if (policies.length === 0) return none;
    const decided = new Set<number>();
    const scopes = new ColumnScopes(summary, indexes);
    for (const column of summary.columns) {
      if (column.isInCondition) checkTransientColumn(scopes, column, out);
      if (
        column.conditionalOperator &&
        tryDecideConditionalOperator(scopes, column, column.conditionalOperator, out)
      )
        decided.add(column.conditionalOperator.start);
    }
    for (const { operator } of checkConditionalOperands(scopes, summary, out)) decided.add(operator.start);
    for (const { name, start, end } of summary.wholeRows) {
      addFindingIfPolicyFound(
        out,
        'transient-where',
        { start, end },
        scopes.findPoliciesOfWholeRow(name).find(isTransient),
        name,
      );
    }
    return decided;
  };
}

function checkTransientColumn(scopes: ColumnScopes, column: ColumnReference, out: Collector): void {
  const own = scopes.findPoliciesByOwnName(column).find(isTransient);
  const rows = column.table === undefined ? scopes.findPoliciesOfWholeRow(column.name) : [];
  const hidden = own ? undefined : [...scopes.findPoliciesOfRenamedColumn(column), ...rows].find(isTransient);
  addFindingIfPolicyFound(out, 'transient-where', column, own ?? hidden, hidden && column.name);
}

/**
 * Finds the policies that decide whether `?` is supported on a column. `hasPolicy` is true if a policy for the column's
 * own name has `columnLevelEncryption`; `refused` is such a policy that forbids `?`. If there is none for the own name,
 * `hidden` is a policy that forbids `?` on another column, which the statement may have renamed to this name.
 */
function findConditionalPolicies(scopes: ColumnScopes, column: ColumnReference) {
  const own = scopes.findPoliciesByOwnName(column).filter((one) => one.columnLevelEncryption !== undefined);
  const refused = own.find(isUnencrypted);
  const hidden =
    own.length === 0 ? scopes.findPoliciesOfRenamedColumn(column).find(isUnencrypted) : undefined;
  return { hasPolicy: own.length > 0, refused, hidden };
}

function tryDecideConditionalOperator(
  scopes: ColumnScopes,
  column: ColumnReference,
  operator: Range,
  out: Collector,
): boolean {
  const { hasPolicy, refused, hidden } = findConditionalPolicies(scopes, column);
  addFindingIfPolicyFound(out, 'encryption-conditional', operator, refused ?? hidden, hidden && column.name);
  return hasPolicy || hidden !== undefined;
}

/**
 * Adds findings for `?` after an operand that is more than a column, such as `(a)` or `a::b`. Returns the operands
 * whose `?` a policy allows or forbids. Any column within an operand may be the one that `?` tests. Operands may be
 * nested, so a binary search finds their columns.
 */
function checkConditionalOperands(
  scopes: ColumnScopes,
  { columns, conditionals }: Summary,
  out: Collector,
): ConditionalOperand[] {
  if (conditionals.length === 0) return [];
  const ordered = columns.toSorted((a, b) => a.start - b.start);
  const refused = ordered.filter((column) => {
    const found = findConditionalPolicies(scopes, column);
    return (found.refused ?? found.hidden ?? findRowPolicy(scopes, column)) !== undefined;
  });
  return conditionals.filter(({ start, end, operator }) => {
    const column = refused[findFirstColumnIndexFrom(refused, start)];
    if (column && column.start < end) {
      const found = findConditionalPolicies(scopes, column);
      const hidden = found.hidden ?? findRowPolicy(scopes, column);
      addFindingIfPolicyFound(
        out,
        'encryption-conditional',
        operator,
        found.refused ?? hidden,
        found.refused ? undefined : column.name,
      );
      return true;
    }
    const at = findFirstColumnIndexFrom(ordered, start);
    const isLone = (ordered[at]?.start ?? end) < end && (ordered[at + 1]?.start ?? end) >= end;
    const lone = isLone ? ordered[at] : undefined;
    return lone !== undefined && findConditionalPolicies(scopes, lone).hasPolicy;
  });
}

const findRowPolicy = (scopes: ColumnScopes, { table, name }: ColumnReference): ColumnPolicy | undefined =>
  table === undefined ? scopes.findPoliciesOfWholeRow(name).find(isUnencrypted) : undefined;

function addFindingIfPolicyFound(
  out: Collector,
  code: 'transient-where' | 'encryption-conditional',
  where: { readonly start: number; readonly end: number } | undefined,
  policy: ColumnPolicy | undefined,
  name?: string,
): void {
  if (!where || !policy) return;
  const { start, end } = where;
  const { table, column } = policy;
  out.addFindingUnlessFull(code, { start, end }, code === 'transient-where' ? 'WHERE' : '?', {
    ...(name !== undefined && { reason: 'renamed' }),
    data: { table, column, ...(name !== undefined && { name }) },
  });
}
