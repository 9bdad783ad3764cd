/**
 * Reads `.vaultsql/schema.json`, in which a team lists tables, columns and policies, for all vaults or for single ones,
 * because the service does not list them. The file can add policies but not remove any, so that opening a stranger's
 * workspace can't weaken the checks on what is sent.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';

export interface WrittenColumn {
  readonly name: string;
  /** Name of the column's type, as the file's authors chose it. It is displayed only; nothing is derived from it. */
  readonly type?: string;
  readonly description?: string;
  readonly transientTokenization?: boolean;
  readonly columnLevelEncryption?: boolean;
  readonly masked?: boolean;
}
export interface WrittenTable {
  readonly name: string;
  readonly description?: string;
  readonly columns: readonly WrittenColumn[];
}
export interface SchemaFile {
  /** Tables that apply to every vault. */
  readonly tables: readonly WrittenTable[];
  /** Maps `<connection>/<vault>`, as written in the directive, to the tables that apply to this vault only. */
  readonly vaults: ReadonlyMap<string, readonly WrittenTable[]>;
  /** Parts of the file that are not applied. */
  readonly problems: readonly SchemaProblem[];
  /** True if `tables` and `vaults` may lack policies, because the file, or a part of it, could not be read. */
  readonly mayLack: boolean;
}

/** A part of the file that is not applied. `path` is its JSON path from the top of the file. */
export type SchemaProblem = {
  /** True if policies read from this part earlier still apply; see `keepPolicies`. */
  readonly keeps?: true;
} & (
  | /** The file is not valid JSON, so nothing in it applies. `offset`, in UTF-16 code units, is where the error is. */
  { readonly kind: 'syntax'; readonly offset: number }
  /** The value at `path` is not of the expected type. */
  | { readonly kind: 'shape'; readonly path: readonly string[]; readonly expected: SchemaShape }
  /**
   * The last name in `path` is not a known property of its object. `lacking` lists the known properties that the object
   * does not have; the unknown name may be a misspelling of one of them.
   */
  | { readonly kind: 'unknown'; readonly path: readonly string[]; readonly lacking: readonly string[] }
  /** The file tries to remove a policy, which only the user's own settings may do. */
  | { readonly kind: 'lifts'; readonly path: readonly string[] }
);
export type SchemaShape = 'object' | 'text' | 'boolean';

/** Properties of a column with their types. The JSON schema in `media/schemas` lists them too. */
export const columnProperties = {
  type: 'text',
  description: 'text',
  transientTokenization: 'boolean',
  columnLevelEncryption: 'boolean',
  masked: 'boolean',
} as const satisfies Readonly<Record<Exclude<keyof WrittenColumn, 'name'>, SchemaShape>>;
type ColumnProperty = keyof typeof columnProperties;

/** For each policy property, the value that protects a column. The opposite value is a problem of the kind `lifts`. */
export const protects = {
  transientTokenization: true,
  columnLevelEncryption: false,
  masked: true,
} as const;

const isColumnProperty = (name: string): name is ColumnProperty => Object.hasOwn(columnProperties, name);
const isPolicy = (name: string): name is keyof typeof protects => Object.hasOwn(protects, name);

/**
 * Parses untrusted text of a schema file. Well-formed parts apply; the rest is listed in `problems`. Never throws.
 */
export function readSchemaFile(text: string): SchemaFile {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ...unreadSchema, problems: [{ kind: 'syntax', offset: parsed.offset }] };
  const reader = new Reader();
  const file = reader.file(parsed.value);
  const { problems } = reader;
  return { ...file, problems, mayLack: problems.some(hidesPolicies) };
}

/**
 * Whether a problem may hide policies: the part of the file that could not be read may contain policies, and no
 * policies read from it earlier apply in their place.
 */
export const hidesPolicies = (problem: SchemaProblem): boolean =>
  !problem.keeps && problem.kind === 'shape' && problem.expected !== 'text';

const nothing = { tables: [], vaults: new Map() } as const;
/** Represents a file of which nothing could be read. */
export const unreadSchema: SchemaFile = { ...nothing, problems: [], mayLack: true };

class Reader {
  readonly problems: SchemaProblem[] = [];

