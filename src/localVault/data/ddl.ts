/**
 * The SQL that creates an empty vault. Each kind of sensitive value has its own base type. The output function of the
 * type returns an empty string, so that an alias, join, aggregate or cast does not reveal a value by accident. A domain
 * over text would not do, because MIN() returns text for it.
 */
import {
  getRedactionFunctionName,
  getRedactionSchemaName,
  REDACTION_LEVELS,
  type RedactionLevel,
  SENSITIVE_TYPES,
  type SensitiveType,
  TABLES,
} from './schema.ts';

export const READER_ROLE = 'vault_reader';

const createInternalFunction = (name: string, parameters: string, returns: string, source: string) =>
  `CREATE FUNCTION ${name}(${parameters}) RETURNS ${returns} LANGUAGE internal IMMUTABLE STRICT AS '${source}';`;

function createComparisonOperators(type: string): string {
  const operators: readonly (readonly [operator: string, source: string, more: string])[] = [
    ['=', 'texteq', ', COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES'],
    ['<>', 'textne', ', COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel'],
    ['<', 'text_lt', ', COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel'],
    ['<=', 'text_le', ', COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel'],
    ['>', 'text_gt', ', COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel'],
    ['>=', 'text_ge', ', COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel'],
    ['~~', 'textlike', ', NEGATOR = !~~'],
    ['!~~', 'textnlike', ', NEGATOR = ~~'],
    ['~~*', 'texticlike', ', NEGATOR = !~~*'],
    ['!~~*', 'texticnlike', ', NEGATOR = ~~*'],
  ];
  const both = `${type}, ${type}`;
  return [
    ...operators.map(
      ([operator, source, more]) =>
        createInternalFunction(`${type}_${source}`, both, 'boolean', source) +
        `CREATE OPERATOR ${operator} (LEFTARG = ${type}, RIGHTARG = ${type}, FUNCTION = ${type}_${source}${more});`,
    ),
    createInternalFunction(`${type}_cmp`, both, 'integer', 'bttextcmp'),
    createInternalFunction(`${type}_hash`, type, 'integer', 'hashtext'),
    // For hash and merge joins. Without operator classes, a join on such a column compares every pair.
    `CREATE OPERATOR CLASS ${type}_btree DEFAULT FOR TYPE ${type} USING btree AS OPERATOR 1 <, OPERATOR 2 <=,
     OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 ${type}_cmp(${both});`,
    `CREATE OPERATOR CLASS ${type}_hash DEFAULT FOR TYPE ${type} USING hash AS OPERATOR 1 =,
     FUNCTION 1 ${type}_hash(${type});`,
  ].join('\n');
}

const createRedactionFunction = (level: RedactionLevel, parameter: string, returns: string, body: string) =>
  `CREATE FUNCTION ${getRedactionFunctionName(level)}(${parameter}) RETURNS ${returns} LANGUAGE sql IMMUTABLE AS $f$SELECT ${body}$f$;`;
const UNLESS_NULL = `CASE WHEN $1 IS NOT NULL THEN '*REDACTED*' END`;

