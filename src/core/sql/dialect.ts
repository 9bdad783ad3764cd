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
 * Where a construct stands and what follows it; `own` where the reader has code for it.
 * After an operand, by the precedence of what it binds to: `like`, `escape`, `is`, `other`
 * take a right side, `test` takes none, `type` a type's name. As an operand: `constant`, `value` (a function
 * without brackets), `bracket` (a list or a query in brackets). As a clause: `list` (expressions), `tail` (its own
 * words, perhaps with a number or names), `query` (another SELECT). After a table: `hint`. A function's name: `call`.
 */
export type Role =
  | 'own'
  | 'like'
  | 'escape'
  | 'is'
  | 'other'
  | 'test'
  | 'type'
  | 'constant'
  | 'value'
  | 'bracket'
  | 'list'
  | 'tail'
  | 'query'
  | 'hint'
  | 'call';

export interface Construct {
  /** Upper case, single blanks. */
  readonly name: string;
  readonly words: readonly string[];
  readonly kind: ConstructKind;
  readonly verdict: Verdict;
  readonly role: Role;
  /** Whether `vaultsql.dialect.allow` can lift it: not a write, nor a command, which is no SELECT at all. */
  readonly liftable: boolean;
}

/**
 * By verdict: the role of the constructs that follow, and their kind unless they are operators; a test knows the words
 * that may stand there. Of words joined by `|` any one stands, or none where nothing is before the first `|`.
 */
type Rows = Readonly<Record<Verdict, readonly string[]>>;

/** Functions without brackets whose names PostgreSQL reserves. */
export const reservedValues =
  'CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,LOCALTIME,LOCALTIMESTAMP,CURRENT_USER,CURRENT_ROLE,SESSION_USER,SYSTEM_USER,USER,CURRENT_CATALOG';

/** The table's rows that the check asks for; the others stand below. */
const rows: Rows = {
  supported: [
    // Spec 4.2, table “Query language accepted”, row by row.
    'own: >,<,=',
    'own: AND',
    'own: OR',
    'like: LIKE,ILIKE',
    'constant: NULL',
    'call function: AVG,SUM,COUNT,MIN,MAX,REDACTION',
    // Implied: no test for NULL without IS.
    'test: IS |NOT NULL',
  ],
  undocumented: [
    // Left open by the spec. Rule 6 names `?` for encrypted columns only; TRUE and FALSE are literals of no type it
    // shows; ALL, brackets and a comma between tables say what is allowed in other words; dollar quotes and prefixes
    // are PostgreSQL's other ways to write text; rule 8 leaves REDACTION's arguments open; a comparison with NULL is
    // accepted by any SQL, and never true; the table writes NULL and NOT NULL without the IS that SQL wants.
    'own: ?,COMPARISON WITH NULL,TEST WITHOUT IS',
    'constant keyword: TRUE,FALSE',
    'own keyword: SELECT ALL,COMMA JOIN,PARENTHESIZED JOIN|SELECT,SELECT WITHOUT FROM,ROW VALUE,COLUMN ALIASES,DOLLAR QUOTES,STRING PREFIX,LIMIT EXPRESSION',
    'own function: ARGUMENTS',
  ],
  unsupported: [
    'bracket keyword: ARRAY,ROW',
    'constant keyword: DEFAULT',
    'list keyword: GROUP BY,HAVING,ORDER BY,QUALIFY,PREWHERE,SAMPLE,CONNECT BY,START WITH',
    'tail keyword: FETCH FIRST|NEXT,FOR READ ONLY',
    'query keyword: UNION|INTERSECT|EXCEPT |ALL|DISTINCT,MINUS',
    'hint keyword: TABLESAMPLE,PIVOT,UNPIVOT,USE|FORCE|IGNORE INDEX',
    'own: IN,BETWEEN |SYMMETRIC|ASYMMETRIC,OPERATOR',
    'type: COLLATE',
    'like: SIMILAR TO,RLIKE,REGEXP,GLOB,DIV,MOD,XOR,MATCH,CONTAINS',
    'escape: ESCAPE',
    'other: OVERLAPS,AT TIME ZONE',
    'is: IS |NOT DISTINCT FROM',
    'test: ISNULL,NOTNULL,AT LOCAL,IS |NOT TRUE|FALSE|UNKNOWN|DOCUMENT,IS |NOT JSON |OBJECT|ARRAY|SCALAR|VALUE,IS |NOT |NFC|NFD|NFKC|NFKD NORMALIZED',
    'bracket: EXISTS,ANY,SOME,ALL',
    `value function: ${reservedValues},CURRENT_SCHEMA`,
    // They read, or only move a cursor; what EXPLAIN explains is checked as well. DESCRIBE is of other dialects.
    'own command: SHOW,DECLARE,FETCH,MOVE,CLOSE,DESCRIBE,DESC',
  ],
  write: [
    // Spec 4.2 rule 2: it cannot modify the vault or perform transactions. SELECT INTO makes a table, FOR UPDATE locks.
    'own command: INSERT,UPDATE,DELETE,MERGE,TRUNCATE,COPY,CREATE,ALTER,DROP,COMMENT,SECURITY,IMPORT,REASSIGN,GRANT,REVOKE,CALL,DO,EXECUTE,PREPARE,DEALLOCATE,BEGIN,START,COMMIT,END,ROLLBACK,ABORT,SAVEPOINT,RELEASE,LOCK,LISTEN,UNLISTEN,NOTIFY,SET,RESET,DISCARD,LOAD,VACUUM,ANALYZE,ANALYSE,CLUSTER,REINDEX,REFRESH,CHECKPOINT,REPACK,WAIT',
    // Writes of other dialects.
    'own command: REPLACE,UPSERT,EXEC,USE,RENAME,FLUSH,KILL,PURGE,HANDLER,UNLOCK,ATTACH,DETACH,BACKUP,RESTORE,OPTIMIZE,REPAIR,PRAGMA,SHUTDOWN,UNLOAD,EXPORT,DENY,DBCC,BULK,UNDROP,INSTALL,CACHE,MSCK,DELIMITER',
    'own keyword: INTO',
    'tail keyword: FOR UPDATE|SHARE,FOR NO KEY UPDATE,FOR KEY SHARE,LOCK IN SHARE MODE',
  ],
};

