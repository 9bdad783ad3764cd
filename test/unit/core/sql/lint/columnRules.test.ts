import assert from 'node:assert/strict';
import { createFindingSentence } from '../../../../../src/core/messages/findings.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';

const columns = [
  { table: 'credit_cards', column: 'cvv', transientTokenization: true },
  { table: 'consents', column: 'purpose', columnLevelEncryption: false },
  { table: 'consents', column: 'note', columnLevelEncryption: true },
];
const allow = [
  'SUBQUERY',
  'WITH',
  'USING',
  'NATURAL',
  'HAVING',
  'IN',
  'LATERAL',
  'FILTER',
  '.',
  '::',
  'GROUP BY',
  'EXISTS',
];
const findings = (sql: string): string[] =>
  checkText(sql, { columns: columns, literalHints: false, allow }).flatMap(({ code, start, end }) =>
    /transient|encryption/.test(code) ? [`${code} ${sql.slice(start, end)}`] : [],
  );
const rows = (cases: Readonly<Record<string, readonly string[]>>): void => {
  for (const [sql, expected] of Object.entries(cases)) {
    it(sql, () => assert.deepEqual(findings(sql), expected));
  }
};

describe('rules on columns: names with escapes', () => {
  rows({
    'SELECT * FROM credit_cards WHERE U&"cv\\0076" = \'x\'': ['transient-where U&"cv\\0076"'],
    'SELECT * FROM U&"credit\\005fcards" WHERE cvv = \'x\'': ['transient-where cvv'],
    'SELECT * FROM credit_cards AS U&"\\0063" WHERE c.cvv = \'x\'': ['transient-where c.cvv'],
    "SELECT * FROM credit_cards c WHERE U&\"!0063\" UESCAPE '!'.cvv = 'x'": [
      'transient-where U&"!0063" UESCAPE \'!\'.cvv',
    ],
    'SELECT * FROM consents WHERE U&"\\0070urpose" ? \'x\'': ['encryption-conditional ?'],
  });
});

describe('rules on columns: renamed by a list', () => {
  rows({
    "SELECT * FROM credit_cards c(a, b, v) WHERE v = 'x'": ['transient-where v'],
    'SELECT * FROM credit_cards AS c(a, U&"\\0076") WHERE c.V = \'x\'': ['transient-where c.V'],
    "SELECT * FROM credit_cards c(a, b) WHERE c.cvv = 'x' AND c.other = 1": ['transient-where c.cvv'],
    "SELECT * FROM persons p(a, b) JOIN credit_cards c ON p.a = c.id WHERE p.b = 'x'": [],
    'SELECT * FROM persons p(a, b) JOIN credit_cards c(d, e) ON p.a = d': ['transient-where d'],
    "SELECT * FROM credit_cards c(a, b) WHERE d = 'x'": [],
    'SELECT a FROM credit_cards c(a, b)': [],
    "SELECT * FROM consents c(a, b) WHERE b ? 'x'": ['encryption-conditional ?'],
    "SELECT * FROM (SELECT * FROM credit_cards) c(a, b) WHERE b = 'x'": ['transient-where b'],
    "SELECT * FROM (credit_cards c JOIN persons p ON true) j(a, b) WHERE j.b = 'x'": ['transient-where j.b'],
    "WITH w(a, b) AS (SELECT * FROM credit_cards) SELECT * FROM w WHERE b = 'x'": ['transient-where b'],
  });
});

