/**
 * Parses `.vaultsql/schema.json`, in which a team lists tables, columns and policies. The file can add policies but not
 * remove any, so that opening an unknown workspace can't weaken the protection.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';

export interface DeclaredColumn {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly transientTokenization?: boolean;
  readonly columnLevelEncryption?: boolean;
  readonly masked?: boolean;
}
export interface DeclaredTable {
  readonly name: string;
  readonly description?: string;
  readonly columns: readonly DeclaredColumn[];
}
export interface SchemaFile {
  readonly tables: readonly DeclaredTable[];
  /** Tables listed for single vaults, by `<connection>/<vault>`. */
  readonly vaults: ReadonlyMap<string, readonly DeclaredTable[]>;
  readonly problems: readonly SchemaProblem[];
  /**
   * True if policies may be missing because a part of the file could not be read, and no policies read earlier apply in
   * its place.
   */
  readonly mayLackPolicies: boolean;
}

/** A part of the file that is not applied. `path` is its JSON path from the top of the file. */
export type SchemaProblem = {
  /** True if policies that were read earlier, if any, apply in place of this part; see `retainEarlierPolicies`. */
  readonly earlierPoliciesApply?: true;
} & (
  | /** The file can't be parsed. `offset` is in UTF-16 code units. */
  { readonly kind: 'syntax'; readonly offset: number }
  | { readonly kind: 'shape'; readonly path: readonly string[]; readonly expected: SchemaShape }
  /**
   * A property that is unknown. `missingProperties` lists the known properties that the same object lacks: the name may
   * be a misspelling of one of them.
   */
  | {
      readonly kind: 'unknown';
      readonly path: readonly string[];
      readonly missingProperties: readonly string[];
    }
  | { readonly kind: 'removesPolicy'; readonly path: readonly string[] }
);
export type SchemaShape = 'object' | 'text' | 'boolean';

export const columnProperties = {
  type: 'text',
  description: 'text',
  transientTokenization: 'boolean',
  columnLevelEncryption: 'boolean',
  masked: 'boolean',
} as const satisfies Readonly<Record<Exclude<keyof DeclaredColumn, 'name'>, SchemaShape>>;
type ColumnProperty = keyof typeof columnProperties;

/** For each policy property, the value that protects a column. */
export const protectiveValues = {
  transientTokenization: true,
  columnLevelEncryption: false,
  masked: true,
} as const;

const isColumnProperty = (name: string): name is ColumnProperty => Object.hasOwn(columnProperties, name);
const isPolicyProperty = (name: string): name is keyof typeof protectiveValues =>
  Object.hasOwn(protectiveValues, name);

/** Parses untrusted text of a schema file. Parts that can't be applied are listed in `problems`. */
export function parseSchemaFile(text: string): SchemaFile {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ...unreadableSchemaFile, problems: [{ kind: 'syntax', offset: parsed.offset }] };
  const parser = new SchemaFileParser();
  const file = parser.readRoot(parsed.value);
  const { problems } = parser;
  return { ...file, problems, mayLackPolicies: problems.some(mayHidePolicies) };
}

/**
 * Whether `problem` may hide policies: an object or a boolean was expected, but the value has another type, and no
 * policies read earlier apply in its place. False for all other problems, even for a syntax error, which the callers
 * handle themselves.
 */
export const mayHidePolicies = (problem: SchemaProblem): boolean =>
  !problem.earlierPoliciesApply && problem.kind === 'shape' && problem.expected !== 'text';

const noTables = { tables: [], vaults: new Map() } as const;
export const unreadableSchemaFile: SchemaFile = { ...noTables, problems: [], mayLackPolicies: true };

class SchemaFileParser {
  readonly problems: SchemaProblem[] = [];

  readRoot(value: JsonValue): Pick<SchemaFile, 'tables' | 'vaults'> {
    const object = this.#readObjectOrReport(value, []);
    if (!object) return noTables;
    this.#reportUnknownProperties(object, ['$schema', 'tables', 'vaults'], []);
    const vaults = this.#readEntries(object.vaults, ['vaults']).flatMap(([name, entry]) => {
      const path = ['vaults', name];
      const vault = this.#readObjectOrReport(entry, path);
      if (!vault) return [];
      this.#reportUnknownProperties(vault, ['tables'], path);
      return [[name, this.#readTables(vault.tables, [...path, 'tables'])] as const];
    });
    return { tables: this.#readTables(object.tables, ['tables']), vaults: new Map(vaults) };
  }

  #readTables(value: JsonValue | undefined, path: readonly string[]): readonly DeclaredTable[] {
    return this.#readEntries(value, path).flatMap(([name, entry]) => {
      const own = [...path, name];
      const table = this.#readObjectOrReport(entry, own);
      if (!table) return [];
      this.#reportUnknownProperties(table, ['description', 'columns'], own);
      const description = this.#readTextOrBoolean(table.description, 'text', [...own, 'description']);
      const columns = this.#readEntries(table.columns, [...own, 'columns']).flatMap(
        ([column, properties]) => this.#readColumn(column, properties, [...own, 'columns', column]) ?? [],
      );
      return [{ name, columns, ...(description === undefined ? {} : { description }) } as DeclaredTable];
    });
  }
  #readColumn(name: string, value: JsonValue, path: readonly string[]): DeclaredColumn | undefined {
    const object = this.#readObjectOrReport(value, path);
    if (!object) return undefined;
    this.#reportUnknownProperties(object, Object.keys(columnProperties), path);
    const properties = Object.keys(object).filter(isColumnProperty);
    const applied = properties.flatMap((property) => {
      const own = [...path, property];
      const found = this.#readTextOrBoolean(object[property], columnProperties[property], own);
      if (found === undefined) return [];
      if (!isPolicyProperty(property) || found === protectiveValues[property])
        return [[property, found] as const];
      this.problems.push({ kind: 'removesPolicy', path: own });
      return [];
    });
    return { name, ...Object.fromEntries(applied) };
  }

  #readEntries(value: JsonValue | undefined, path: readonly string[]): readonly [string, JsonValue][] {
    const object = value === undefined ? undefined : this.#readObjectOrReport(value, path);
    return object ? Object.entries(object) : [];
  }
  #readObjectOrReport(value: JsonValue, path: readonly string[]): JsonObject | undefined {
    if (isJsonObject(value)) return value;
    this.problems.push({ kind: 'shape', path, expected: 'object' });
    return undefined;
  }
  #readTextOrBoolean(value: JsonValue | undefined, expected: 'text' | 'boolean', path: readonly string[]) {
    if (value === undefined) return undefined;
    if (typeof value === (expected === 'text' ? 'string' : 'boolean')) return value as string | boolean;
    this.problems.push({ kind: 'shape', path, expected });
    return undefined;
  }
  #reportUnknownProperties(object: JsonObject, known: readonly string[], path: readonly string[]): void {
    const missingProperties = known.filter((name) => !Object.hasOwn(object, name));
    for (const name of Object.keys(object))
      if (!known.includes(name))
        this.problems.push({ kind: 'unknown', path: [...path, name], missingProperties });
  }
}

/**
 * Returns the tables that the file lists for every vault, followed by those that it lists only for `vault`
 * (`<connection>/<vault>`). If `vault` is undefined, returns only the former.
 */
export function tablesOfVault(
  { tables, vaults }: Pick<SchemaFile, 'tables' | 'vaults'>,
  vault: string | undefined,
): readonly DeclaredTable[] {
  return [...tables, ...((vault !== undefined && vaults.get(vault)) || [])];
}

export const policiesOfTables = (tables: readonly DeclaredTable[]): readonly ColumnPolicy[] =>
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
