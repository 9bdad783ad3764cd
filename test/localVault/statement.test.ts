import assert from 'node:assert/strict';
import { checkAndTranslateStatement } from '../../src/localVault/sql/statement.ts';
import { eventually } from '../run/waiting.ts';

const sql = (query: string): string => {
  const prepared = checkAndTranslateStatement(query);
  assert.ok(prepared.ok, prepared.ok ? '' : `${query}: ${prepared.message}`);
  return prepared.sql;
};

describe('local vault: statement', () => {
  it('is given to PostgreSQL as written, without its semicolon and what is around it', () => {
    for (const text of [
      'SELECT * FROM persons',
      'SELECT a AS "Ö" FROM persons WHERE name = \'; DROP\' -- x\n AND id = 1',
      'SELECT redaction, "redaction" FROM persons',
      'SELECT email IS NOT NULL FROM persons WHERE NOT (phone IS NULL) AND NOT ssn IS NOT NULL',
    ])
      assert.equal(sql(`-- first\n ${text} ; -- last`), text);
  });

  const translated: readonly (readonly [from: string, to: string])[] = [
    ['SELECT id FROM persons WHERE email NOT NULL', 'SELECT id FROM persons WHERE email IS NOT NULL'],
    [
      'SELECT id FROM persons WHERE (email) not /**/ null',
      'SELECT id FROM persons WHERE (email) IS not /**/ null',
    ],
    [
      'SELECT id FROM persons WHERE "a b" NOT NULL OR name NULL',
      'SELECT id FROM persons WHERE "a b" IS NOT NULL OR name IS NULL',
    ],
    [
      'SELECT id FROM persons WHERE NOT p.email NOT NULL',
      'SELECT id FROM persons WHERE NOT p.email IS NOT NULL',
    ],
    ['SELECT NULL FROM persons', 'SELECT NULL FROM persons'],
    [
      "SELECT REDACTION(ssn, 'MASKED') FROM persons",
      'SELECT redaction_masked.redaction(ssn) AS "ssn" FROM persons',
    ],
    [
      'SELECT redaction (p.SSN) FROM persons p',
      'SELECT redaction_default.redaction (p.SSN) AS "ssn" FROM persons p',
    ],
    [
      'SELECT REDACTION(p."Ssn" , \'plain_text\')',
      'SELECT redaction_plain_text.redaction(p."Ssn" ) AS "Ssn"',
    ],
    [
      "SELECT REDACTION(a,'REDACTED') b, REDACTION(c) AS d FROM t",
      'SELECT redaction_redacted.redaction(a) b, redaction_default.redaction(c) AS d FROM t',
    ],
    [
      "SELECT MIN(REDACTION(a, 'PLAIN_TEXT')), REDACTION(MIN(a)) FROM t",
      'SELECT MIN(redaction_plain_text.redaction(a)), redaction_default.redaction(MIN(a)) AS redaction FROM t',
    ],
    [
      "SELECT 1 FROM t WHERE REDACTION(a, 'MASKED') = 'x' AND id = 1",
      "SELECT 1 FROM t WHERE redaction_masked.redaction(a) = 'x' AND id = 1",
    ],
    [
      "SELECT id, REDACTION(Ää, 'MASKED') LIMIT 1",
      'SELECT id, redaction_masked.redaction(Ää) AS "Ää" LIMIT 1',
    ],
  ];
  for (const [from, to] of translated) it(`translates ${from}`, () => assert.equal(sql(from), to));

  it('refuses an unknown level', () => {
    for (const call of ["'SECRET'", 'name', "E'MASKED'", "'MASKED', 1", "'MAS' 'KED'"])
      assert.equal(checkAndTranslateStatement(`SELECT REDACTION(ssn, ${call}) FROM persons`).ok, false, call);
  });

  it('refuses a large hostile text quickly', async () => {
    for (const text of ['('.repeat(200_000), 'NOT NULL '.repeat(50_000), "SELECT 'x".repeat(20_000)]) {
      await eventually('an end within seconds, not minutes', () => {
        const before = performance.now();
        assert.equal(checkAndTranslateStatement(text).ok, false);
        return performance.now() - before < 5000;
      });
    }
  });
});
