/**
 * Keeps earlier policies for the parts of a schema file that can no longer be read or applied, so that a typo or a
 * half-written file does not weaken the protection.
 */
import {
  type DeclaredTable,
  mayHidePolicies,
  protectiveValues,
  type SchemaFile,
  type SchemaProblem,
} from './schemaFile.ts';

type Property = keyof typeof protectiveValues;

interface EarlierPolicy {
  readonly vault: string | undefined;
  readonly table: DeclaredTable;
  readonly path: readonly string[];
}

/**
 * Returns the newly read file `current`, to which policies of `previous` are added for the parts that are not applied.
 * If the file can't be parsed, everything in `previous` still applies. `previous` is the result of an earlier call for
 * the same file; undefined if there is none.
 */
export function retainEarlierPolicies(current: SchemaFile, previous: SchemaFile | undefined): SchemaFile {
  if (!previous || current.problems.length === 0) return current;
  if (current.problems.some(({ kind }) => kind === 'syntax'))
    return {
      ...previous,
      problems: current.problems.map((problem) => ({ ...problem, earlierPoliciesApply: true })),
    };
  const problemsByPath = groupProblemsByPath(current.problems);
  const problemsWithPolicies = new Set<SchemaProblem>();
  const retained: EarlierPolicy[] = [];
  for (const policy of listDeclaredPolicies(previous)) {
    const { path } = policy;
    const covering = [...path, ''].flatMap(
      (_, length) => problemsByPath.get(pathKey(path.slice(0, length))) ?? [],
    );
    if (covering.length === 0) continue;
    for (const problem of covering) problemsWithPolicies.add(problem);
    retained.push(policy);
  }
  const problems = current.problems.map(
    (problem): SchemaProblem =>
      problemsWithPolicies.has(problem) ? { ...problem, earlierPoliciesApply: true } : problem,
  );
  return { ...addPolicies(current, retained), problems, mayLackPolicies: problems.some(mayHidePolicies) };
}

const pathKey = (path: readonly string[]): string => JSON.stringify(path);

/**
 * Groups problems by the JSON path of the part that could not be read or applied. An unknown property may be a
 * misspelling of any property that its object lacks, so it is listed under the path of each.
 */
function groupProblemsByPath(
  problems: readonly SchemaProblem[],
): ReadonlyMap<string, readonly SchemaProblem[]> {
  const parts = new Map<string, SchemaProblem[]>();
  const add = (path: readonly string[], problem: SchemaProblem): void => {
    const key = pathKey(path);
    const known = parts.get(key);
    if (known) known.push(problem);
    else parts.set(key, [problem]);
  };
  for (const problem of problems) {
    if (problem.kind === 'unknown')
      for (const name of problem.missingProperties) add([...problem.path.slice(0, -1), name], problem);
    else if (problem.kind !== 'syntax') add(problem.path, problem);
  }
  return parts;
}

function* listDeclaredPolicies({ tables, vaults }: SchemaFile): Generator<EarlierPolicy> {
  yield* policiesOfDeclaredTables(tables, undefined);
  for (const [vault, own] of vaults) yield* policiesOfDeclaredTables(own, vault);
}

function* policiesOfDeclaredTables(
  tables: readonly DeclaredTable[],
  vault: string | undefined,
): Generator<EarlierPolicy> {
  const top = vault === undefined ? ['tables'] : ['vaults', vault, 'tables'];
  for (const { name, columns } of tables)
    for (const column of columns)
      for (const property of Object.keys(protectiveValues) as Property[])
        if (column[property] !== undefined)
          yield {
            vault,
            table: { name, columns: [{ name: column.name, [property]: column[property] }] },
            path: [...top, name, 'columns', column.name, property],
          };
}

function addPolicies(
  { tables, vaults }: SchemaFile,
  policies: readonly EarlierPolicy[],
): Pick<SchemaFile, 'tables' | 'vaults'> {
  const all = [...tables];
  const ofVaults = new Map(Array.from(vaults, ([vault, own]) => [vault, [...own]]));
  for (const { vault, table } of policies) {
    if (vault === undefined) all.push(table);
    else if (ofVaults.has(vault)) ofVaults.get(vault)?.push(table);
    else ofVaults.set(vault, [table]);
  }
  return { tables: all, vaults: ofVaults };
}
