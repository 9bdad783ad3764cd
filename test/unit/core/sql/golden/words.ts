/**
 * What golden statements are made of, beside the names. It repeats the dialect table on purpose: a statement stays the
 * same when the table changes, so that a changed finding can only come from changed code.
 */
const list = (text: string): readonly string[] =>
  text
    .split(/\n|\s\|\s/)
    .map((part) => part.trim())
    .filter(Boolean);

/** What is between two values. */
export const infix = list(`
  > | < | = | AND | OR | LIKE | ILIKE | NOT LIKE | NOT ILIKE | >= | <= | <> | != | == | <=> | + | - | * | / | % | ^ | \u007c\u007c
  -> | ->> | #> | #>> | @> | <@ | ?\u007c | ?& | @? | @@ | && | & | \u007c | # | ~ | ~* | !~ | !~* | ~~ | !~~ | ~~* | !~~* | << | >> | >>>
  SIMILAR TO | NOT SIMILAR TO | RLIKE | NOT RLIKE | REGEXP | GLOB | DIV | MOD | XOR | MATCH | CONTAINS | OVERLAPS | COLLATE
  AT TIME ZONE | IS DISTINCT FROM | IS NOT DISTINCT FROM | OPERATOR(pg_catalog.+) | operator ( >= ) | IN | NOT IN | BETWEEN
  <-> | ~<~ | -\u007c- | ::: | =* | !< | ?
`);

/** What follows a value. */
export const postfix = list(`
  IS NULL | IS NOT NULL | NULL | NOT NULL | ISNULL | NOTNULL | AT LOCAL | IS TRUE | IS NOT FALSE | IS UNKNOWN | IS NOT UNKNOWN
  IS DOCUMENT | IS NOT DOCUMENT | IS JSON | IS JSON OBJECT | IS NOT JSON ARRAY | IS JSON SCALAR | IS NOT JSON VALUE
  IS NORMALIZED | IS NFC NORMALIZED | IS NOT NFKD NORMALIZED | IS NFD NORMALIZED | IS NFKC NORMALIZED | IS | IS NOT | NOT | !
  ::int | :: double precision | ::numeric(10, 2)[] | [1] | [1:2] | [:] | ? 'x' | COLLATE "C" | .x | .* | IN (1, 2) | NOT IN (SELECT 1)
  IS JSON ARRAY | IS JSON VALUE | IS NOT JSON OBJECT | IS NOT JSON SCALAR | IS NFKD NORMALIZED | IS NOT NORMALIZED | IS NOT NFC NORMALIZED
  IS NOT NFD NORMALIZED | IS NOT NFKC NORMALIZED
  BETWEEN 1 AND 2 | NOT BETWEEN SYMMETRIC 1 AND 2 | BETWEEN ASYMMETRIC a AND b | LIKE 'x' ESCAPE '!' | ILIKE ANY (ARRAY['x'])
  = ANY (SELECT 1) | > ALL (VALUES (1)) | = SOME (ARRAY[1]) | = NULL | < c < d | IS OF (int) | -> 'a' ->> 'b' | @ 1
`);

