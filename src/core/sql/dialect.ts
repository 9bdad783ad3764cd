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

/**
 * Where a construct stands and what follows it; '' where the reader has code for it.
 * After an operand, by the precedence of what it binds to: `or`, `and`, `like`, `escape`, `is`, `other`, `zone`
 * take a right side, `test` takes none, `type` a type's name. As an operand: `constant`, `value` (a function
 * without brackets), `bracket` (a list or a query in brackets). As a clause: `list` (expressions), `tail` (its own
 * words, perhaps with a number or names), `query` (another SELECT). After a table: `hint`.
 */
export type Role =
  | ''
  | 'or'
  | 'and'
  | 'like'
  | 'escape'
  | 'is'
  | 'other'
  | 'zone'
  | 'test'
  | 'type'
  | 'constant'
  | 'value'
  | 'bracket'
  | 'list'
  | 'tail'
  | 'query'
  | 'hint';

export interface Construct {
  /** Upper case, single blanks. */
  readonly name: string;
  readonly kind: ConstructKind;
  readonly verdict: Verdict;
  readonly role: Role;
  /** Whether `vaultsql.dialect.allow` can lift it: not a write, nor a command, which is no SELECT at all. */
  readonly liftable: boolean;
}

const rows = (verdict: Verdict, kind: ConstructKind, names: string, role: Role = ''): Construct[] =>
  names
    .split(', ')
    .map((name) => ({ name, kind, verdict, role, liftable: verdict !== 'write' && kind !== 'command' }));
const withNot = (tests: string): string => tests.replace(/\w[^,]*/g, 'IS $&, IS NOT $&');

export const constructs: readonly Construct[] = [
  // Spec 4.2, table “Query language accepted”, row by row.
  ...rows('supported', 'command', 'SELECT'),
  ...rows('supported', 'operator', '>, <, =, NOT, NOT NULL'),
  ...rows('supported', 'operator', 'AND', 'and'),
  ...rows('supported', 'operator', 'OR', 'or'),
  ...rows('supported', 'operator', 'LIKE, ILIKE', 'like'),
  ...rows('supported', 'operator', 'NULL', 'constant'),
  ...rows(
    'supported',
    'keyword',
    'FROM, JOIN, INNER JOIN, LEFT OUTER JOIN, LEFT JOIN, RIGHT OUTER JOIN, RIGHT JOIN, FULL OUTER JOIN, FULL JOIN, OFFSET, LIMIT, WHERE',
  ),
  ...rows('supported', 'function', 'AVG, SUM, COUNT, MIN, MAX, REDACTION'),
  // Implied: no join without ON, no test for NULL without IS, no name for a result without AS.
  ...rows('supported', 'keyword', 'ON, AS'),
  ...rows('supported', 'operator', 'IS'),
  ...rows('supported', 'operator', 'IS NULL, IS NOT NULL', 'test'),

  // Left open by the spec. Rule 6 names `?` for encrypted columns only; TRUE and FALSE are literals of no type it
  // shows; ALL, brackets and a comma between tables say what is allowed in other words; dollar quotes and prefixes
  // are PostgreSQL's other ways to write text; rule 8 leaves REDACTION's arguments open; a comparison with NULL is
  // accepted by any SQL, and never true; the table writes NULL and NOT NULL without the IS that SQL wants.
  ...rows('undocumented', 'operator', '?, COMPARISON WITH NULL, TEST WITHOUT IS'),
  ...rows('undocumented', 'keyword', 'TRUE, FALSE', 'constant'),
  ...rows(
    'undocumented',
    'keyword',
    'SELECT ALL, COMMA JOIN, PARENTHESIZED JOIN, PARENTHESIZED SELECT, SELECT WITHOUT FROM, ROW VALUE, COLUMN ALIASES, DOLLAR QUOTES, STRING PREFIX, LIMIT EXPRESSION',
  ),
  ...rows('undocumented', 'function', 'ARGUMENTS'),

  ...rows(
    'unsupported',
    'keyword',
    'SUBQUERY, DISTINCT, DISTINCT ON, WINDOW, OVER, FILTER, WITHIN GROUP, WITH, WITH RECURSIVE, ROWS, NATURAL, CROSS JOIN, USING, LATERAL, ONLY, WITH ORDINALITY, ROWS FROM, CASE, VARIADIC, VALUES, TABLE, EXPLAIN, TYPED LITERAL, PARAMETER, LIMIT ALL, TOP, STAR CHANGE, SEMI, ANTI, ASOF, APPLY, STRAIGHT_JOIN',
  ),
  ...rows('unsupported', 'keyword', 'ARRAY, ROW', 'bracket'),
  ...rows('unsupported', 'keyword', 'DEFAULT', 'constant'),
  ...rows(
    'unsupported',
    'keyword',
    'GROUP BY, HAVING, ORDER BY, QUALIFY, PREWHERE, SAMPLE, CONNECT BY, START WITH',
    'list',
  ),
  ...rows('unsupported', 'keyword', 'FETCH FIRST, FETCH NEXT, FOR READ ONLY', 'tail'),
  ...rows(
    'unsupported',
    'keyword',
    'UNION, UNION ALL, UNION DISTINCT, INTERSECT, INTERSECT ALL, INTERSECT DISTINCT, EXCEPT, EXCEPT ALL, EXCEPT DISTINCT, MINUS',
    'query',
  ),
  ...rows(
    'unsupported',
    'keyword',
    'TABLESAMPLE, PIVOT, UNPIVOT, USE INDEX, FORCE INDEX, IGNORE INDEX',
    'hint',
  ),
  ...rows(
    'unsupported',
    'operator',
    '>=, <=, <>, !=, ==, <=>, +, -, *, /, %, ^, ||, ->, ->>, #>, #>>, @>, <@, ?|, ?&, @?, @@, &&, &, |, #, ~, ~*, !~, !~*, ~~, !~~, ~~*, !~~*, <<, >>, |/, ||/, [, IN, BETWEEN, BETWEEN SYMMETRIC, BETWEEN ASYMMETRIC, OPERATOR',
  ),
  ...rows('unsupported', 'operator', '::, COLLATE', 'type'),
  ...rows(
    'unsupported',
    'operator',
    'SIMILAR TO, RLIKE, REGEXP, GLOB, DIV, MOD, XOR, MATCH, CONTAINS',
    'like',
  ),
  ...rows('unsupported', 'operator', 'ESCAPE', 'escape'),
  ...rows('unsupported', 'operator', 'OVERLAPS', 'other'),
  ...rows('unsupported', 'operator', 'AT TIME ZONE', 'zone'),
  ...rows('unsupported', 'operator', withNot('DISTINCT FROM'), 'is'),
  ...rows(
    'unsupported',
    'operator',
    `ISNULL, NOTNULL, AT LOCAL, ${withNot('TRUE, FALSE, UNKNOWN, DOCUMENT, JSON, JSON OBJECT, JSON ARRAY, JSON SCALAR, JSON VALUE, NORMALIZED, NFC NORMALIZED, NFD NORMALIZED, NFKC NORMALIZED, NFKD NORMALIZED')}`,
    'test',
  ),
  ...rows('unsupported', 'operator', 'EXISTS, ANY, SOME, ALL', 'bracket'),
  ...rows(
    'unsupported',
    'function',
    'CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP, CURRENT_USER, CURRENT_ROLE, SESSION_USER, SYSTEM_USER, USER, CURRENT_CATALOG, CURRENT_SCHEMA',
    'value',
  ),
  // They read, or only move a cursor; what EXPLAIN explains is checked as well. DESCRIBE is of other dialects.
  ...rows('unsupported', 'command', 'SHOW, DECLARE, FETCH, MOVE, CLOSE, DESCRIBE, DESC'),

  // Spec 4.2 rule 2: it cannot modify the vault or perform transactions. SELECT INTO makes a table, FOR UPDATE locks.
  ...rows(
    'write',
    'command',
    'INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COPY, CREATE, ALTER, DROP, COMMENT, SECURITY, IMPORT, REASSIGN, GRANT, REVOKE, CALL, DO, EXECUTE, PREPARE, DEALLOCATE, BEGIN, START, COMMIT, END, ROLLBACK, ABORT, SAVEPOINT, RELEASE, LOCK, LISTEN, UNLISTEN, NOTIFY, SET, RESET, DISCARD, LOAD, VACUUM, ANALYZE, ANALYSE, CLUSTER, REINDEX, REFRESH, CHECKPOINT, REPACK, WAIT',
  ),
  // Writes of other dialects.
  ...rows(
    'write',
    'command',
    'REPLACE, UPSERT, EXEC, USE, RENAME, FLUSH, KILL, PURGE, HANDLER, UNLOCK, ATTACH, DETACH, BACKUP, RESTORE, OPTIMIZE, REPAIR, PRAGMA, SHUTDOWN, UNLOAD, EXPORT, DENY, DBCC, BULK, UNDROP, INSTALL, CACHE, MSCK, DELIMITER',
  ),
  ...rows('write', 'keyword', 'INTO'),
  ...rows(
    'write',
    'keyword',
    'FOR UPDATE, FOR NO KEY UPDATE, FOR SHARE, FOR KEY SHARE, LOCK IN SHARE MODE',
    'tail',
  ),
];

