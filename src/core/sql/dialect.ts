/**
 * The dialect that the vault accepts (spec 4.2), as one table: read by the checker, the grammar's test, the
 * README, the local vault, completion and hover. Adding a construct is one word in a list.
 */
import type { FindingCode } from './types.ts';

export type ConstructKind = 'command' | 'keyword' | 'operator' | 'function';

/**
 * `supported`: named by the spec, or implied by something it names · `undocumented`: the spec does not decide,
 * the statement may be sent, a warning says so · `unsupported`: not named, so not sent · `write`: not a
 * read-only SELECT, never sent, whatever the settings say.
 */
export type Verdict = 'supported' | 'undocumented' | 'unsupported' | 'write';

export interface Construct {
  /** Upper case, single blanks. */
  readonly name: string;
  readonly kind: ConstructKind;
  readonly verdict: Verdict;
  /** False where `vaultsql.dialect.allow` cannot lift it: without it the statement is no SELECT. */
  readonly liftable: boolean;
  /** Why it stands where it stands, for what the spec leaves open. */
  readonly why?: string;
}

const rows = (verdict: Verdict, kind: ConstructKind, names: string, why?: string): Construct[] =>
  names.split(', ').map((name) => ({
    name,
    kind,
    verdict,
    liftable: verdict !== 'write' && kind !== 'command',
    ...(why === undefined ? {} : { why }),
  }));

export const constructs: readonly Construct[] = [
  // Spec 4.2, table “Query language accepted”, row by row.
  ...rows('supported', 'command', 'SELECT'),
  ...rows('supported', 'operator', '>, <, =, AND, OR, NOT, LIKE, ILIKE, NULL, NOT NULL'),
  ...rows(
    'supported',
    'keyword',
    'FROM, JOIN, INNER JOIN, LEFT OUTER JOIN, LEFT JOIN, RIGHT OUTER JOIN, RIGHT JOIN, FULL OUTER JOIN, FULL JOIN, OFFSET, LIMIT, WHERE',
  ),
  ...rows('supported', 'function', 'AVG, SUM, COUNT, MIN, MAX, REDACTION'),
  ...rows('supported', 'keyword', 'ON', 'the joins of spec 4.2 cannot be written without it'),
  ...rows('supported', 'keyword', 'AS', 'names a column or a table; no result of its own'),
  ...rows('supported', 'operator', 'IS', 'how NULL and NOT NULL are tested'),

  ...rows('undocumented', 'operator', '?', 'rule 6 names it for encrypted columns only'),
  ...rows('undocumented', 'keyword', 'TRUE, FALSE', 'literals of no column type that the spec shows'),
  ...rows('undocumented', 'keyword', 'SELECT ALL', 'the default of SELECT, said aloud'),
  ...rows('undocumented', 'keyword', 'COMMA JOIN', 'a join without the word; JOIN … ON says the same'),
  ...rows('undocumented', 'keyword', 'PARENTHESIZED JOIN, PARENTHESIZED SELECT', 'only brackets'),
  ...rows('undocumented', 'keyword', 'SELECT WITHOUT FROM', 'reads no table'),
  ...rows('undocumented', 'keyword', 'ROW VALUE', 'a list in brackets where one value is usual'),
  ...rows('undocumented', 'keyword', 'COLUMN ALIASES', 'names for the columns of a table'),
  ...rows('undocumented', 'keyword', 'DOLLAR QUOTES, STRING PREFIX', 'PostgreSQL’s other ways to write text'),
  ...rows('undocumented', 'operator', 'COMPARISON WITH NULL', 'never true in SQL; IS NULL is meant'),
  ...rows('undocumented', 'function', 'ARGUMENTS', 'rule 8: how REDACTION is called is not shown'),
  ...rows('undocumented', 'keyword', 'LIMIT EXPRESSION', 'only a whole number can be paged'),

  ...rows(
    'unsupported',
    'keyword',
    'DISTINCT, DISTINCT ON, GROUP BY, HAVING, ORDER BY, WINDOW, OVER, FILTER, WITHIN GROUP, UNION, UNION ALL, UNION DISTINCT, INTERSECT, INTERSECT ALL, INTERSECT DISTINCT, EXCEPT, EXCEPT ALL, EXCEPT DISTINCT, WITH, WITH RECURSIVE, FETCH FIRST, FETCH NEXT, ROW, ROWS, NATURAL, CROSS, USING, LATERAL, ONLY, TABLESAMPLE, WITH ORDINALITY, ROWS FROM, CASE, ARRAY, DEFAULT, VARIADIC, FOR READ ONLY, WITH TIES',
  ),
  ...rows('unsupported', 'keyword', 'SUBQUERY', 'spec 1: one SELECT statement'),
  ...rows('unsupported', 'keyword', 'VALUES, TABLE', 'no SELECT, though they read'),
  ...rows('unsupported', 'keyword', 'EXPLAIN', 'what it explains is checked as well'),
  ...rows('unsupported', 'keyword', 'TYPED LITERAL, PARAMETER', 'write the value itself'),
  ...rows(
    'unsupported',
    'keyword',
    'TOP, QUALIFY, PIVOT, UNPIVOT, MINUS, SEMI, ANTI, ASOF, APPLY, STRAIGHT_JOIN, USE INDEX, FORCE INDEX, IGNORE INDEX, CONNECT BY, START WITH, SAMPLE, PREWHERE, STAR CHANGE',
    'words of other dialects',
  ),
  ...rows(
    'unsupported',
    'operator',
    '>=, <=, <>, !=, ==, <=>, +, -, *, /, %, ^, ||, ::, ->, ->>, #>, #>>, @>, <@, ?|, ?&, @?, @@, &&, &, |, #, ~, ~*, !~, !~*, ~~, !~~, ~~*, !~~*, <<, >>, |/, ||/, [, IN, BETWEEN, BETWEEN SYMMETRIC, BETWEEN ASYMMETRIC, SIMILAR TO, ESCAPE, ISNULL, NOTNULL, IS TRUE, IS FALSE, IS UNKNOWN, IS NOT TRUE, IS NOT FALSE, IS NOT UNKNOWN, IS DISTINCT FROM, IS NOT DISTINCT FROM, IS DOCUMENT, IS NOT DOCUMENT, IS JSON, IS NOT JSON, IS NORMALIZED, IS NOT NORMALIZED, EXISTS, ANY, SOME, ALL, OVERLAPS, COLLATE, AT TIME ZONE, AT LOCAL, OPERATOR',
  ),
  ...rows('unsupported', 'keyword', 'LIMIT ALL', 'the default of LIMIT, which no limit at all says as well'),
  ...rows(
    'unsupported',
    'operator',
    'RLIKE, REGEXP, GLOB, DIV, MOD, XOR, MATCH, CONTAINS, STARTS, SOUNDS',
    'words of other dialects',
  ),
  ...rows(
    'unsupported',
    'function',
    'CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP, CURRENT_USER, CURRENT_ROLE, SESSION_USER, SYSTEM_USER, USER, CURRENT_CATALOG, CURRENT_SCHEMA, CAST, EXTRACT, POSITION, SUBSTRING, TRIM, OVERLAY, COALESCE, NULLIF, GREATEST, LEAST, UPPER, LOWER, LENGTH, CONCAT, NOW, ROUND, ABS',
  ),
  ...rows('unsupported', 'command', 'SHOW, DECLARE, FETCH, MOVE, CLOSE', 'they read, or only move a cursor'),
  ...rows('unsupported', 'command', 'DESCRIBE, DESC', 'of other dialects'),

  // Spec 4.2 rule 2: it cannot modify the vault or perform transactions.
  ...rows(
    'write',
    'command',
    'INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COPY, CREATE, ALTER, DROP, COMMENT, SECURITY, IMPORT, REASSIGN, GRANT, REVOKE, CALL, DO, EXECUTE, PREPARE, DEALLOCATE, BEGIN, START, COMMIT, END, ROLLBACK, ABORT, SAVEPOINT, RELEASE, LOCK, LISTEN, UNLISTEN, NOTIFY, SET, RESET, DISCARD, LOAD, VACUUM, ANALYZE, ANALYSE, CLUSTER, REINDEX, REFRESH, CHECKPOINT, REPACK, WAIT',
  ),
  ...rows(
    'write',
    'command',
    'REPLACE, UPSERT, EXEC, USE, RENAME, FLUSH, KILL, PURGE, HANDLER, UNLOCK, ATTACH, DETACH, BACKUP, RESTORE, OPTIMIZE, REPAIR, PRAGMA, SHUTDOWN, UNLOAD, EXPORT, DENY, DBCC, BULK, UNDROP, INSTALL, CACHE, UNCACHE, MSCK, DELIMITER, XA',
    'words of other dialects',
  ),
  ...rows('write', 'keyword', 'INTO', 'SELECT INTO makes a table'),
  ...rows(
    'write',
    'keyword',
    'FOR UPDATE, FOR NO KEY UPDATE, FOR SHARE, FOR KEY SHARE, LOCK IN SHARE MODE',
    'take locks on rows',
  ),
];