/** Values, and what is in their place. */
export const values = list(`
  TRUE | FALSE | NULL | DEFAULT | CURRENT_DATE | CURRENT_TIME | CURRENT_TIME(2) | CURRENT_TIMESTAMP | LOCALTIME | LOCALTIMESTAMP
  CURRENT_USER | CURRENT_ROLE | SESSION_USER | SYSTEM_USER | USER | CURRENT_CATALOG | CURRENT_SCHEMA | $1 | $2.x | :name | \${name}
  {{name}} | \${ | @x | #x | 0x1F | 1_000 | 12ab | 1e | 1.2.3 | .5 | 5. | 1..2 | 0b12 | 1__0 | -1 | - 1 | +1 | ~1 | @ -5 | |/ 4
  ||/ 27 | !!3 | 'x' | '' | 'it''s' | 'open | "open | "a""b" | "" | \`a\` | \`open | “a” | ‘a’ | ’ | E'a\\'b' | e'\\u12' | N'x' | B'01'
  b'012' | X'1f' | x'zz' | U&'d\\0061' | U&"d\\0061t" | U&'d!0061' UESCAPE '!' | $$x$$ | $q$ $$ ; $q$ | $$ open | DATE '2024-02-29'
  INTERVAL '1' DAY | TIMESTAMP WITH TIME ZONE 'x' | int '1' | hstore 'a' | double precision '1.5' | ARRAY[1, 2] | ARRAY[[1], [2]]
  ARRAY(SELECT 1) | ROW(1, 2) | ROW() | (1, 2) | (a, b) = (1, 2) | () | (a) | ((a)) | (a).b | (SELECT 1) | ((SELECT max(a) FROM u))
  EXISTS (SELECT 1) | EXISTS (a) | NOT EXISTS (SELECT 1 FROM u WHERE u.id = t.id) | CASE WHEN a THEN 1 ELSE 2 END | CASE a WHEN 1 THEN 'x' END
  CASE END | CASE WHEN a | CAST(a AS int) | CAST(a AS) | TREAT(a AS b) | EXTRACT(YEAR FROM d) | POSITION('a' IN b) | TRIM(BOTH ' ' FROM c)
  SUBSTRING(a FROM 1 FOR 2) | OVERLAY(a PLACING b FROM 1) | COLLATION FOR (a) | GROUPING(a) | COALESCE(a, 1) | NULLIF(a, 1) | UPPER(a)
  now() | f() | f(,) | f(a,) | f(VARIADIC a) | f(a => 1) | f(a := 1) | f(DISTINCT a) | f(a ORDER BY b) | f(ALL a) | pg_catalog.count(*)
  "count"(*) | COUNT(*) | count ( * ) | COUNT() | COUNT(a, b) | COUNT(DISTINCT a) | COUNT(ALL a) | AVG(a) | SUM(a + 1) | SUM(*) | MIN(MAX(a))
  MAX(b) | AVG((SELECT 1)) | COUNT(a) FILTER (WHERE b > 1) | SUM(a) OVER () | SUM(a) OVER (PARTITION BY b ORDER BY c ROWS UNBOUNDED PRECEDING)
  SUM(a) OVER w | PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) | REDACTION(ssn) | REDACTION(ssn, 'MASKED') | REDACTION(p.ssn, 'plain_text')
  REDACTION(ssn, 'PLAIN') | REDACTION() | REDACTION(ssn, 'MASKED', 1) | REDACTION('x', ssn) | REDACTION(ssn, level) | redaction ( t . ssn )
  REDACTION(*) | XMLELEMENT(NAME x) | JSON_OBJECT('a': 1) | JSON_TABLE(a, '$' COLUMNS (b int)) | current of c | * | t.* | a.b.c | a.b.c.d
  a.b.c.d.e | a. | .a | a..b | a b c | a AS b | a AS | a AS 'x' | a "x y" | a AS select | order | date | value | offset | année | 名 | 😀
`);

/** What follows SELECT. */
export const heads = list(`
  ALL | DISTINCT | DISTINCT ON (a) | ALL DISTINCT | DISTINCT ALL | TOP 5 | TOP (5) PERCENT | SQL_CALC_FOUND_ROWS | STRAIGHT_JOIN | , | FROM
  AS STRUCT | UNIQUE | /*+ hint */ | STREAM
`);