  file(value: JsonValue): Pick<SchemaFile, 'tables' | 'vaults'> {
    const file = this.#object(value, []);
    if (!file) return nothing;
    this.#nameUnknown(file, ['$schema', 'tables', 'vaults'], []);
    const vaults = this.#entries(file.vaults, ['vaults']).flatMap(([name, given]) => {
      const path = ['vaults', name];
      const vault = this.#object(given, path);
      if (!vault) return [];
      this.#nameUnknown(vault, ['tables'], path);
      return [[name, this.#tables(vault.tables, [...path, 'tables'])] as const];
    });
    return { tables: this.#tables(file.tables, ['tables']), vaults: new Map(vaults) };
  }

  #tables(value: JsonValue | undefined, path: readonly string[]): readonly WrittenTable[] {
    return this.#entries(value, path).flatMap(([name, given]) => {
      const own = [...path, name];
      const table = this.#object(given, own);
      if (!table) return [];
      this.#nameUnknown(table, ['description', 'columns'], own);
      const description = this.#valueOf(table.description, 'text', [...own, 'description']);
      const columns = this.#entries(table.columns, [...own, 'columns']).flatMap(
        ([column, properties]) => this.#column(column, properties, [...own, 'columns', column]) ?? [],
      );
      return [{ name, columns, ...(description === undefined ? {} : { description }) } as WrittenTable];
    });
  }
  #column(name: string, value: JsonValue, path: readonly string[]): WrittenColumn | undefined {
    const given = this.#object(value, path);
    if (!given) return undefined;
    this.#nameUnknown(given, Object.keys(columnProperties), path);
    const properties = Object.keys(given).filter(isColumnProperty);
    const applied = properties.flatMap((property) => {
      const own = [...path, property];
      const found = this.#valueOf(given[property], columnProperties[property], own);
      if (found === undefined) return [];
      if (!isPolicy(property) || found === protects[property]) return [[property, found] as const];
      this.problems.push({ kind: 'lifts', path: own });
      return [];
    });
    return { name, ...Object.fromEntries(applied) };
  }

  #entries(value: JsonValue | undefined, path: readonly string[]): readonly [string, JsonValue][] {
    const object = value === undefined ? undefined : this.#object(value, path);
    return object ? Object.entries(object) : [];
  }
  #object(value: JsonValue, path: readonly string[]): JsonObject | undefined {
    if (isJsonObject(value)) return value;
    this.problems.push({ kind: 'shape', path, expected: 'object' });
    return undefined;
  }
  #valueOf(value: JsonValue | undefined, expected: 'text' | 'boolean', path: readonly string[]) {
    if (value === undefined) return undefined;
    if (typeof value === (expected === 'text' ? 'string' : 'boolean')) return value as string | boolean;
    this.problems.push({ kind: 'shape', path, expected });
    return undefined;
  }
  #nameUnknown(object: JsonObject, known: readonly string[], path: readonly string[]): void {
    const lacking = known.filter((name) => !Object.hasOwn(object, name));
    for (const name of Object.keys(object))
      if (!known.includes(name)) this.problems.push({ kind: 'unknown', path: [...path, name], lacking });
  }
}

/**
 * Returns the tables that apply to every vault, followed by those that apply only to `vault` (`<connection>/<vault>`).
 * If `vault` is undefined, returns only the former. A table that is listed in both appears twice.
 */
export function tablesOfVault(
  { tables, vaults }: Pick<SchemaFile, 'tables' | 'vaults'>,
  vault: string | undefined,
): readonly WrittenTable[] {
  return [...tables, ...((vault !== undefined && vaults.get(vault)) || [])];
}

/** Returns the policies in `tables`: one for each column that has a policy property, none for other columns. */
export const writtenPolicies = (tables: readonly WrittenTable[]): readonly ColumnPolicy[] =>
  tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name: column, transientTokenization, columnLevelEncryption, masked }) => {
      const policy = {
        ...(transientTokenization === undefined ? {} : { transientTokenization }),
        ...(columnLevelEncryption === undefined ? {} : { columnLevelEncryption }),
        ...(masked === undefined ? {} : { masked }),
      };
      return Object.keys(policy).length > 0 ? [{ table, column, ...policy }] : [];
    }),
  );
