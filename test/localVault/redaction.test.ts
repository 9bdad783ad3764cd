import assert from 'node:assert/strict';
import { fields, query, ROWS, sharedVault } from './testVault.ts';

const plain = {
  ssn: /^9\d\d-\d\d-\d{4}$/,
  email: /^[a-z]+\.[a-z]+\d+@example\.(?:com|org|net)$/,
  phone: /^\+1-\d{3}-555-01\d\d$/,
  card_number: /^\d{15,16}$/,
};

/** Every value of the sensitive columns as it is stored. */
async function secrets(): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  for (const [table, columns] of [
    ['persons', ['ssn', 'email', 'phone']],
    ['credit_cards', ['card_number']],
  ] as const) {
    const list = columns.map((column) => `REDACTION(${column}, 'PLAIN_TEXT')`).join(', ');
    for (let offset = 0; offset < ROWS; offset += 25)
      for (const row of await fields(`SELECT ${list} FROM ${table} LIMIT 25 OFFSET ${offset}`))
        for (const value of Object.values(row)) values.add(String(value));
  }
  return values;
}

describe('local vault: redaction', () => {
  before(async () => {
    await sharedVault();
  });

  it('gives the plain text where it is asked for', async () => {
    const [row] = await fields(
      "SELECT REDACTION(ssn, 'PLAIN_TEXT'), REDACTION(email, 'PLAIN_TEXT'), REDACTION(phone, 'PLAIN_TEXT') FROM persons WHERE ssn NOT NULL AND email NOT NULL AND phone NOT NULL LIMIT 1",
    );
    assert.deepEqual(Object.keys(row ?? {}), ['ssn', 'email', 'phone']);
    for (const name of ['ssn', 'email', 'phone'] as const) assert.match(String(row?.[name]), plain[name]);
    const [card] = await fields("SELECT REDACTION(card_number, 'PLAIN_TEXT') FROM credit_cards LIMIT 1");
    assert.match(String(card?.card_number), plain.card_number);
  });

  it('looks as services of this kind do at each level', async () => {
    const where = 'FROM persons WHERE ssn NOT NULL AND email NOT NULL AND phone NOT NULL LIMIT 1';
    const [masked] = await fields(
      `SELECT REDACTION(ssn, 'MASKED'), REDACTION(email, 'MASKED'), REDACTION(phone, 'MASKED') ${where}`,
    );
    assert.match(String(masked?.ssn), /^XXX-XX-\d{4}$/);
    assert.match(String(masked?.email), /^[a-z]\*{6}\d@example\.(?:com|org|net)$/);
    assert.match(String(masked?.phone), /^XXX-XXX-01\d\d$/);
    const [redacted] = await fields(`SELECT REDACTION(email, 'REDACTED') ${where}`);
    assert.deepEqual(redacted, { email: '*REDACTED*' });
    const [byDefault] = await fields(
      `SELECT ssn, email, REDACTION(ssn) AS s, REDACTION(email, 'DEFAULT') AS e ${where}`,
    );
    assert.equal(byDefault?.ssn, '*REDACTED*');
    assert.equal(byDefault?.s, byDefault?.ssn);
    assert.equal(byDefault?.e, byDefault?.email);
    const [card] = await fields(
      "SELECT REDACTION(card_number, 'MASKED') AS m, card_number FROM credit_cards LIMIT 1",
    );
    assert.match(String(card?.m), /^XXXX-XXXX-XXXX-\d{4}$/);
    assert.equal(card?.card_number, '*REDACTED*');
  });

  it('reads the call in every way it is written', async () => {
    const [row] = await fields(
      `SELECT redaction (p.ssn, 'plain_text'), Redaction(p."email",'Masked') AS mail FROM persons p WHERE p.id = 3`,
    );
    assert.deepEqual(Object.keys(row ?? {}), ['ssn', 'mail']);
    const [wrapped] = await fields("SELECT (REDACTION(ssn, 'MASKED')) FROM persons WHERE id = 3");
    assert.deepEqual(Object.keys(wrapped ?? {}), ['redaction']);
    const [aggregate] = await fields("SELECT MIN(REDACTION(ssn, 'PLAIN_TEXT')) FROM persons");
    assert.match(String(aggregate?.min), plain.ssn);
    assert.equal((await query("SELECT REDACTION(ssn, 'EVERYTHING') FROM persons")).status, 400);
    assert.equal((await query('SELECT REDACTION(ssn, name) FROM persons')).status, 400);
    assert.equal((await query('SELECT REDACTION() FROM persons')).status, 400);
  });

  it('takes a column that nothing protects', async () => {
    const [row] = await fields(
      "SELECT REDACTION(income), REDACTION(name, 'REDACTED'), REDACTION(city, 'MASKED') FROM persons WHERE income NOT NULL AND city NOT NULL LIMIT 1",
    );
    assert.equal(typeof row?.income, 'number');
    assert.deepEqual([row?.name, row?.city], ['*REDACTED*', '******']);
  });

  it('keeps NULL a NULL at every level', async () => {
    const rows = await fields(
      "SELECT id, email, REDACTION(email, 'REDACTED') AS r, REDACTION(email, 'MASKED') AS m, REDACTION(email, 'PLAIN_TEXT') AS p FROM persons WHERE email NULL",
    );
    assert.ok(rows.length > 0);
    for (const row of rows) assert.deepEqual(Object.keys(row), ['id']);
  });

  it('shows no plain value that was not asked for, by any way round', async () => {
    const known = await secrets();
    assert.ok(known.size > ROWS);
    const queries = [
      'SELECT * FROM persons',
      'SELECT p.*, c.* FROM persons p JOIN credit_cards c ON c.person_id = p.id',
      'SELECT ssn AS name, email AS x, phone y FROM persons',
      'SELECT q.a FROM persons AS q(i, n, e, p, a)',
      'SELECT MIN(ssn), MAX(email), MIN(phone), MAX(ssn) AS id FROM persons',
      'SELECT MIN(card_number), MAX(card_number) FROM credit_cards',
      'SELECT a.ssn, b.email FROM persons a FULL OUTER JOIN persons b ON a.ssn = b.ssn',
      "SELECT ssn FROM persons WHERE ssn LIKE '9%' AND email ILIKE '%EXAMPLE%'",
      '(SELECT ssn, email FROM persons)',
      'SELECT ssn FROM persons -- a comment at the end',
      "SELECT email, REDACTION(ssn, 'MASKED'), REDACTION(phone, 'REDACTED') FROM persons",
    ];
    for (const sql of queries) {
      const rows = await fields(sql);
      assert.ok(rows.length > 0, sql);
      for (const value of rows.flatMap((row) => Object.values(row)))
        assert.ok(!known.has(String(value)), sql);
    }
    // Whole rows, casts and other functions would write the value as text: refused, or empty at worst.
    for (const sql of [
      'SELECT p FROM persons p',
      'SELECT MIN(p) FROM persons p',
      'SELECT persons FROM persons',
      'SELECT (p.id, p.ssn) FROM persons p',
      'SELECT ssn::text FROM persons',
      'SELECT CAST(ssn AS text) FROM persons',
      'SELECT text(ssn) FROM persons',
      'SELECT UPPER(ssn) FROM persons',
      "SELECT ssn || '' FROM persons",
      'SELECT redaction_plain_text.redaction(ssn) FROM persons',
      'SELECT SUM(ssn) FROM persons',
    ]) {
      const { status, text } = await query(sql);
      assert.equal(status, 400, sql);
      for (const value of known) assert.ok(!text.includes(value), sql);
    }
  });

  it('compares the raw values, as the service does', async () => {
    const [row] = await fields(
      "SELECT id, REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE ssn NOT NULL LIMIT 1",
    );
    assert.deepEqual(await fields(`SELECT id FROM persons WHERE ssn = '${row?.ssn}'`), [{ id: row?.id }]);
    const [count] = await fields("SELECT COUNT(*) FROM persons WHERE ssn < 'A' AND NOT (ssn > 'A')");
    const [all] = await fields('SELECT COUNT(ssn) FROM persons');
    assert.deepEqual(count, all);
    assert.deepEqual(await fields('SELECT id FROM persons WHERE email = name'), []);
  });
});