/** What follows FROM. */
export const tables = list(`
  t | t AS x | t x | t "x y" | s.t | d.s.t | a.b.c.d | "T" | "my table" | ONLY t | ONLY (t) | t * | t AS x (c1, c2) | t x (c1) | (t) | ((t)) | (t JOIN u ON t.id = u.id)
  (t JOIN u ON t.id = u.id) AS j | (t CROSS JOIN u) | t, u | t, | , t | t,, u | t TABLESAMPLE SYSTEM (1) | t SAMPLE (1) | t PIVOT (a) | t UNPIVOT (a) | t WITH (NOLOCK)
  t USE INDEX (i) | t FORCE INDEX (i) | t IGNORE INDEX (i) | (SELECT 1) x | (SELECT a AS b FROM u) AS x (c) | (SELECT 1) | (VALUES (1), (2)) AS v (n) | LATERAL (SELECT 1) x
  f(1) | f(1) AS x (a int, b text) | f(1) WITH ORDINALITY | ROWS FROM (f(), g()) WITH ORDINALITY AS x | UNNEST(a) | GENERATE_SERIES(1, 3) g | t FOR SYSTEM_TIME AS OF 'x'
  t CROSS JOIN u | t NATURAL JOIN u | t NATURAL LEFT JOIN u | t JOIN u USING (id) | t JOIN u USING (id) AS j | t JOIN u USING () | t JOIN u ON t.id = u.id
  t INNER JOIN u ON t.id = u.id | t LEFT JOIN u ON t.id = u.id | t LEFT OUTER JOIN u ON t.id = u.id | t RIGHT JOIN u ON t.id = u.id | t RIGHT OUTER JOIN u ON t.id = u.id
  t FULL JOIN u ON t.id = u.id | t FULL OUTER JOIN u ON t.id = u.id | t JOIN u JOIN v ON u.id = v.id ON t.id = u.id | t JOIN u | t JOIN | t JOIN ON a = b | t LEFT u ON a = b
  t OUTER JOIN u ON a = b | t SEMI JOIN u ON t.x = u.x | t LEFT SEMI JOIN u ON a = b | t ANTI JOIN u ON a = b | t ASOF JOIN u ON a = b | t CROSS APPLY f(t.a) x | t OUTER APPLY f(a)
  t STRAIGHT_JOIN u ON a = b | t GLOBAL JOIN u | t JOIN LATERAL (SELECT 1) x ON TRUE | t JOIN u ON | t JOIN u ON (a = b) ON c | t@x | t PARTITION (p) | TABLE(t) | XMLTABLE('x' PASSING a COLUMNS b int)
  JSON_TABLE(a, '$' COLUMNS (b int)) x | WHERE | select | order | $1 | :table | 't' | 1 | \`t\` | t.* | information_schema.tables | pg_catalog.pg_class | DUAL
`);

/** What is at the end of a SELECT. */
export const tails = list(`
  LIMIT 5 | LIMIT 25 OFFSET 50 | OFFSET 5 LIMIT 10 | LIMIT 26 | LIMIT 1000 OFFSET 20 | LIMIT 0 | LIMIT 5, 10 | LIMIT ALL | LIMIT NULL | LIMIT 1 + 1 | LIMIT (5) | LIMIT '5' | LIMIT :n | LIMIT $1
  LIMIT | OFFSET | LIMIT a | LIMIT t.a | LIMIT -1 | LIMIT -0.4 | LIMIT 1.5 | LIMIT 1e3 | LIMIT 0x1F | LIMIT 1_000 | LIMIT 99999999999999999999 | LIMIT count(*) | LIMIT 5 LIMIT 6 | LIMIT 5 BY a
  OFFSET 5 ROWS | OFFSET 5 ROW | OFFSET NULL | OFFSET :n | OFFSET 1 OFFSET 2 | OFFSET (SELECT 1) | FETCH FIRST 5 ROWS ONLY | FETCH NEXT ROW ONLY | OFFSET 2 ROWS FETCH NEXT 5 ROWS WITH TIES | FETCH FIRST
  ORDER BY a | ORDER BY a DESC NULLS LAST, b | ORDER BY | ORDER a | ORDER BY 1 USING < | ORDER BY a LIMIT 5 | LIMIT 5 ORDER BY a | GROUP BY a | GROUP BY ROLLUP (a, b), GROUPING SETS ((a), ()) | GROUP BY ALL
  GROUP BY a HAVING COUNT(*) > 1 | HAVING a | GROUP a | QUALIFY a = 1 | PREWHERE a | SAMPLE 0.1 | CONNECT BY a = b | START WITH a = 1 CONNECT BY PRIOR b = c | WINDOW w AS (PARTITION BY a)
  UNION SELECT 1 | UNION ALL SELECT a FROM u | UNION DISTINCT SELECT 1 | INTERSECT SELECT a FROM u | INTERSECT ALL SELECT 1 | EXCEPT SELECT 1 | EXCEPT ALL (SELECT a FROM u) | MINUS SELECT b FROM u | UNION
  INTERSECT DISTINCT SELECT 1 | EXCEPT DISTINCT SELECT 1 | UNION TABLE u | UNION VALUES (1) | UNION ALL BY NAME SELECT 1 | FOR READ ONLY | FOR UPDATE | FOR UPDATE OF t | FOR SHARE NOWAIT | FOR NO KEY UPDATE OF t SKIP LOCKED | FOR KEY SHARE | LOCK IN SHARE MODE | FOR
  FOR XML AUTO | INTO x | INTO OUTFILE 'x' | WHERE a = 1 WHERE b = 2 | WHERE | WHERE a = | WHERE = 1 | WHERE (a = 1 | WHERE a = 1) | WHERE a = 1 AND | WHERE AND a | WHERE a b | WHERE NOT | ; | ;; | ; x | SELECT 2 FROM u
  OPTION (RECOMPILE) | WITH UR | SETTINGS a = 1 | FORMAT JSON | \\g | GO | ) | ( | ] | }
`);

