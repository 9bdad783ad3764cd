/** Resolves the policies that may apply to a name in a statement, through aliases, joins and subqueries. */
import type { ColumnPolicy } from '../dialect/schema.ts';
import type { ColumnReference, Summary } from './summary.ts';

type Names = Pick<Summary, 'groups' | 'tables' | 'columns' | 'renamed'>;

export const fold = (name: string): string => name.toLowerCase();

/** The tables that a qualifier may mean. The qualifier of a column without one is ''. */
interface Scope {
  readonly tables: Set<string>;
  /** True if columns may have other names here than in their tables. */
  derived: boolean;
}
/** Stands for every qualifier whose scope is derived. */
const DERIVED = '*';

/** Policies by a name in lower case. */
export type PolicyIndex = ReadonlyMap<string, readonly ColumnPolicy[]>;
interface PolicyIndexes {
  readonly byColumn: PolicyIndex;
  readonly byTable: PolicyIndex;
}

/** The names of one statement. A name that may be protected is treated as protected. */
export class ColumnScopes {
  readonly #policies: PolicyIndexes;
  readonly #scopes = new Map<string, Scope>();
  /** The tables that each common table expression (WITH) reads, by its name in lower case. */
  readonly #common = new Map<string, ReadonlySet<string>>();
  /** Policies that may apply to renamed columns, by `qualifier.name` in lower case. */
  readonly #renamed = new Map<string, Set<ColumnPolicy>>();

  constructor(summary: Names, policies: PolicyIndexes) {
    this.#policies = policies;
    this.#addGroups(summary);
    for (const { name, alias = name, columns = [] } of summary.tables) {
      const tables = this.#expand(name);
      this.#addScope(fold(alias), tables, this.#common.has(fold(name)));
      this.#rename(columns, fold(alias), tables);
    }
    if (summary.renamed.length > 0) this.#addLabels(summary);
  }

  /** The policies of a column by its own name. */
  policiesOf({ name, table = '' }: ColumnReference): readonly ColumnPolicy[] {
    const tables = this.#scopes.get(fold(table))?.tables;
    return this.#policies.byColumn.get(fold(name))?.filter((one) => tables?.has(fold(one.table))) ?? [];
  }
  /** The policies of all columns that a name may mean which is not theirs. */
  hiddenPoliciesOf({ name, table = '' }: ColumnReference): readonly ColumnPolicy[] {
    const qualifier = fold(table);
    const derived = qualifier !== '' && this.#scopes.get(qualifier)?.derived ? DERIVED : qualifier;
    return [qualifier, derived].flatMap((one) => [...(this.#renamed.get(`${one}.${fold(name)}`) ?? [])]);
  }
  /** The policies of all columns of what is read under a name: `c.*`, or `c` for the row as a whole. */
  rowPoliciesOf(name: string): readonly ColumnPolicy[] {
    return name === '' ? [] : this.#policiesOfTables(this.#scopes.get(fold(name))?.tables ?? []);
  }

  #policiesOfTables(tables: Iterable<string>): ColumnPolicy[] {
    return [...tables].flatMap((table) => this.#policies.byTable.get(table) ?? []);
  }
  /** The tables with policies that a name in FROM means; others are not kept, for common tables add up. */
  #expand(name: string): readonly string[] {
    const key = fold(name);
    const common = this.#common.get(key) ?? [];
    return this.#policies.byTable.has(key) ? [key, ...common] : [...common];
  }
  #addScope(qualifier: string, tables: Iterable<string>, derived: boolean): void {
    for (const key of ['', qualifier]) {
      const scope = this.#scopes.get(key) ?? { tables: new Set(), derived: false };
      this.#scopes.set(key, scope);
      for (const table of tables) scope.tables.add(table);
      scope.derived ||= derived;
    }
  }
  #rename(columns: readonly string[], qualifier: string, tables: Iterable<string>): void {
    const policies = columns.length > 0 ? this.#policiesOfTables(tables) : [];
    for (const column of columns) this.#addPolicies(qualifier, fold(column), policies);
  }
  #addPolicies(qualifier: string, name: string, policies: readonly ColumnPolicy[]): void {
    for (const key of [`.${name}`, `${qualifier}.${name}`]) {
      const known = this.#renamed.get(key) ?? new Set();
      this.#renamed.set(key, known);
      for (const policy of policies) known.add(policy);
    }
  }

  /** Inner ones come before those around them. */
  #addGroups({ groups, tables }: Names): void {
    for (const { name, columns = [], first, last, common } of groups) {
      const inside = new Set(
        tables.slice(first, last).flatMap(({ name: table }) => [...this.#expand(table)]),
      );
      if (common) this.#common.set(fold(name), inside);
      this.#addScope(common ? '' : fold(name), inside, true);
      this.#rename(columns, common ? DERIVED : fold(name), inside);
    }
  }

  /** `SELECT v FROM (SELECT cvv AS v …)`: a label falls under what the columns in its expression fall under. */
  #addLabels({ renamed, columns }: Names): void {
    const ordered = columns.toSorted((a, b) => a.start - b.start);
    const labelsOf = new Map<string, Set<string>>();
    const found: { label: string; policies: readonly ColumnPolicy[] }[] = [];
    for (const { name, start, end } of renamed) {
      const label = fold(name);
      for (let at = firstFrom(ordered, start); (ordered[at]?.start ?? end) < end; at++) {
        const column = ordered[at];
        if (!column) break;
        const policies = [...this.policiesOf(column), ...this.hiddenPoliciesOf(column)];
        if (policies.length > 0) found.push({ label, policies });
        const labels = labelsOf.get(fold(column.name)) ?? new Set();
        labelsOf.set(fold(column.name), labels.add(label));
      }
    }
    // A label may be in the expression of another one.
    const reached = new Map<string, Set<ColumnPolicy>>();
    for (let next = found.pop(); next; next = found.pop()) {
      const { label, policies } = next;
      const known = reached.get(label) ?? new Set();
      reached.set(label, known);
      const more = policies.filter((policy) => !known.has(policy));
      if (more.length === 0) continue;
      for (const policy of more) known.add(policy);
      for (const further of labelsOf.get(label) ?? []) found.push({ label: further, policies: more });
    }
    for (const [label, policies] of reached) this.#addPolicies(DERIVED, label, [...policies]);
  }
}

/** The index of the first column that begins at `start` or later. */
export function firstFrom(columns: readonly ColumnReference[], start: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
