import assert from 'node:assert/strict';
import { fields, post, query, ROWS, sharedVault } from './testVault.ts';

describe('local vault: execute query', () => {
  before(async () => {
    await sharedVault();
  });

  it('answers records in the service’s shape (S35)', async () => {
    const { status, headers, text } = await query('SELECT id, name, address FROM persons WHERE id = 2');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.match(text, /^\{"records":\[\{"fields":\{"id":2,"name":"[^"]+","address":\{"geo": /);
  });

  it('gives null where there is no record', async () => {
    assert.equal((await query('SELECT id FROM persons WHERE id = 0')).text, '{"records":null}');
    assert.equal((await query(`SELECT id FROM persons OFFSET ${ROWS}`)).text, '{"records":null}');
  });

  it('gives at most 25 records whatever LIMIT says', async () => {
    for (const clause of ['', 'LIMIT 26', 'LIMIT 1000000 OFFSET 3', 'OFFSET 3'])
      assert.equal((await fields(`SELECT id FROM persons ${clause}`)).length, 25, clause);
    assert.equal((await fields('SELECT id FROM persons LIMIT 7')).length, 7);
    assert.equal((await fields(`SELECT id FROM persons OFFSET ${ROWS - 4}`)).length, 4);
  });

  it('pages without gap or repetition, also after a deep page', async () => {
    const ids: unknown[] = [];
    for (let offset = 0; offset < ROWS; offset += 25) {
      await query(`SELECT id FROM persons OFFSET ${ROWS - 1}`);
      const page = await fields(`SELECT id FROM persons LIMIT 25 OFFSET ${offset}`);
      ids.push(...page.map(({ id }) => id));
    }
    assert.deepEqual(
      ids,
      Array.from({ length: ROWS }, (_, i) => i + 1),
    );
  });

  it('leaves NULL columns out, and only those', async () => {
    const rows = await fields('SELECT id, income FROM persons WHERE income IS NULL');
    assert.ok(rows.length > 0);
    for (const row of rows) assert.deepEqual(Object.keys(row), ['id']);
  });

  it('keeps every digit of numbers and every microsecond', async () => {
    const { text } = await query('SELECT SUM(id), AVG(id), MAX(income), MIN(created_at) FROM persons');
    assert.match(
      text,
      /"sum":7260,"avg":60\.5000000000000000,"max":\d+\.\d\d,"min":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{4,6}\+00"/,
    );
    const literal = await query('SELECT 9007199254740993, 1.10, 123456789012345678901234567890.5');
    assert.match(literal.text, /:9007199254740993,|123456789012345678901234567890\.5/);
    const evidence = await query('SELECT evidence FROM consents WHERE evidence IS NOT NULL LIMIT 1');
    assert.match(evidence.text, /"sequence": 9\d{16}/);
    const [born] = await fields('SELECT date_of_birth FROM persons WHERE date_of_birth NOT NULL LIMIT 1');
    assert.match(String(born?.date_of_birth), /^\d{4}-\d\d-\d\d$/);
  });

  it('keeps the order of columns, whatever they are called', async () => {
    const { text } = await query(
      'SELECT id AS "2", id AS "1", id AS "__proto__", name AS "b" FROM persons LIMIT 1',
    );
    assert.match(text, /\{"2":1,"1":1,"__proto__":1,"b":"/);
  });

  it('counts the last of several columns of one name', async () => {
    const [row] = await fields('SELECT 1 AS a, 2 AS a, 3 AS b, NULL AS b');
    assert.deepEqual(row, { a: 2 });
  });

  it('reads NOT NULL written bare, as the service writes it (D7)', async () => {
    const count = async (condition: string) =>
      Number((await fields(`SELECT COUNT(*) FROM persons WHERE ${condition}`))[0]?.count);
    assert.equal(await count('email NOT NULL'), await count('email IS NOT NULL'));
    assert.equal((await count('email NOT NULL')) + (await count('email NULL')), ROWS);
    assert.equal(await count('NOT email NOT NULL'), await count('email NULL'));
  });

  it('runs every join, operator and function of the dialect', async () => {
    for (const sql of [
      'SELECT p.id FROM persons p JOIN credit_cards c ON c.person_id = p.id',
      'SELECT p.id FROM persons p INNER JOIN credit_cards c ON c.person_id = p.id',
      'SELECT p.id FROM persons p LEFT JOIN credit_cards c ON c.person_id = p.id',
      'SELECT p.id FROM persons p LEFT OUTER JOIN credit_cards c ON c.person_id = p.id',
      'SELECT c.id FROM persons p RIGHT JOIN credit_cards c ON c.person_id = p.id',
      'SELECT c.id FROM persons p RIGHT OUTER JOIN credit_cards c ON c.person_id = p.id',
      'SELECT p.id FROM persons p FULL JOIN credit_cards c ON c.person_id = p.id',
      'SELECT p.id FROM persons p FULL OUTER JOIN credit_cards c ON c.person_id = p.id',
      "SELECT id FROM persons WHERE name ILIKE '%A%' AND NOT (state = 'CA' OR id < 3)",
      "SELECT id FROM persons WHERE income > 50000 AND city LIKE '%o%' OR id = 1",
      'SELECT AVG(income), SUM(income), COUNT(*), MIN(name), MAX(id) FROM persons',
      "SELECT id FROM consents WHERE evidence ? 'channel'",
    ])
      assert.ok((await fields(sql)).length > 0, sql);
  });

  it('gives the rows of odd names as they are', async () => {
    const names = new Set<unknown>();
    for (let offset = 0; offset < ROWS; offset += 25)
      for (const { name } of await fields(`SELECT name FROM persons LIMIT 25 OFFSET ${offset}`))
        names.add(name);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is what it looks for.
    assert.ok([...names].some((name) => /[^\x00-\x7f]/.test(String(name))));
  });

  const refused: readonly (readonly [what: string, body: string, message: RegExp])[] = [
    ['bad JSON', '{"query":', /not JSON/],
    ['an array', '[]', /JSON object/],
    ['no query', '{}', /query is required/],
    ['a query of the wrong type', '{"query":5}', /must be a string/],
    ['an empty query', '{"query":""}', /empty/],
    ['only a comment', '{"query":"-- nothing"}', /empty/],
    ['two statements', '{"query":"SELECT 1; SELECT 2"}', /one statement/],
    ['a write', '{"query":"DELETE FROM persons"}', /DELETE is not allowed/],
    ['a write after a comment', '{"query":"/* x */ update persons set id = 1"}', /UPDATE is not allowed/],
    ['a transaction command', '{"query":"COMMIT"}', /COMMIT is not allowed/],
    ['SET ROLE', '{"query":"SET ROLE postgres"}', /SET is not allowed/],
    ['an unsupported clause', '{"query":"SELECT id FROM persons ORDER BY id"}', /ORDER BY is not supported/],
    ['pg_sleep', '{"query":"SELECT pg_sleep(5)"}', /PG_SLEEP is not supported/],
    ['set_config', `{"query":"SELECT set_config('role', 'postgres', false)"}`, /SET_CONFIG is not supported/],
    ['an unknown column', '{"query":"SELECT nope FROM persons"}', /"nope" does not exist/],
    ['an unknown table', '{"query":"SELECT id FROM nowhere"}', /"nowhere" does not exist/],
    ['a placeholder', '{"query":"SELECT id FROM persons WHERE id = :id"}', /./],
    ['a parameter', '{"query":"SELECT id FROM persons WHERE id = $1"}', /./],
    ['a NUL', '{"query":"SELECT \\u0000 1"}', /NUL/],
    ['half a surrogate pair', `{"query":"SELECT '\\ud800'"}`, /surrogate/],
    ['WHERE on a transient column', `{"query":"SELECT id FROM credit_cards WHERE cvv = '1'"}`, /column cvv/],
    [
      'ON with a transient column',
      '{"query":"SELECT p.id FROM persons p JOIN credit_cards c ON c.cvv = p.name"}',
      /column cvv/,
    ],
    [
      'a transient column under another name',
      `{"query":"SELECT a FROM credit_cards AS c(a, b, d, e, x) WHERE x = '1'"}`,
      /column cvv/,
    ],
    [
      'a comparison of a transient column outside of a condition',
      `{"query":"SELECT cvv = '1' FROM credit_cards"}`,
      /operator does not exist/,
    ],
    [
      '? on a column that is not encrypted',
      `{"query":"SELECT id FROM consents WHERE purpose ? 'x'"}`,
      /column purpose/,
    ],
  ];
  for (const [what, body, message] of refused)
    it(`refuses ${what}`, async () => {
      const answer = await post(await sharedVault(), body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message, message);
      assert.deepEqual(Object.keys(JSON.parse(answer.text).error), [
        'grpc_code',
        'http_code',
        'http_status',
        'message',
        'details',
      ]);
    });

  it('hides the catalogs, whose statistics hold values', async () => {
    for (const table of [
      'pg_class',
      'pg_stats',
      'pg_statistic',
      'information_schema.tables',
      'pg_catalog.pg_roles',
    ])
      assert.equal((await query(`SELECT COUNT(*) FROM ${table}`)).status, 400, table);
  });

  it('refuses a body that is not UTF-8', async () => {
    const vault = await sharedVault();
    const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}` },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    assert.equal(response.status, 400);
    await response.text();
  });
});