/** Whole statements that are no plain SELECT. */
export const statements = list(`
  (SELECT a FROM t) | ((SELECT a FROM t) LIMIT 5) | (SELECT a FROM t | TABLE t | TABLE ONLY t LIMIT 5 | VALUES (1, 'x'), (2, 'y') | VALUES | WITH x AS (SELECT a FROM t) SELECT a FROM x | WITH x (c) AS MATERIALIZED (SELECT 1), y AS (SELECT 2) SELECT c FROM x, y
  WITH RECURSIVE r AS (SELECT 1 UNION SELECT n + 1 FROM r) SELECT * FROM r | WITH x AS (DELETE FROM t RETURNING a) SELECT a FROM x | WITH x AS (SELECT 1) UPDATE t SET a = 1 | WITH x SELECT 1 | WITH | EXPLAIN SELECT a FROM t
  EXPLAIN (ANALYZE, COSTS off) SELECT a FROM t | EXPLAIN ANALYZE VERBOSE DELETE FROM t | EXPLAIN | DECLARE c CURSOR FOR SELECT a FROM t | DECLARE c NO SCROLL CURSOR WITH HOLD FOR SELECT a INTO x FROM t | DECLARE @x int | FETCH NEXT c | MOVE c
  CLOSE c | SHOW tables | SHOW ALL | DESCRIBE t | DESC t | SELECT 1 | SELECT * | SELECT now() | SELECT | SELECT FROM t | SELECT a, FROM t | SELECT ,a FROM t | SELECT a FROM | FROM t SELECT a | FROM t | SELCT a FROM t | SELECT a FORM t | select_ a
  SELECT * EXCEPT (a) FROM t | SELECT * EXCLUDE (a) FROM t | SELECT * REPLACE (1 AS a) FROM t | SELECT t.* EXCEPT (a), b FROM t | SELECT a INTO x FROM t | SELECT a INTO TEMP TABLE x FROM t WHERE b >= 1 | (DELETE FROM t) | SELECT * FROM (DELETE FROM t RETURNING *) x
  CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN b END; END; SELECT a FROM t | CREATE FUNCTION f() AS $$ SELECT 1; $$ | BEGIN ATOMIC a; b; END | INSERT INTO t VALUES ('x | INSERT INTO t SELECT a FROM u ON CONFLICT DO NOTHING
  UPDATE t SET a = 1 WHERE b | DELETE FROM t USING u | MERGE INTO t USING u ON a = b WHEN MATCHED THEN DELETE | COPY t TO STDOUT | DO $$ BEGIN END $$ | SET ROLE x | PREPARE p AS SELECT 1 | EXECUTE p | {fn now()} | 1 | 'x' | "x" | * | = | ( | ) | ; | -- x
  /* x | /* a /* b */ */ | :x | \${x} | $1 | hello | hello world | ?
`);