const byName = new Map(constructs.map((construct) => [construct.name, construct]));

/** The table's row of a construct by its name in upper case; undefined for an unknown function or operator. */
export const findConstruct = (name: string): Construct | undefined => byName.get(name);

/** The command that a statement starting with `word` (upper case) is, where that is not a SELECT. */
export function findCommand(word: string): Construct | undefined {
  const construct = byName.get(word);
  return construct?.kind === 'command' && word !== 'SELECT' ? construct : undefined;
}

export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs.filter((row) => row.kind === 'function' && row.verdict === 'supported').map((row) => row.name),
);

/** The levels that our local vault knows; the spec shows none (rule 8), so another one is only a warning. */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);

/** The code of a finding on a construct. */
export function codeOf(kind: ConstructKind, verdict: Verdict): FindingCode {
  if (verdict === 'write') return 'write-operation';
  if (verdict === 'undocumented') return 'undocumented';
  if (kind === 'operator') return 'unsupported-operator';
  return kind === 'function' ? 'unsupported-function' : 'unsupported-keyword';
}

/** Spec 8: records of one answer at most. */
export const pageSize = 25;

/** Types whose name stands before a string: `DATE '2026-01-31'`. */
export const literalTypes: ReadonlySet<string> = new Set(
  'DATE TIME TIMESTAMP TIMESTAMPTZ TIMETZ INTERVAL BOOLEAN BOOL SMALLINT INT INTEGER BIGINT INT2 INT4 INT8 REAL FLOAT FLOAT4 FLOAT8 DOUBLE NUMERIC DECIMAL DEC MONEY TEXT CHAR CHARACTER VARCHAR NCHAR NATIONAL BPCHAR BIT VARBIT BYTEA UUID JSON JSONB XML INET CIDR MACADDR POINT LINE BOX PATH POLYGON CIRCLE OID REGCLASS TSVECTOR TSQUERY DATERANGE TSRANGE TSTZRANGE INT4RANGE INT8RANGE NUMRANGE DATETIME'.split(
    ' ',
  ),
);

/** Every word that the checker compares with; the lexer recognises these and PostgreSQL's keywords. */
export const tableWords = (): string[] => [
  ...constructs.flatMap(({ name }) => name.split(' ').filter((word) => /^[A-Z_]+$/.test(word))),
  ...literalTypes,
  'EXCLUDE',
];
