/** Checks records against the published fields of ECS, with those of OpenTelemetry for queries and our own beside them. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../src/core/service/json.ts';

interface Field {
  readonly type: string;
  readonly required?: boolean;
  readonly normalize?: readonly string[];
  readonly allowed_values?: readonly {
    readonly name: string;
    readonly expected_event_types?: readonly string[];
  }[];
}

const { version, fields: ecsFields } = JSON.parse(
  readFileSync(new URL('../../../../fixtures/schemas/ecs-9.4.0.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly fields: Readonly<Record<string, Field>> };

const keyword: Field = { type: 'keyword' };
/** The stable attributes of OpenTelemetry for databases that ECS has no fields for. */
const openTelemetryFields: Readonly<Record<string, Field>> = {
  'db.namespace': keyword,
  'db.collection.name': keyword,
  'db.operation.name': keyword,
  'db.query.text': keyword,
};
const texts: Field = { type: 'keyword', normalize: ['array'] };
const boolean: Field = { type: 'boolean' };
const ownFields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries({
    account_id: keyword,
    parent_account_id: keyword,
    workspace_id: keyword,
    change_id: keyword,
    session_id: keyword,
    actor_type: keyword,
    access_type: keyword,
    auth_mode: keyword,
    jwt_id: keyword,
    key_id: keyword,
    bearer_token_context_id: keyword,
    origin: keyword,
    api_name: keyword,
    resource_type: keyword,
    resource_ids: texts,
    tags: texts,
    tables: texts,
    are_all_tables: boolean,
    is_masked: boolean,
    unmapped: { type: 'json' },
    'gap.id': keyword,
    'gap.above.timestamp': keyword,
    'gap.above.change_id': keyword,
    'gap.below.timestamp': keyword,
    'gap.below.change_id': keyword,
    'gap.is_open_ended': boolean,
    'gap.found_at': { type: 'date' },
    'gap.closed_at': { type: 'date' },
  }).map(([name, field]) => [`vault_sql.${name}`, field]),
);

const fields: Readonly<Record<string, Field>> = { ...ecsFields, ...openTelemetryFields, ...ownFields };
const parents: ReadonlySet<string> = new Set(
  Object.keys(fields).flatMap((name) => {
    const parts = name.split('.');
    return parts.map((_, at) => parts.slice(0, at).join('.'));
  }),
);

const text = (value: JsonValue): boolean => typeof value === 'string' && value !== '' && value.isWellFormed();

/** Whether a value can be indexed as a type of Elasticsearch. */
const types: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  keyword: text,
  wildcard: text,
  match_only_text: text,
  boolean: (value) => typeof value === 'boolean',
  long: (value) => Number.isSafeInteger(value),
  ip: (value) => typeof value === 'string' && isIP(value) !== 0 && !value.includes('%'),
  date: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(?:\.\d{1,9})?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  json: (value) => typeof value === 'string' && isJsonObject(JSON.parse(value) as JsonValue),
};

/** Lists what is wrong with a record, as paths and reasons. */
export function findEcsProblems(record: JsonObject): readonly string[] {
  const problems = [...problemsOfObject(record, '')];
  for (const [name, { required }] of Object.entries(ecsFields))
    if (required && valueAt(record, name) === undefined) problems.push(`${name}: is missing`);
  if (valueAt(record, 'ecs.version') !== version) problems.push(`ecs.version: is not ${version}`);
  return [...problems, ...problemsOfCategories(record)];
}

const valueAt = (record: JsonObject, name: string): JsonValue | undefined =>
  name
    .split('.')
    .reduce<JsonValue | undefined>((value, part) => (isJsonObject(value) ? value[part] : undefined), record);

function* problemsOfObject(object: JsonObject, path: string): Generator<string> {
  if (Object.keys(object).length === 0) yield `${path}: is empty`;
  for (const [name, value] of Object.entries(object)) {
    const full = `${path}${name}`;
    const field = name.includes('.') ? undefined : fields[full];
    if (field) yield* problemsOfValue(value, field, full);
    else if (!parents.has(full) || name.includes('.')) yield `${full}: is unknown`;
    else if (!isJsonObject(value)) yield `${full}: is no object`;
    else yield* problemsOfObject(value, `${full}.`);
  }
}

function* problemsOfValue(value: JsonValue, field: Field, path: string): Generator<string> {
  const isList = field.normalize?.includes('array') === true;
  if (Array.isArray(value) && value.length === 0) yield `${path}: is an empty list`;
  if (isList !== Array.isArray(value)) yield `${path}: ${isList ? 'is no list' : 'is a list'}`;
  for (const item of Array.isArray(value) ? value : [value]) {
    const allowed = field.allowed_values?.map(({ name }) => name);
    if (!types[field.type]?.(item)) yield `${path}: ${JSON.stringify(item)} is not of the type ${field.type}`;
    else if (allowed && !allowed.includes(String(item))) yield `${path}: ${String(item)} is not allowed`;
  }
}

function* problemsOfCategories(record: JsonObject): Generator<string> {
  const [categories, eventTypes] = ['event.category', 'event.type'].map((name) => valueAt(record, name));
  const expected = ecsFields['event.category']?.allowed_values
    ?.filter(({ name }) => Array.isArray(categories) && categories.includes(name))
    .flatMap(({ expected_event_types: types = [] }) => types);
  for (const type of Array.isArray(eventTypes) ? eventTypes : [])
    if (!expected?.includes(String(type)))
      yield `event.type: ${String(type)} is not expected in the category`;
}
