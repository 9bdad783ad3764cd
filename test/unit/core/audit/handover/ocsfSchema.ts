/** Checks records against the OCSF schema, in the form that its server exports. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../src/core/service/json.ts';

interface Attribute {
  readonly type: string;
  readonly object_type?: string;
  readonly requirement?: string;
  readonly is_array?: boolean;
  readonly enum?: Readonly<Record<string, { readonly caption: string }>>;
}

interface Definition {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly constraints?: {
    readonly at_least_one?: readonly string[];
    readonly just_one?: readonly string[];
  };
}

export interface OcsfSchema {
  readonly version: string;
  readonly classes: Readonly<Record<string, Definition & { readonly uid: number }>>;
  readonly objects: Readonly<Record<string, Definition>>;
}

export const ocsfSchema = JSON.parse(
  readFileSync(new URL('../../../../fixtures/schemas/ocsf-1.9.0-transcript.json', import.meta.url), 'utf8'),
) as OcsfSchema;

const text = (value: JsonValue): boolean => typeof value === 'string' && value !== '' && value.isWellFormed();
const matching =
  (pattern: RegExp) =>
  (value: JsonValue): boolean =>
    typeof value === 'string' && pattern.test(value);
const integer = (value: JsonValue): boolean => Number.isSafeInteger(value);

/** Whether a value has a type of the dictionary. An IP address has at most 40 characters there. */
const types: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string_t: text,
  username_t: text,
  hostname_t: text,
  resource_uid_t: text,
  url_t: text,
  file_hash_t: text,
  email_t: matching(/^[\w!#$%&'*+,\-./=?^`{|}~]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+$/),
  ip_t: (value) => typeof value === 'string' && isIP(value) !== 0 && value.length <= 40,
  integer_t: integer,
  long_t: integer,
  timestamp_t: integer,
  port_t: (value) => integer(value) && Number(value) >= 0 && Number(value) <= 65_535,
  boolean_t: (value) => typeof value === 'boolean',
  json_t: () => true,
};

/** The attribute with the text beside one with a number, as `status` is beside `status_id`. */
const siblingOf = (name: string): string | undefined =>
  name === 'activity_id' ? 'activity_name' : name.replace(/_uid$/, '_name').replace(/_id$/, '');

/** Lists what is wrong with a record, as paths and reasons. */
export function findOcsfProblems(record: JsonObject, schema: OcsfSchema = ocsfSchema): readonly string[] {
  const { class_uid, activity_id, type_uid, metadata } = record;
  const found = Object.values(schema.classes).find(({ uid }) => uid === class_uid);
  if (!found) return [`class_uid: ${String(class_uid)} is no known class`];
  const problems = [...problemsOfObject(record, found, '', schema)];
  if (type_uid !== Number(class_uid) * 100 + Number(activity_id)) problems.push('type_uid: is not computed');
  if (!isJsonObject(metadata) || metadata.version !== '1.9.0')
    problems.push('metadata.version: is not 1.9.0');
  return problems;
}

function* problemsOfObject(
  object: JsonObject,
  { attributes, constraints }: Definition,
  path: string,
  schema: OcsfSchema,
): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes))
    if (attribute.requirement === 'required' && object[name] === undefined)
      yield `${path}${name}: is missing`;
  const has = (name: string): boolean => object[name] !== undefined;
  const { at_least_one: some, just_one: one } = constraints ?? {};
  if (some && !some.some(has)) yield `${path}: has none of ${some.join(', ')}`;
  if (one && one.filter(has).length !== 1) yield `${path}: has not just one of ${one.join(', ')}`;
  for (const [name, value] of Object.entries(object)) {
    const attribute = attributes[name];
    if (attribute === undefined) yield `${path}${name}: is unknown`;
    else {
      yield* problemsOfValue(value, attribute, `${path}${name}`, schema);
      yield* problemsOfSibling(object, name, attribute, path);
    }
  }
}

function* problemsOfValue(
  value: JsonValue,
  attribute: Attribute,
  path: string,
  schema: OcsfSchema,
): Generator<string> {
  if (attribute.is_array) {
    if (!Array.isArray(value) || value.length === 0) yield `${path}: is no list, or an empty one`;
    else
      for (const [at, item] of value.entries())
        yield* problemsOfValue(item, { ...attribute, is_array: false }, `${path}[${at}]`, schema);
    return;
  }
  const { type, object_type: objectType = '', enum: choices } = attribute;
  if (type === 'object_t') {
    const definition = schema.objects[objectType];
    if (!isJsonObject(value) || Object.keys(value).length === 0)
      yield `${path}: is no object, or an empty one`;
    else if (objectType !== 'object' && !definition) yield `${path}: ${objectType} is not among the objects`;
    else if (objectType !== 'object' && definition)
      yield* problemsOfObject(value, definition, `${path}.`, schema);
    return;
  }
  if (!types[type]?.(value)) yield `${path}: ${JSON.stringify(value)} is not of the type ${type}`;
  else if (choices && !Object.hasOwn(choices, String(value)))
    yield `${path}: ${String(value)} is not allowed`;
}

function* problemsOfSibling(
  object: JsonObject,
  name: string,
  { enum: choices }: Attribute,
  path: string,
): Generator<string> {
  const sibling = siblingOf(name);
  if (!choices || sibling === undefined || sibling === name || !/_u?id$/.test(name)) return;
  const written = object[sibling];
  const value = String(object[name]);
  if (value === '99') {
    if (typeof written !== 'string') yield `${path}${sibling}: is missing beside 99`;
  } else if (written !== choices[value]?.caption) yield `${path}${sibling}: is not the caption of ${value}`;
}
