import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { keywords } from '../../../../../src/core/sql/dialect/keywords.ts';
import { lexWithComments } from '../../../../../src/core/sql/lexer/lexer.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { Finding } from '../../../../../src/core/sql/lint/findings.ts';
import { dialectStatement, explained, mutated, soup } from '../generate.ts';

// PostgreSQL's own parser judges. `VAULTSQL_LONG=1` for the numbers that a release is tested with.
const runs = process.env.VAULTSQL_LONG ? 100_000 : 1500;

/** What PostgreSQL makes of each statement of a text; undefined where it does not parse. */
function postgres(text: string): string[] | undefined {
  try {
    return (parseSync(text).stmts ?? []).map(({ stmt }) => kindOf(stmt));
  } catch {
    return undefined;
  }
}
/** `select` for a SELECT that neither locks nor writes, else what it is. */
function kindOf(statement: unknown): string {
  const [kind = ''] = Object.keys(statement as object);
  const tree = JSON.stringify(statement);
  if (kind === 'ExplainStmt' || kind === 'DeclareCursorStmt') {
    const inner = kindOf((statement as Record<string, { query: unknown }>)[kind]?.query);
    return inner === 'select' ? kind : inner;
  }
  if (kind !== 'SelectStmt') return kind;
  if (tree.includes('"lockingClause"')) return 'locking';
  if (tree.includes('"intoClause"')) return 'into';
  return /"(?:Insert|Update|Delete|Merge)Stmt"/.test(tree) ? 'writing WITH' : 'select';
}
/** Commands that only look: refused, but not as writes. */
const looks = new Set([
  'VariableShowStmt',
  'DeclareCursorStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'ExplainStmt',
]);
/** `'a' -- b`, then a line with `'c'`: one string for PostgreSQL (proved elsewhere), but not for libpg-query. */
const goesOnOverComment = (text: string): boolean =>
  lexWithComments(text).some(
    ({ kind, start, end }) => kind === 'string' && /'\s*--/.test(text.slice(start, end)),
  );
const hasPlaceholder = (text: string): boolean =>
  lexWithComments(text).some(({ kind }) => kind === 'placeholder');
const errorsOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

describe('PostgreSQL’s parser as judge', () => {
  before(loadModule);

  it('no false alarm inside the dialect', () => {
    fc.assert(
      fc.property(dialectStatement, (sql) => {
        assert.deepEqual(postgres(sql), ['select'], 'the generator left the dialect');
        assert.deepEqual(errorsOf(checkText(sql)), []);
      }),
      { numRuns: runs },
    );
  });

  for (const [what, texts] of [
    ['changed statements', mutated],
    ['pieces of SQL', soup],
    ['pieces of SQL after SELECT', soup.map((text) => `SELECT ${text}`)],
    ['cursors and plans of pieces', explained],
  ] as const) {
    it(`outside of it, ${what}: nothing passes but SELECT, no write is called anything else`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          // The parser takes a NUL for the end, and a backtick for an operator, where we take two for a quote.
          if (/[\0`]/.test(text) || goesOnOverComment(text)) return;
          const findings = checkText(text);
          // The documents of the service write NULL tests without IS; PostgreSQL has them with it.
          const bare = findings.filter(({ construct }) => construct === 'TEST WITHOUT IS');
          const kinds = postgres(
            bare.reduceRight((sql, { start }) => `${sql.slice(0, start)}IS ${sql.slice(start)}`, text),
          );
          if (errorsOf(findings).length === 0) {
            if (!hasPlaceholder(text))
              assert.ok(
                kinds?.every((kind) => kind === 'select'),
                `passed: ${kinds}`,
              );
            return;
          }
          const writes = kinds?.filter((kind) => kind !== 'select' && !looks.has(kind)) ?? [];
          const called = findings.filter(({ code }) => code === 'write-operation');
          assert.ok(called.length >= Math.min(1, writes.length), `not called a write: ${writes}`);
          for (const { start, end } of findings) assert.ok(start >= 0 && start <= end && end <= text.length);
        }),
        { numRuns: runs },
      );
    });
  }

  it('a keyword at the end of an item is its alias where PostgreSQL takes it for one', () => {
    for (const word of keywords)
      for (const sql of [
        `SELECT e ${word} FROM t`,
        `SELECT e ${word}, AVG(x) FROM t`,
        `SELECT t.e ${word} LIMIT 1`,
        `SELECT f(e) ${word}`,
        // What binds less tightly than the operator before it.
        ...(/^(?:AND|OR|IS)$/.test(word) ? [`SELECT a > b ${word} FROM t`, `SELECT -a ${word}, b`] : []),
      ]) {
        if (postgres(sql) === undefined) continue;
        const found = checkText(sql).filter(({ code }) => code === 'syntax');
        assert.deepEqual(found, [], sql);
      }
  });

  it('a number may have more than one sign', () => {
    for (const number of ['- -1', '+ -1', '- +1.5', '-  - 2'])
      for (const sql of [`SELECT ${number}`, `SELECT a FROM t WHERE a = ${number} AND NOT (a < ${number})`]) {
        assert.deepEqual(postgres(sql), ['select'], sql);
        assert.deepEqual(errorsOf(checkText(sql)), [], sql);
      }
  });

  it('as many statements are read as PostgreSQL reads', () => {
    const many = fc.array(dialectStatement, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(many, (statements) => {
        const text = statements.map((statement) => `${statement}\n`).join(';');
        assert.equal(postgres(text)?.length, statements.length);
        assert.deepEqual(errorsOf(checkText(text)), []);
      }),
      { numRuns: 200 },
    );
  });
});
