/**
 * PostgreSQL 18's keywords by category (its appendix “SQL Key Words”), which decides where its grammar accepts a
 * keyword as a name.
 */
import { constructs } from './constructs.ts';

export type KeywordCategory =
  /** Can't be a name without double quotes, except after a dot or AS, and in most cases as a column's alias. */
  | 'reserved'
  /** Can name a function or a type. */
  | 'functionName'
  /** Names a type and can be written before a string: `DATE '2026-01-31'`. */
  | 'typeName'
  /** Can be a name everywhere, except as a column's alias without AS. */
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

/** Returns the category of a word in upper case; undefined for a word that can be a name everywhere. */
export const keywordCategory = (word: string): KeywordCategory | undefined => categories.get(word);
/** True if a word in upper case can't be a column's alias without AS. */
export const needsAs = (word: string): boolean => needAs.has(word);

/** The keywords, in upper case, that the parser or the dialect table knows. PostgreSQL has more. */
export const keywords: ReadonlySet<string> = new Set(
  [
    ...categories.keys(),
    ...clauseWords,
    ...constructs.filter(({ role }) => role !== 'pattern').flatMap(({ words }) => words),
  ].filter((word) => /^[A-Z]/.test(word)),
);

/**
 * Matches a keyword, in any case, that can name a column but not a type, so that it can't make a typed literal with a
 * string after it.
 */
export const NON_TYPE_KEYWORD =
  /^(between|coalesce|exists|extract|greatest|grouping|inout|json_(array|arrayagg|exists|object|objectagg|query|scalar|serialize|table|value)|least|merge_action|none|normalize|nullif|out|overlay|position|precision|row|setof|substring|treat|trim|values|xml(attributes|concat|element|exists|forest|namespaces|parse|pi|root|serialize|table))$/i;

/** Matches a pair of keywords in upper case, with one space, that PostgreSQL's parser treats as one keyword. */
export const COMBINED_KEYWORD_PAIR =
  /^(NOT (BETWEEN|IN|I?LIKE|SIMILAR)|NULLS (FIRST|LAST)|WITH(OUT)? TIME|WITH ORDINALITY|FORMAT JSON)$/;
