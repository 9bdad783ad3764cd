/** Breaks a valid record in each single way that a wrong mapping might, so that a check can be seen to notice. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../src/core/service/json.ts';

interface BrokenRecord {
  readonly what: string;
  readonly record: JsonObject;
}

type Path = readonly (string | number)[];

/** Parts that are not described by a schema. */
const isFree = (path: Path): boolean => path[0] === 'unmapped' || path[0] === 'vault_sql';

/** Properties without which a record is not valid, in one schema or both. */
const REQUIRED: ReadonlySet<string> = new Set([
  'category_uid',
  'class_uid',
  'activity_id',
  'type_uid',
  'severity_id',
  'time',
  'metadata',
  'metadata.version',
  'metadata.product',
  'actor',
  'src_endpoint',
  'src_endpoint.ip',
  'src_endpoint.name',
  'query_info.query_string',
  'query_info.uid',
  'database.type_id',
  'api',
  'api.operation',
  'api.request.uid',
  'http_response.code',
  'raw_data_hash.value',
  'raw_data_hash.algorithm_id',
  '@timestamp',
  'ecs',
  'ecs.version',
]);

export function* brokenRecords(record: JsonObject): Generator<BrokenRecord> {
  for (const path of paths(record)) {
    const name = path.join('.');
    if (isFree(path)) continue;
    const value = at(record, path);
    for (const wrong of wrongValues(value))
      yield { what: `${name} = ${JSON.stringify(wrong)}`, record: withValue(record, path, wrong) };
    if (isJsonObject(value))
      yield { what: `${name}.unknown`, record: withValue(record, [...path, 'unknown'], 'x') };
    if (REQUIRED.has(name)) yield { what: `without ${name}`, record: withValue(record, path, undefined) };
  }
  yield { what: 'unknown', record: withValue(record, ['unknown'], 'x') };
}

/** Values of other types, and one of the same type that no attribute with a set of values has. */
function wrongValues(value: JsonValue | undefined): readonly JsonValue[] {
  if (typeof value === 'string') return ['', '\ud800', 7, null, [], {}, ['', value]];
  if (typeof value === 'number') return [String(value), value + 0.5, null, [value], {}];
  if (Array.isArray(value)) return [[], [null], value[0] ?? null, 'x'];
  return [null, 'x', [], {}, [value ?? null]];
}

function* paths(value: JsonValue, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* paths(item, [...path, index]);
  else if (isJsonObject(value))
    for (const [name, inner] of Object.entries(value)) yield* paths(inner, [...path, name]);
}

const at = (record: JsonObject, path: Path): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(
    (value, name) => (value as Readonly<Record<string | number, JsonValue>> | undefined)?.[name],
    record,
  );

/** Returns a copy with the value at a path replaced, or left out if it is undefined. */
function withValue(record: JsonObject, path: Path, value: JsonValue | undefined): JsonObject {
  const copy = structuredClone(record) as Record<string | number, JsonValue>;
  const parent = at(copy as JsonObject, path.slice(0, -1)) as Record<string | number, JsonValue>;
  const name = path.at(-1) ?? '';
  if (value === undefined) delete parent[name];
  else parent[name] = value;
  return copy as JsonObject;
}
