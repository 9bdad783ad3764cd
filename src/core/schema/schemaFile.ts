/**
 * `.vaultsql/schema.json`: tables, columns and policies that a team writes down once, for all vaults or for some. The
 * service lists none of them. The file adds policies; it can lift none, so that a stranger's workspace makes nothing
 * that is sent less careful.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../service/json.ts';
import { parseJson } from '../service/parseJson.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';

export interface WrittenColumn {
  readonly name: string;
  /** Type name chosen by the file's authors. It is displayed only; nothing is derived from it. */
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
  /** Additional tables of single vaults, by `<connection>/<vault>` as written in the directive. */
  readonly vaults: ReadonlyMap<string, readonly WrittenTable[]>;
  /** Parts of the file that are not applied. */
  readonly problems: readonly SchemaProblem[];
  /** True if policies may be missing because the file, or a part of it, could not be read. */
  readonly mayLack: boolean;
}

/** A part of the file that is not applied. `path` is its JSON path from the top of the file. */
export type SchemaProblem = {
  /** True if policies read from this part earlier still apply; see `keepPolicies`. */
  readonly keeps?: true;
} & (
  | /** The file is not JSON from this offset on, in UTF-16 code units, and nothing of it counts. */
  { readonly kind: 'syntax'; readonly offset: number }
  | { readonly kind: 'shape'; readonly path: readonly string[]; readonly expected: SchemaShape }
  /** `lacking`: the names that are known there and not written; one of them may be meant. */
  | { readonly kind: 'unknown'; readonly path: readonly string[]; readonly lacking: readonly string[] }
  /** The file tries to lift a policy, which only the user's own settings may do. */
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

/** For each policy property, the value that protects a column. The opposite value is reported as `lifts`. */
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

/** Whether the part that a problem leaves unread may contain policies for which no earlier ones apply. */
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
 * Returns the tables of every vault, then those of `vault` (`<connection>/<vault>`). A table in both appears twice.
 */
export function tablesOfVault(
  { tables, vaults }: Pick<SchemaFile, 'tables' | 'vaults'>,
  vault: string | undefined,
): readonly WrittenTable[] {
  return [...tables, ...((vault !== undefined && vaults.get(vault)) || [])];
}

/** Returns the policies of the columns in these tables. A column without a policy property yields none. */
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