describe('rules on columns: behind the name of a join or a subquery', () => {
  rows({
    "SELECT * FROM (credit_cards c JOIN persons p ON true) j WHERE j.cvv = 'x'": ['transient-where j.cvv'],
    "SELECT * FROM ((credit_cards c JOIN persons p ON true) JOIN q ON true) j WHERE J.cvv = 'x'": [
      'transient-where J.cvv',
    ],
    "SELECT * FROM ((credit_cards c JOIN persons p ON true) k JOIN q ON true) j WHERE k.cvv = 'x' OR j.cvv = 'x'":
      ['transient-where k.cvv', 'transient-where j.cvv'],
    "SELECT * FROM (persons p JOIN q ON true) j, credit_cards c WHERE j.cvv = 'x'": [],
    'SELECT * FROM credit_cards WHERE "" = id': [],
    "SELECT * FROM (consents c JOIN persons p ON true) j WHERE j.purpose ? 'x'": ['encryption-conditional ?'],
    "SELECT * FROM (SELECT * FROM credit_cards) s WHERE s.cvv = 'x'": ['transient-where s.cvv'],
    "SELECT * FROM (SELECT id, cvv AS v FROM credit_cards) s WHERE s.v = 'x' AND id = 1": [
      'transient-where s.v',
    ],
    "SELECT * FROM (SELECT v w FROM (SELECT cvv v FROM credit_cards) a) b WHERE w = 'x'": [
      'transient-where w',
    ],
    "WITH w AS (SELECT cvv AS v, * FROM credit_cards) SELECT * FROM w x, w WHERE x.v = 'x' OR w.cvv = 'x'": [
      'transient-where x.v',
      'transient-where w.cvv',
    ],
    "SELECT cvv AS v FROM credit_cards WHERE v = 'x'": [],
    "WITH w AS (SELECT cvv AS v FROM credit_cards), p AS (SELECT name AS v FROM persons) SELECT * FROM persons q, w WHERE q.v = 'x'":
      [],
    "SELECT * FROM (SELECT MAX(cvv) FROM credit_cards) s WHERE s.max = 'x'": ['transient-where s.max'],
    "SELECT * FROM (SELECT id AS v, cvv FROM credit_cards) s WHERE s.v = 'x'": [],
    'SELECT * FROM credit_cards JOIN other USING (id, cvv)': ['transient-where cvv'],
    'SELECT * FROM credit_cards JOIN other USING (id) AS j WHERE j.id = 1': [],
  });
});

describe('rules on columns: rows as a whole', () => {
  rows({
    "SELECT c.id FROM credit_cards c WHERE c = '(1,2)'": ['transient-where c'],
    'SELECT c.id FROM credit_cards c WHERE c.* IS NOT NULL': ['transient-where c.*'],
    "SELECT id FROM credit_cards WHERE credit_cards > '(1,2)'": ['transient-where credit_cards'],
    "SELECT id FROM credit_cards c JOIN persons p ON p = '(1,2)'": [],
    'SELECT c FROM credit_cards c': [],
    "SELECT * FROM ONLY (credit_cards) WHERE cvv = 'x'": ['transient-where cvv'],
    "SELECT * FROM ONLY (public.credit_cards) c WHERE c.cvv = 'x'": ['transient-where c.cvv'],
    "SELECT (c).cvv FROM credit_cards c WHERE (c).cvv = 'x'": ['transient-where c'],
  });
});

describe('rules on columns: ? after more than a name', () => {
  const [refused, doubted] = [['encryption-conditional ?'], ['no-policy ?']];
  const cases: Readonly<Record<string, readonly string[]>> = {
    "SELECT * FROM consents WHERE (purpose) ? 'x'": refused,
    "SELECT * FROM consents c WHERE ((c.purpose)) ? 'x'": refused,
    "SELECT * FROM consents c WHERE (c).purpose ? 'x'": refused,
    "SELECT * FROM consents WHERE REDACTION(purpose, 'PLAIN_TEXT') ? 'x'": refused,
    "SELECT * FROM consents WHERE purpose::jsonb ? 'x'": refused,
    "SELECT * FROM consents WHERE (purpose)::public.a::b ? 'x'": refused,
    "SELECT * FROM consents WHERE (id = 1 AND (note = 'a' OR (U&\"purpos\\0065\"))) ? 'x'": refused,
    "SELECT * FROM consents c(a) WHERE (a) ? 'x'": refused,
    "SELECT * FROM consents WHERE (note) ? 'x'": [],
    "SELECT * FROM consents WHERE ((note))::jsonb ? 'x'": [],
    "SELECT * FROM consents WHERE (other) ? 'x'": doubted,
    "SELECT * FROM consents WHERE purpose = 'a' AND (other) ? 'x'": doubted,
    "SELECT * FROM persons WHERE (purpose) ? 'x'": doubted,
    "SELECT * FROM consents WHERE (purpose) ? 'x' AND (note) ? 'y' AND note ? 'z'": refused,
  };
  for (const [sql, expected] of Object.entries(cases)) {
    it(sql, () =>
      assert.deepEqual(
        checkText(sql, { columns: columns, literalHints: false, allow }).flatMap(
          ({ code, reason, start, end }) =>
            /encryption/.test(code) || reason === 'no-policy'
              ? [`${reason === 'no-policy' ? reason : code} ${sql.slice(start, end)}`]
              : [],
        ),
        expected,
      ),
    );
  }
  it('takes time linear in the statement', () => {
    const nested = `${'('.repeat(9000)}purpose${" ? 'x')".repeat(9000)} ? 'x'`;
    const from = performance.now();
    assert.equal(findings(`SELECT * FROM consents WHERE ${nested}`).length, 9001);
    assert.ok(performance.now() - from < 2000);
  });
});