function createSensitiveType({
  name,
  maskExpression: mask,
  defaultLevel: byDefault,
  comparable,
}: SensitiveType): string {
  const createAggregate = (aggregateName: string, source: string) =>
    createInternalFunction(`${name}_${source}`, `${name}, ${name}`, name, source) +
    `CREATE AGGREGATE ${aggregateName}(${name}) (SFUNC = ${name}_${source}, STYPE = ${name});`;
  return [
    `CREATE TYPE ${name};`,
    createInternalFunction(`${name}_in`, 'cstring', name, 'textin'),
    // void_out writes an empty string for any value.
    createInternalFunction(`${name}_out`, name, 'cstring', 'void_out'),
    `CREATE TYPE ${name} (INPUT = ${name}_in, OUTPUT = ${name}_out, LIKE = text, COLLATABLE = true);`,
    `CREATE CAST (text AS ${name}) WITHOUT FUNCTION AS IMPLICIT;`,
    // textsend returns the bytes of a text as bytea, which has the same memory layout as text.
    createInternalFunction(getRedactionFunctionName('PLAIN_TEXT'), name, 'text', 'textsend'),
    createRedactionFunction('REDACTED', name, 'text', UNLESS_NULL),
    `CREATE FUNCTION ${name}_mask(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $f$SELECT ${mask}$f$;`,
    createRedactionFunction(
      'MASKED',
      name,
      'text',
      `${name}_mask(${getRedactionFunctionName('PLAIN_TEXT')}($1))`,
    ),
    createRedactionFunction('DEFAULT', name, 'text', `${getRedactionFunctionName(byDefault)}($1)`),
    createAggregate('min', 'text_smaller'),
    createAggregate('max', 'text_larger'),
    comparable ? createComparisonOperators(name) : '',
  ].join('\n');
}

/**
 * SQL of the redaction functions for columns that are not sensitive. Text has functions of its own, because PostgreSQL
 * could otherwise convert it to a sensitive type.
 */
const otherTypes = ['text', 'anyelement']
  .flatMap((type) => [
    createRedactionFunction('PLAIN_TEXT', type, type, '$1'),
    createRedactionFunction('DEFAULT', type, type, '$1'),
    createRedactionFunction('REDACTED', type, 'text', UNLESS_NULL),
    createRedactionFunction('MASKED', type, 'text', `CASE WHEN $1 IS NOT NULL THEN '******' END`),
  ])
  .join('\n');

/**
 * SQL that creates schemas, types, functions and empty tables. It must run in the same transaction as the COPY of the
 * rows, so that the rows are not also written to the write-ahead log.
 */
export const CREATE_SCHEMA: string = [
  ...REDACTION_LEVELS.map((level) => `CREATE SCHEMA ${getRedactionSchemaName(level)};`),
  ...SENSITIVE_TYPES.map(createSensitiveType),
  otherTypes,
  ...TABLES.map(
    ({ name, columns }) =>
      `CREATE TABLE ${name} (${columns.map(([column, type]) => `${column} ${type}`).join(', ')});`,
  ),
].join('\n');

/**
 * SQL that adds primary keys, and creates a role that can read the tables and call some functions. It updates pg_proc,
 * because a REVOKE for each function takes longer.
 */
export const CLOSE_SCHEMA: string = [
  ...TABLES.map(({ name }) => `ALTER TABLE ${name} ADD PRIMARY KEY (id);`),
  `CREATE ROLE ${READER_ROLE};`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${READER_ROLE};`,
  ...REDACTION_LEVELS.map(
    (level) => `GRANT USAGE ON SCHEMA ${getRedactionSchemaName(level)} TO ${READER_ROLE};`,
  ),
  `REVOKE ALL ON ALL TABLES IN SCHEMA pg_catalog, information_schema FROM PUBLIC;`,
  `UPDATE pg_proc SET proacl = '{postgres=X/postgres}' WHERE pronamespace = 'pg_catalog'::regnamespace
   AND proname NOT IN ('right', 'regexp_replace') AND oid NOT IN (
     SELECT oprcode::oid FROM pg_operator UNION SELECT oprrest::oid FROM pg_operator
     UNION SELECT oprjoin::oid FROM pg_operator UNION SELECT aggfnoid::oid FROM pg_aggregate
     UNION SELECT aggtransfn::oid FROM pg_aggregate UNION SELECT aggfinalfn::oid FROM pg_aggregate
     UNION SELECT castfunc FROM pg_cast UNION SELECT typinput::oid FROM pg_type
     UNION SELECT typoutput::oid FROM pg_type UNION SELECT amproc::oid FROM pg_amproc);`,
].join('\n');

export const ANALYZE_TABLES = `SET default_statistics_target = 20; ANALYZE ${TABLES.map(({ name }) => name).join(', ')};`;
