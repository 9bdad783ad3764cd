/**
 * Keeps policies read earlier for the parts of a schema file that can no longer be read, because a typo or a
 * half-written file is no instruction to protect less. Policies removed from a readable part no longer apply.
 */
import {
  hidesPolicies,
  protects,
  type SchemaFile,
  type SchemaProblem,
  type WrittenTable,
} from './schemaFile.ts';

type Property = keyof typeof protects;

/** One policy of a schema file that was read earlier. */
interface KeptPolicy {
  /** The vault to which the policy applies, as `<connection>/<vault>`; undefined if it applies to all vaults. */
  readonly vault: string | undefined;
  /** The table with only the policy's column, which has only this policy. */
  readonly table: WrittenTable;
  /** JSON path of the policy from the top of the file. */
  readonly path: readonly string[];
}

/**
 * Returns the newly read file `read`, with policies of `before` added for the parts of the file that could not be read.
 * If the file is not valid JSON, everything in `before` still applies. `before` is the result of the previous call for
 * the same file; if it is undefined, nothing is added. Problems for which policies of `before` apply get `keeps: true`.
 */
export function keepPolicies(read: SchemaFile, before: SchemaFile | undefined): SchemaFile {
  if (!before || read.problems.length === 0) return read;
  if (read.problems.some(({ kind }) => kind === 'syntax'))
    return { ...before, problems: read.problems.map((problem) => ({ ...problem, keeps: true })) };
  const wrong = wrongParts(read.problems);
  const keeping = new Set<SchemaProblem>();
  const kept: KeptPolicy[] = [];
  for (const policy of policiesOf(before)) {
    const { path } = policy;
    const covering = [...path, ''].flatMap((_, length) => wrong.get(keyOf(path.slice(0, length))) ?? []);
    if (covering.length === 0) continue;
    for (const problem of covering) keeping.add(problem);
    kept.push(policy);
  }
  const problems = read.problems.map(
    (problem): SchemaProblem => (keeping.has(problem) ? { ...problem, keeps: true } : problem),
  );
  return { ...withPolicies(read, kept), problems, mayLack: problems.some(hidesPolicies) };
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/**
 * Groups the problems by the JSON path, as JSON text, of the part that could not be read. A property with an unknown
 * name may be a misspelling of any property that its object lacks, so it is listed under the paths of all of them.
 * Syntax errors have no path and are left out.
 */
function wrongParts(problems: readonly SchemaProblem[]): ReadonlyMap<string, readonly SchemaProblem[]> {
  const parts = new Map<string, SchemaProblem[]>();
  const add = (path: readonly string[], problem: SchemaProblem): void => {
    const key = keyOf(path);
    const known = parts.get(key);
    if (known) known.push(problem);
    else parts.set(key, [problem]);
  };
  for (const problem of problems) {
    if (problem.kind === 'unknown')
      for (const name of problem.lacking) add([...problem.path.slice(0, -1), name], problem);
    else if (problem.kind !== 'syntax') add(problem.path, problem);
  }
  return parts;
}

function* policiesOf({ tables, vaults }: SchemaFile): Generator<KeptPolicy> {
  yield* policiesIn(tables, undefined);
  for (const [vault, own] of vaults) yield* policiesIn(own, vault);
}

function* policiesIn(tables: readonly WrittenTable[], vault: string | undefined): Generator<KeptPolicy> {
  const top = vault === undefined ? ['tables'] : ['vaults', vault, 'tables'];
  for (const { name, columns } of tables)
    for (const column of columns)
      for (const property of Object.keys(protects) as Property[])
        if (column[property] !== undefined)
          yield {
            vault,
            table: { name, columns: [{ name: column.name, [property]: column[property] }] },
            path: [...top, name, 'columns', column.name, property],
          };
}

function withPolicies(
  { tables, vaults }: SchemaFile,
  kept: readonly KeptPolicy[],
): Pick<SchemaFile, 'tables' | 'vaults'> {
  const all = [...tables];
  const ofVaults = new Map(Array.from(vaults, ([vault, own]) => [vault, [...own]]));
  for (const { vault, table } of kept) {
    if (vault === undefined) all.push(table);
    else if (ofVaults.has(vault)) ofVaults.get(vault)?.push(table);
    else ofVaults.set(vault, [table]);
  }
  return { tables: all, vaults: ofVaults };
}