/** Rows that the check need not ask for: words that its grammar has, and what is unsupported if it is in no row. */
export const otherRows: Rows = {
  supported: [
    'own command: SELECT',
    'own: NOT,NOT NULL',
    'own keyword: FROM,JOIN,INNER JOIN,LEFT OUTER JOIN,LEFT JOIN,RIGHT OUTER JOIN,RIGHT JOIN,FULL OUTER JOIN,FULL JOIN,OFFSET,LIMIT,WHERE',
    // Implied: no join without ON, no name for a result without AS.
    'own keyword: ON,AS',
    'own: IS',
  ],
  undocumented: [],
  unsupported: [
    'own keyword: SUBQUERY,DISTINCT,DISTINCT ON,WINDOW,OVER,FILTER,WITHIN GROUP,WITH,WITH RECURSIVE,ROWS,NATURAL,CROSS JOIN,USING,LATERAL,ONLY,WITH ORDINALITY,ROWS FROM,CASE,VARIADIC,VALUES,TABLE,EXPLAIN,TYPED LITERAL,PARAMETER,LIMIT ALL,TOP,STAR CHANGE,SEMI,ANTI,ASOF,APPLY,STRAIGHT_JOIN',
    'own: [,>=,<=,<>,!=,==,<=>,+,-,*,/,%,^,||,->,->>,#>,#>>,@>,<@,?|,?&,@?,@@,&&,&,|,#,~,~*,!~,!~*,~~,!~~,~~*,!~~*,<<,>>,|/,||/',
    'type: ::',
  ],
  write: [],
};

/** All that an entry stands for: `UNION |ALL` for UNION and UNION ALL. An operator's own `|` joins no words. */
const spellings = (entry: string): string[] =>
  entry
    .split(' ')
    .reduce(
      (starts, words) =>
        starts.flatMap((start) => words.split(/\|(?=[A-Z])/).map((word) => `${start} ${word}`.trim())),
      [''],
    );

export const toConstructs = (table: Rows): readonly Construct[] =>
  Object.entries(table).flatMap(([verdict, list]) =>
    list.flatMap((row) => {
      const [sort = '', names = ''] = row.split(': ');
      const [role, kind = 'operator'] = sort.split(' ') as [Role, ConstructKind?];
      const liftable = verdict !== 'write' && kind !== 'command';
      return names
        .split(',')
        .flatMap(spellings)
        .map((name) => ({
          name,
          words: name.split(' '),
          kind,
          verdict: verdict as Verdict,
          role,
          liftable,
        }));
    }),
  );

/** The constructs that the check asks for. */
export const checked: readonly Construct[] = toConstructs(rows);

const byName = new Map(checked.map((construct) => [construct.name, construct]));

/** What the check asks for by its name in upper case. */
export const findChecked = (name: string): Construct | undefined => byName.get(name);

/** The command that a statement starting with `word` (upper case) is, where that is not a SELECT. */
export function findCommand(word: string): Construct | undefined {
  const construct = byName.get(word);
  return construct?.kind === 'command' ? construct : undefined;
}

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
