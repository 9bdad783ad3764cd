import type { ColumnPolicy } from '../dialect/schema.ts';
import type { ColumnReference, Summary } from './summary.ts';

type Names = Pick<Summary, 'groups' | 'tables' | 'columns' | 'renamedColumns'>;

export const foldName = (name: string): string => name.toLowerCase();

/**
 * What one qualifier (the name before a column's dot) may refer to. `tables` has the names of the tables with policies,
 * in lower case. A column without a qualifier has the qualifier ''.
 */
interface Scope {
  readonly tables: Set<string>;
  /**
   * Whether columns may have other names here than in their tables, because the qualifier may refer to a subquery, a
   * common table expression (WITH) or a parenthesized join.
   */
  derived: boolean;
}
const DERIVED = '*';

export type PolicyIndex = ReadonlyMap<string, readonly ColumnPolicy[]>;
interface PolicyIndexes {
  readonly byColumn: PolicyIndex;
  readonly byTable: PolicyIndex;
}

/** Finds the column policies that may apply to the names in one statement, through aliases, joins and subqueries. */
export class ColumnScopes {
  readonly #policies: PolicyIndexes;
  readonly #scopes = new Map<string, Scope>();
  readonly #common = new Map<string, ReadonlySet<string>>();
  readonly #renamed = new Map<string, Set<ColumnPolicy>>();

  constructor(summary: Names, policies: PolicyIndexes) {
    this.#policies = policies;
    this.#addGroups(summary);
    for (const { name, alias = name, columns = [] } of summary.tables) {
      const tables = this.#expandTableName(name);
      this.#addScope(foldName(alias), tables, this.#common.has(foldName(name)));
      this.#addColumnAliases(columns, foldName(alias), tables);
    }
    if (summary.renamedColumns.length > 0) this.#applyPoliciesToLabels(summary);
  }

  /** Returns the policies of columns with the reference's name in the tables to which its qualifier may refer. */
  findPoliciesByOwnName({ name, table = '' }: ColumnReference): readonly ColumnPolicy[] {
    const tables = this.#scopes.get(foldName(table))?.tables;
    return (
      this.#policies.byColumn.get(foldName(name))?.filter((one) => tables?.has(foldName(one.table))) ?? []
    );
  }
  /**
   * Returns the policies of columns that a reference may mean because the statement renames these columns to the
   * name in the reference, for example by an alias.
   */
  findPoliciesOfRenamedColumn({ name, table = '' }: ColumnReference): readonly ColumnPolicy[] {
    const qualifier = foldName(table);
    const derived = qualifier !== '' && this.#scopes.get(qualifier)?.derived ? DERIVED : qualifier;
    return [qualifier, derived].flatMap((one) => [...(this.#renamed.get(`${one}.${foldName(name)}`) ?? [])]);
  }
  /**
   * Returns the policies of all columns of a table, subquery or parenthesized join. `name` is its alias or, without an
   * alias, a table's own name. `name.*`, and `name` in the place of a column, may mean all of these columns.
   */
  findPoliciesOfWholeRow(name: string): readonly ColumnPolicy[] {
    return name === '' ? [] : this.#policiesOfTables(this.#scopes.get(foldName(name))?.tables ?? []);
  }

  #policiesOfTables(tables: Iterable<string>): ColumnPolicy[] {
    return [...tables].flatMap((table) => this.#policies.byTable.get(table) ?? []);
  }
  /**
   * Returns the tables with policies, in lower case, to which a name in FROM may refer, also through a common table
   * expression. Other tables are left out, because many common table expressions that read each other would make the
   * lists long.
   */
  #expandTableName(name: string): readonly string[] {
    const key = foldName(name);
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
  #addColumnAliases(columns: readonly string[], qualifier: string, tables: Iterable<string>): void {
    const policies = columns.length > 0 ? this.#policiesOfTables(tables) : [];
    for (const column of columns) this.#addPolicies(qualifier, foldName(column), policies);
  }
  #addPolicies(qualifier: string, name: string, policies: readonly ColumnPolicy[]): void {
    for (const key of [`.${name}`, `${qualifier}.${name}`]) {
      const known = this.#renamed.get(key) ?? new Set();
      this.#renamed.set(key, known);
      for (const policy of policies) known.add(policy);
    }
  }

  #addGroups({ groups, tables }: Names): void {
    for (const { name, columns = [], first, last, isCommonTable: common } of groups) {
      const inside = new Set(
        tables.slice(first, last).flatMap(({ name: table }) => [...this.#expandTableName(table)]),
      );
      if (common) this.#common.set(foldName(name), inside);
      this.#addScope(common ? '' : foldName(name), inside, true);
      this.#addColumnAliases(columns, common ? DERIVED : foldName(name), inside);
    }
  }

  /**
   * Applies the policies of the columns in an expression to the expression's label: in `SELECT v FROM (SELECT cvv AS v
   * …)`, the policies of `cvv` apply to `v`.
   */
  #applyPoliciesToLabels({ renamedColumns: renamed, columns }: Names): void {
    const ordered = columns.toSorted((a, b) => a.start - b.start);
    const labelsOf = new Map<string, Set<string>>();
    const found: { label: string; policies: readonly ColumnPolicy[] }[] = [];
    for (const { name, start, end } of renamed) {
      const label = foldName(name);
      for (let at = findFirstColumnIndexFrom(ordered, start); (ordered[at]?.start ?? end) < end; at++) {
        const column = ordered[at];
        if (!column) break;
        const policies = [...this.findPoliciesByOwnName(column), ...this.findPoliciesOfRenamedColumn(column)];
        if (policies.length > 0) found.push({ label, policies });
        const labels = labelsOf.get(foldName(column.name)) ?? new Set();
        labelsOf.set(foldName(column.name), labels.add(label));
      }
    }
    // The expression of a label may contain other labels.
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

/**
 * Returns the index of the first column reference that begins at offset `start` or later; the number of references if
 * there is none. `columns` must be in order of their start.
 */
export function findFirstColumnIndexFrom(columns: readonly ColumnReference[], start: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