const byName = new Map(constructs.map((construct) => [construct.name, construct]));

/** The table's row of a construct by its name in upper case; undefined for a function or operator not listed. */
export const findConstruct = (name: string): Construct | undefined => byName.get(name);

/** The command that a statement starting with `word` (upper case) is, where that is not a SELECT. */
export function findCommand(word: string): Construct | undefined {
  const construct = byName.get(word);
  return construct?.kind === 'command' && construct.verdict !== 'supported' ? construct : undefined;
}

export const supportedFunctions: ReadonlySet<string> = new Set(
  constructs
    .filter(({ kind, verdict }) => kind === 'function' && verdict === 'supported')
    .map(({ name }) => name),
);

/** The levels that our local vault knows; the spec shows none (rule 8), so another one is only a warning. */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);

/** The code of a finding on a construct. */
export function codeOf(kind: ConstructKind, verdict: Verdict): FindingCode {
  if (verdict === 'write') return 'write-operation';
  if (verdict === 'undocumented') return verdict;
  return `unsupported-${kind === 'command' ? 'keyword' : kind}`;
}

/** Spec 8: records of one answer at most. */
export const pageSize = 25;

/** Types whose name stands before a string: `DATE '2026-01-31'`. */
export const literalTypes: ReadonlySet<string> = new Set(
  'DATE TIME TIMESTAMP TIMESTAMPTZ TIMETZ INTERVAL BOOLEAN BOOL SMALLINT INT INTEGER BIGINT INT2 INT4 INT8 REAL FLOAT FLOAT4 FLOAT8 DOUBLE NUMERIC DECIMAL DEC MONEY TEXT CHAR CHARACTER VARCHAR NCHAR NATIONAL BPCHAR BIT VARBIT BYTEA UUID JSON JSONB XML INET CIDR MACADDR POINT BOX OID REGCLASS TSVECTOR TSQUERY DATERANGE TSRANGE INT4RANGE DATETIME'.split(
    ' ',
  ),
);