/** First words of commands that write, or are treated so. */
export const commands = list(`
  INSERT | UPDATE | DELETE | MERGE | TRUNCATE | COPY | CREATE | ALTER | DROP | COMMENT | SECURITY | IMPORT | REASSIGN | GRANT | REVOKE | CALL | DO | EXECUTE | PREPARE | DEALLOCATE | BEGIN | START | COMMIT | END
  ROLLBACK | ABORT | SAVEPOINT | RELEASE | LOCK | LISTEN | UNLISTEN | NOTIFY | SET | RESET | DISCARD | LOAD | VACUUM | ANALYZE | ANALYSE | CLUSTER | REINDEX | REFRESH | CHECKPOINT | REPACK | WAIT | REPLACE | UPSERT | EXEC
  USE | RENAME | FLUSH | KILL | PURGE | HANDLER | UNLOCK | ATTACH | DETACH | BACKUP | RESTORE | OPTIMIZE | REPAIR | PRAGMA | SHUTDOWN | UNLOAD | EXPORT | DENY | DBCC | BULK | UNDROP | INSTALL | CACHE | MSCK | DELIMITER
  SHOW | DECLARE | FETCH | MOVE | CLOSE | DESCRIBE | DESC
`);

/** What follows a command. */
export const objects = list(`
  t | INTO t VALUES (1) | t SET a = 1 | FROM t | TABLE t (a int) | TABLE t | ALL | x | x FROM y | ON t TO u | OWNED BY a TO b | p(1, 'x') | p AS SELECT a FROM t | $$x$$ | 'x | (1 | c CURSOR FOR SELECT a FROM t | TO 'x' | IN SHARE MODE | NEXT c
  TRANSACTION | WORK | VIEW v AS SELECT a FROM t; SELECT a FROM t | FUNCTION f() BEGIN ATOMIC SELECT 1; END
`);

/** Names of constructs as a user writes them in the list of what the service accepts, with some that name none. */
export const allowable = list(`
  GROUP BY | group  by | ORDER BY | HAVING | DISTINCT | SELECT DISTINCT | IN | NOT IN | BETWEEN | >= | <= | <> | != | :: | + | - | * | || | -> | CASE | UNION | UNION ALL | WITH | SUBQUERY | EXISTS | CROSS JOIN | cross | NATURAL JOIN | USING
  UPPER | UPPER() | lower ( ) | COALESCE | CAST | CURRENT_DATE | OVER | FILTER | LATERAL | VALUES | TABLE | FETCH FIRST | LIMIT ALL | ARRAY | ROW | [ | IS TRUE | IS DISTINCT FROM | ISNULL | SIMILAR TO | ESCAPE | COLLATE | DISTINCT ON | EXPLAIN
  PARAMETER | TYPED LITERAL | INSERT | DELETE | INTO | FOR UPDATE | SHOW | TOP | ONLY | TABLESAMPLE | WINDOW | ANY | ALL | STAR CHANGE | no such thing | OPERATOR | DOLLAR QUOTES | ? | STRING PREFIX | COMMA JOIN
`);

/** What is between two tokens. */
export const gaps: readonly string[] = [
  ...[' ', ' ', ' ', ' ', '  ', '\t', '\n', '\r\n', '\r', '\f', '\v', '\n\n  ', '', ''],
  ...[
    ' /* c */ ',
    '/**/',
    ' /* a /* b */ ; */ ',
    ' -- x;\n',
    '--\n',
    ' -- it\'s "\r\n',
    '/*',
    '--',
    '\u00a0',
    '\u200b',
  ],
  ...['\ufeff', '\u2028', '\0', '\u3000', ' /* \' " $$ */ '],
];

/** Pieces that break a text. */
export const breakers: readonly string[] = [
  ...[
    "'",
    '"',
    '`',
    '$$',
    '$q$',
    '/*',
    '*/',
    '--',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    ';',
    ':',
    '::',
    '*',
    '=',
  ],
  ...[
    '<',
    '>',
    '>=',
    '?',
    '$1',
    ':p',
    '${',
    '\\',
    '#',
    '!',
    '@',
    '“',
    '’',
    '😀',
    '\ud83d',
    '\0',
    '\u200b',
    '1',
    "'x'",
  ],
  ...[
    'SELECT',
    'FROM',
    'WHERE',
    'ON',
    'AS',
    'AND',
    'NOT',
    'NULL',
    'IS',
    'JOIN',
    'LIMIT',
    'INTO',
    'DELETE',
    'CASE',
  ],
];
