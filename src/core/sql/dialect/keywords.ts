/**
 * Keywords and names of types by category. The category decides where the parser accepts a word as a name. The reserved
 * words and the words of the category `functionName` are those of PostgreSQL 18 (its appendix “SQL Key Words”).
 */
import { constructs } from './constructs.ts';

export type KeywordCategory =
  /** Can't be a name without double quotes, except after a dot and as a column's alias (some only after AS). */
  | 'reserved'
  | 'functionName'
  | 'typeName'
  /** Can be a name, also a column's alias (some only after AS). */
  | 'unreserved';

const reserved: readonly string[] = [
  'ALL',
  'ANALYSE',
  'ANALYZE',
  'AND',
  'ANY',
  'ARRAY',
  'AS',
  'ASC',
  'ASYMMETRIC',
  'BOTH',
  'CASE',
  'CAST',
  'CHECK',
  'COLLATE',
  'COLUMN',
  'CONSTRAINT',
  'CREATE',
  'DEFAULT',
  'DEFERRABLE',
  'DESC',
  'DISTINCT',
  'DO',
  'ELSE',
  'END',
  'EXCEPT',
  'FALSE',
  'FETCH',
  'FOR',
  'FOREIGN',
  'FROM',
  'GRANT',
  'GROUP',
  'HAVING',
  'IN',
  'INITIALLY',
  'INTERSECT',
  'INTO',
  'LATERAL',
  'LEADING',
  'LIMIT',
  'NOT',
  'NULL',
  'OFFSET',
  'ON',
  'ONLY',
  'OR',
  'ORDER',
  'PLACING',
  'PRIMARY',
  'REFERENCES',
  'RETURNING',
  'SELECT',
  'SOME',
  'SYMMETRIC',
  'TABLE',
  'THEN',
  'TO',
  'TRAILING',
  'TRUE',
  'UNION',
  'UNIQUE',
  'USING',
  'VARIADIC',
  'WHEN',
  'WHERE',
  'WINDOW',
  'WITH',
];

const functionNames: readonly string[] = [
  'AUTHORIZATION',
  'BINARY',
  'COLLATION',
  'CONCURRENTLY',
  'CROSS',
  'CURRENT_SCHEMA',
  'FREEZE',
  'FULL',
  'ILIKE',
  'INNER',
  'IS',
  'ISNULL',
  'JOIN',
  'LEFT',
  'LIKE',
  'NATURAL',
  'NOTNULL',
  'OUTER',
  'OVERLAPS',
  'RIGHT',
  'SIMILAR',
  'TABLESAMPLE',
  'VERBOSE',
];

const typeNames: readonly string[] = [
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'TIMETZ',
  'INTERVAL',
  'BOOLEAN',
  'BOOL',
  'SMALLINT',
  'INT',
  'INTEGER',
  'BIGINT',
  'INT2',
  'INT4',
  'INT8',
  'REAL',
  'FLOAT',
  'FLOAT4',
  'FLOAT8',
  'DOUBLE',
  'NUMERIC',
  'DECIMAL',
  'DEC',
  'MONEY',
  'TEXT',
  'CHAR',
  'CHARACTER',
  'VARCHAR',
  'NCHAR',
  'NATIONAL',
  'BPCHAR',
  'BIT',
  'VARBIT',
  'BYTEA',
  'UUID',
  'JSON',
  'JSONB',
  'XML',
  'INET',
  'CIDR',
  'MACADDR',
  'POINT',
  'BOX',
  'OID',
  'REGCLASS',
  'TSVECTOR',
  'TSQUERY',
  'DATERANGE',
  'TSRANGE',
  'INT4RANGE',
  'DATETIME',
];

const needAs: ReadonlySet<string> = new Set([
  'ARRAY',
  'AS',
  'CREATE',
  'EXCEPT',
  'FETCH',
  'FOR',
  'FROM',
  'GRANT',
  'GROUP',
  'HAVING',
  'INTERSECT',
  'INTO',
  'LIMIT',
  'OFFSET',
  'ON',
  'ORDER',
  'RETURNING',
  'TO',
  'UNION',
  'WHERE',
  'WINDOW',
  'WITH',
  'ISNULL',
  'NOTNULL',
  'OVERLAPS',
  'CHAR',
  'CHARACTER',
  'DAY',
  'FILTER',
  'HOUR',
  'MINUTE',
  'MONTH',
  'OVER',
  'PRECISION',
  'SECOND',
  'VARYING',
  'WITHIN',
  'WITHOUT',
  'YEAR',
]);

const clauseWords: readonly string[] = [
  'CURSOR',
  'HOLD',
  'KEYS',
  'NO',
  'NULLS',
  'LAST',
  'FORMAT',
  'ATOMIC',
  'CUBE',
  'EXCLUDE',
  'GROUPING',
  'LOCKED',
  'MATERIALIZED',
  'NOWAIT',
  'OF',
  'REPEATABLE',
  'RESPECT',
  'ROLLUP',
  'SEARCH',
  'CYCLE',
  'SETOF',
  'SETS',
  'SKIP',
  'TEMP',
  'TEMPORARY',
  'TIES',
  'GLOBAL',
  'UNLOGGED',
];

const categories: ReadonlyMap<string, KeywordCategory> = new Map(
  [
    { category: 'unreserved', words: [...needAs] } as const,
    {
      category: 'reserved',
      words: [...reserved, ...constructs.filter(({ role }) => role === 'value').map(({ name }) => name)],
    } as const,
    { category: 'functionName', words: functionNames } as const,
    { category: 'typeName', words: typeNames } as const,
  ].flatMap(({ category, words }) => words.map((word) => [word, category] as const)),
);

export const getKeywordCategory = (word: string): KeywordCategory | undefined => categories.get(word);
/** True if a word in upper case can't be a column's alias without AS. */
export const needsAsBeforeAlias = (word: string): boolean => needAs.has(word);

/** The keywords and names of types, in upper case, that the parser or the dialect table knows. PostgreSQL has more. */
export const keywords: ReadonlySet<string> = new Set(
  [
    ...categories.keys(),
    ...clauseWords,
    ...constructs.filter(({ role }) => role !== 'pattern').flatMap(({ words }) => words),
  ].filter((word) => /^[A-Z]/.test(word)),
);

/**
 * Matches a keyword, in any case, that can name a column but not a type. Such a keyword and a string after it are not a
 * typed literal.
 */
export const NON_TYPE_KEYWORD =
  /^(between|coalesce|exists|extract|greatest|grouping|inout|json_(array|arrayagg|exists|object|objectagg|query|scalar|serialize|table|value)|least|merge_action|none|normalize|nullif|out|overlay|position|precision|row|setof|substring|treat|trim|values|xml(attributes|concat|element|exists|forest|namespaces|parse|pi|root|serialize|table))$/i;

/**
 * Matches a pair of keywords in upper case, with one space between them. If such keywords follow each other in a
 * statement, PostgreSQL's parser does not accept the first one as a name.
 */
export const COMBINED_KEYWORD_PAIR =
  /^(NOT (BETWEEN|IN|I?LIKE|SIMILAR)|NULLS (FIRST|LAST)|WITH(OUT)? TIME|WITH ORDINALITY|FORMAT JSON)$/;