describe('rules on columns: conditions of all kinds', () => {
  rows({
    "SELECT COUNT(*) FILTER (WHERE cvv = 'x'), cvv FROM credit_cards": ['transient-where cvv'],
    "SELECT id FROM credit_cards GROUP BY id HAVING MAX(cvv) > 'x'": ['transient-where cvv'],
    "SELECT * FROM persons WHERE 'x' IN (SELECT cvv FROM credit_cards)": ['transient-where cvv'],
    "SELECT * FROM persons WHERE 'x' = (SELECT MAX(cvv) FROM credit_cards)": ['transient-where cvv'],
    'SELECT * FROM persons WHERE EXISTS (SELECT cvv FROM credit_cards)': [],
    'SELECT * FROM persons WHERE EXISTS (SELECT 1 FROM (SELECT cvv FROM credit_cards) c)': [],
    'SELECT (SELECT cvv FROM credit_cards WHERE id = 1) FROM persons WHERE id = 1': [],
  });

  it('whichever of two tables a column is of', () => {
    const policies = [
      { table: 'a', column: 'cvv', masked: true },
      { table: 'b', column: 'cvv', transientTokenization: true, columnLevelEncryption: false },
    ];
    for (const columns of [policies, policies.toReversed()]) {
      const codes = checkText("SELECT * FROM a, b WHERE cvv ? 'x'", { columns: columns }).map(
        ({ code }) => code,
      );
      assert.ok(codes.includes('transient-where') && codes.includes('encryption-conditional'));
    }
  });

  it('says which column may be meant', () => {
    const [finding] = checkText("SELECT * FROM credit_cards c(a, b) WHERE c.b = 'x'", {
      columns: columns,
      literalHints: false,
    }).filter(({ severity }) => severity === 'error');
    assert.ok(finding);
    const { template, args } = createFindingSentence(finding);
    assert.deepEqual([template.slice(0, 20), args], ['{2} may be {0}.{1}, ', ['credit_cards', 'cvv', 'b']]);
  });

  it('takes time linear in the statement', () => {
    const lists = Array.from({ length: 5000 }, (_, i) => `credit_cards c${i}(a, b)`).join(', ');
    const tests = Array.from({ length: 5000 }, (_, i) => `b = ${i}`).join(' OR ');
    const labels = Array.from({ length: 5000 }, (_, i) => `cvv AS v${i}, v${i} AS v${i + 1}`).join(', ');
    const common = Array.from(
      { length: 5000 },
      (_, i) => `w${i} AS (SELECT v${i - 1} AS v${i} FROM w${i - 1})`,
    );
    const from = performance.now();
    const chained = `WITH w AS (SELECT cvv AS v0 FROM credit_cards), ${common.join(', ')} SELECT * FROM w4999`;
    assert.equal(findings(`${chained} WHERE v4999 = 'x'`).length, 1);
    assert.equal(findings(`SELECT * FROM ${lists} WHERE ${tests}`).length, 5000);
    assert.equal(
      findings(`SELECT * FROM (SELECT ${labels} FROM credit_cards) s WHERE v5000 = 'x'`).length,
      1,
    );
    assert.ok(performance.now() - from < 5000);
  });
});
