import assert from 'node:assert/strict';
import { QUERY_HELP } from '../../../../src/cli/query/queryOptions.ts';
import { persons, type Response, rows, runQuery, testVault } from './runQuery.ts';

const select = 'SELECT id, name FROM persons';
const all = [...testVault, '--all', '--format', 'csv'];

/** The IDs in the output of `--format csv`. */
const idsIn = (csv: string): readonly number[] =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('query, as a command', () => {
  it('explains itself, and needs a version of Node.js that its HTTP library runs on', async () => {
    assert.deepEqual((await runQuery(['--help'], '')).out, QUERY_HELP);
    const { code, error } = await runQuery(['-'], select, persons(1), {
      nodeVersion: '20.20.2',
    });
    assert.deepEqual(
      [code, error],
      [2, 'The command query needs Node.js 22.19 or later; this is 20.20.2.\n'],
    );
  });

  const refused: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /^No file given/],
    [['-', 'b.sql'], /^Only one file/],
    [['missing.sql'], /^missing\.sql does not exist\. Check its path\.\n/],
    [['-', '--token', 'secret'], /^Unknown option --token\. .+ --token-env\.\n/],
    [['-', '--limit', '0'], /^--limit must be a whole number from 1/],
    [['-', '--limit', '1e1'], /^--limit must be a whole number from 1/],
    [['-', '--to', ''], /^--to is missing\.\n/],
    [['-', '--to', 'a\u0000.csv'], /^--to has control characters/],
    [['-', '--concurrency', '9'], /^--concurrency must be a whole number from 1 to 8/],
    [['-', '--format', 'yaml'], /^--format must be one of table, csv/],
    [['-', '--to', 'a.yaml'], /^The ending of a\.yaml names no format/],
    [
      ['-', '--to', import.meta.filename, '--format', 'csv'],
      /exists\. Choose another file, or delete it\.\n$/,
    ],
    [['-', '--to', import.meta.dirname, '--format', 'csv'], /is a folder\. Add a file name\.\n$/],
    [['-', '--manifest'], /^--manifest needs --to FILE/],
    [['-', '--mask', 'none'], /^--mask must be all or declared/],
    [['-', '--mask', 'all', '--plain-text'], /^Use either --mask or --plain-text/],
    [['-', '--environment', 'prod'], /^--environment must be/],
    [['-', '--set', 'name'], /^--set must be a name and a value/],
    [['-', '--set', 'n=1', '--set', 'n=2'], /^--set gives n two values/],
    [['-', '--set', 'n=1'], /^The statement has no placeholder :n/],
    [['-', '--statement', '2'], /^Standard input has 1 statement; --statement 2 does not exist/],
    [['-', '--schema', 'missing.json'], /^missing\.json does not exist\. Check its path\.\n/],
    [['-', '--vault-url', 'http://vault.example'], /^--vault-url: Plain http exposes/],
  ];
  for (const [args, message] of refused)
    it(`refuses what ${message.source} is about, before anything is sent`, async () => {
      const { code, error, out, statements } = await runQuery([...testVault, ...args], select);
      assert.equal(code, 2);
      assert.match(error, message);
      assert.deepEqual([out, statements], ['', []]);
    });

  it('displays no binary format in a terminal', async () => {
    const { code, error, statements } = await runQuery(
      [...testVault, '--format', 'xlsx', '-'],
      select,
      persons(1),
      { isOutputTerminal: true },
    );
    assert.deepEqual([code, statements], [2, []]);
    assert.match(error, /^The format xlsx can't be displayed in a terminal/);
  });
});

describe('the statement of query', () => {
  it('is checked, and not sent if it has an error', async () => {
    const text = `-- ages\n${select}\nWHERE age IN (1, 2)`;
    const { code, error, out, statements } = await runQuery([...testVault, 'a.sql'], { 'a.sql': text });
    assert.deepEqual([code, out, statements], [2, '', []]);
    assert.match(error, /^a\.sql:3:11 error unsupported-operator IN is not supported\./);
    assert.match(error, /\nThe statement has an error, so nothing was sent\.\n$/);
  });

  it('is sent in spite of warnings, which are printed', async () => {
    const { code, error, statements } = await runQuery(
      [...testVault, '-'],
      "SELECT id FROM persons WHERE name = 'Ada'",
      persons(1),
    );
    assert.deepEqual([code, statements.length], [0, 1]);
    assert.match(error, /^-:1:37 hint literal-in-audit-log /);
  });

  it('is the only one of the file, or the one that is named', async () => {
    const text = `${select};\nSELECT name FROM persons WHERE a IN (1);\nSELECT city FROM persons`;
    const several = await runQuery([...testVault, '-'], text);
    assert.deepEqual([several.code, several.statements], [2, []]);
    assert.match(several.error, /^Standard input has 3 statements\. Choose one with --statement N\./);
    const third = await runQuery([...testVault, '--statement', '3', '-'], text, persons(0));
    assert.deepEqual(third.statements, ['SELECT city FROM persons LIMIT 25 OFFSET 0']);
    const second = await runQuery([...testVault, '--statement', '2', '-'], text, persons(0));
    assert.match(second.error, /^-:2:34 error unsupported-operator /);
    for (const nothing of ['', ' -- SELECT id FROM persons\n'])
      assert.match((await runQuery([...testVault, '-'], nothing)).error, /^Standard input has no statement/);
  });

  it('must be text', async () => {
    const { code, error } = await runQuery([...testVault, 'a.sql'], {
      'a.sql': Uint8Array.of(0xff, 0x00, 0xc3),
    });
    assert.equal(code, 2);
    assert.match(error, /^a\.sql is not a text file/);
  });

  it('gets the values of its placeholders as literals', async () => {
    const text = 'SELECT id FROM persons WHERE name = :who AND age > :min';
    const missing = await runQuery([...testVault, '--set', 'min=3', '-'], text);
    assert.match(missing.error, /The statement has placeholders without a value: who\. Use --set/);
    const { statements } = await runQuery(
      [...testVault, '--set', 'min=3', '--set', "who=O'Hara' OR 'a' = 'a", '-'],
      text,
    );
    assert.deepEqual(statements, [
      "SELECT id FROM persons WHERE name = 'O''Hara'' OR ''a'' = ''a' AND age > 3 LIMIT 25 OFFSET 0",
    ]);
  });

  it('gets the position of a column that the service rejected', async () => {
    const reject = (): Response => ({
      status: 400,
      body: { error: { message: 'column "nmae" does not exist' } },
    });
    const { code, error, out } = await runQuery(
      [...testVault, '-'],
      'SELECT id,\n  nmae FROM persons',
      reject,
    );
    assert.deepEqual([code, out], [1, '']);
    assert.match(error, /^-:2:3 The service rejected the query \(400\)/);
    assert.match(error, /\n1 request sent\. In the audit trail: audit list --question 'request:r1'\n$/);
  });
});

describe('the rows of query', () => {
  it('are those of one request, and more may exist', async () => {
    const { code, out, error, statements } = await runQuery([...testVault, '-'], select, persons(60));
    assert.deepEqual([code, statements], [0, [`${select} LIMIT 25 OFFSET 0`]]);
    assert.equal(out.split('\n').length, 28);
    assert.match(error, /^25 rows; more may exist\. --all or a larger --limit loads more\.\n/);
  });

  it('are all of them, after the number of requests was said', async () => {
    const { code, out, error, statements } = await runQuery([...all, '-'], select, persons(60));
    assert.equal(code, 0);
    assert.deepEqual(idsIn(out), upTo(60));
    assert.match(error, /^Loading more rows: at most 4,000 requests, each with an audit event/);
    assert.match(error, /\n60 rows\.\n/);
    assert.ok(statements.length >= 3);
  });

  it('are counted if told to, and compared with the count', async () => {
    const { out, error, statements } = await runQuery([...all, '--count', '-'], select, persons(60));
    assert.deepEqual(idsIn(out), upTo(60));
    assert.deepEqual(statements.slice(1, 2), ['SELECT COUNT(*) FROM persons']);
    assert.match(error, /^COUNT returned 60 rows\. Loading more rows: 2 requests, each with/);
    const service = persons(60);
    const fewer = await runQuery([...all, '--count', '-'], select, (statement) =>
      /COUNT/.test(statement) ? rows({ count: 70 }) : service(statement),
    );
    assert.match(fewer.error, /COUNT returned 70\. The vault likely changed during loading/);
    const limited = await runQuery([...testVault, '--limit', '40', '--count', '-'], select, service);
    assert.match(limited.error, /^COUNT returned 60 rows\. Loading more rows: 1 request,/);
    assert.match(limited.error, /\n40 rows of 60\. A larger --limit loads more\.\n/);
    assert.doesNotMatch(limited.error, /likely changed/);
    const uncountable = await runQuery([...all, '--count', '-'], 'SELECT COUNT(*) FROM persons', service);
    assert.deepEqual([uncountable.code, uncountable.statements], [2, []]);
  });

  it('are at most as many as the limits allow', async () => {
    const some = await runQuery([...testVault, '--limit', '40', '--format', 'csv', '-'], select, persons(60));
    assert.deepEqual(idsIn(some.out), upTo(40));
    assert.match(some.error, /40 rows; more may exist\. A larger --limit loads more\.\n/);
    const written = await runQuery([...all, '-'], `${select} LIMIT 30`, persons(60));
    assert.deepEqual(idsIn(written.out), upTo(30));
    assert.match(written.error, /\n30 rows\.\n/);
    const few = await runQuery([...testVault, '--limit', '3', '-'], `${select} OFFSET 7`, persons(60));
    assert.deepEqual(few.statements, [`${select} OFFSET 7 LIMIT 3`]);
  });

  it('can be none', async () => {
    for (const records of [null, []]) {
      const { code, out, error, statements } = await runQuery([...testVault, '--all', '-'], select, () => ({
        body: { records },
      }));
      assert.deepEqual([code, out, statements.length], [0, ' id | name\n----+------\n', 1]);
      assert.match(error, /^0 rows\.\n1 request sent\./);
    }
    const star = 'SELECT * FROM persons';
    const parquet = await runQuery([...testVault, '--format', 'parquet', '-'], star, persons(0));
    assert.equal(parquet.code, 1);
    assert.match(parquet.error, /^A Parquet file needs at least one column/);
  });

  it('are one request for an aggregate', async () => {
    const { out, error, statements } = await runQuery(
      [...testVault, '--all', '-'],
      'SELECT COUNT(*) FROM persons',
      persons(60),
    );
    assert.equal(out, ' count\n-------\n    60\n');
    assert.deepEqual(statements, ['SELECT COUNT(*) FROM persons']);
    assert.match(error, /^1 row\.\n/);
  });

  it('after a failure are those before it, which is said', async () => {
    const service = persons(200);
    const failing = (statement: string): Response =>
      /OFFSET 75$/.test(statement) ? { status: 403, body: { error: { message: 'no' } } } : service(statement);
    const { code, out, error } = await runQuery([...all, '-'], select, failing);
    assert.equal(code, 1);
    assert.deepEqual(idsIn(out), upTo(75));
    assert.match(error, /Not permitted \(403\)/);
    assert.match(error, /\nThe first 75 rows of the result were written\.\n/);
    const first = await runQuery([...all, '--format', 'json', '-'], select, () => ({
      status: 500,
      body: '',
    }));
    assert.deepEqual([first.code, first.out], [1, '']);
  });

  it('wait as long as the service asks', async () => {
    const waits: number[] = [];
    const service = persons(40);
    const limited = (statement: string, index: number): Response =>
      index === 0 || index === 2
        ? { status: 429, body: '', headers: { 'retry-after': '7' } }
        : service(statement);
    const { code, out, error } = await runQuery([...all, '-'], select, limited, { waits });
    assert.equal(code, 0);
    assert.deepEqual(idsIn(out), upTo(40));
    assert.match(error, /^Rate limited\. The request is sent again in 8 s\./);
    assert.ok(
      waits.every((ms) => ms >= 7000),
      waits.join(),
    );
  });

  it('are not loaded from a service that ignores OFFSET', async () => {
    const service = persons(25);
    const { code, out, error } = await runQuery([...all, '-'], select, (statement) =>
      service(statement.replace(/OFFSET \d+$/, 'OFFSET 0')),
    );
    assert.equal(code, 1);
    assert.deepEqual(idsIn(out), upTo(25));
    assert.match(error, /It likely ignores OFFSET; further rows can’t be loaded/);
  });

  it('are reported if they are repeated', async () => {
    const service = persons(60);
    const { code, error } = await runQuery([...all, '-'], select, (statement) =>
      service(statement.replace('OFFSET 25', 'OFFSET 20')),
    );
    assert.equal(code, 0);
    assert.match(error, /\n5 rows repeated\.\n/);
    assert.match(error, /\nThe vault has no order of rows, so rows may have been skipped between pages\.\n/);
  });

  it('stop when the command is cancelled', async () => {
    const stopping = new AbortController();
    const service = persons(1000);
    const { code, out, error } = await runQuery(
      [...all, '-'],
      select,
      (statement) => {
        if (/OFFSET 100$/.test(statement)) stopping.abort();
        return service(statement);
      },
      { stopping: stopping.signal },
    );
    assert.equal(code, 1);
    assert.match(error, /\nCancelled\. No row was written; \d+ rows had been loaded\.\n/);
    assert.equal(out, '');
  });
});

describe('the output of query', () => {
  const hostile = rows({
    id: 1,
    name: '\u001b[2J\u001b]0;x\u0007line 1\nline 2\u202e',
    note: '=HYPERLINK("http://x")',
    none: null,
    empty: '',
    wide: '東京',
  });
  const one = 'SELECT id, name, note, none, empty, wide FROM persons';

  it('is a table in which no value controls the terminal', async () => {
    const { out } = await runQuery([...testVault, '-'], one, () => hostile);
    assert.equal(
      out,
      [
        ' id | name                     | note                   | none | empty | wide',
        '----+--------------------------+------------------------+------+-------+------',
        '  1 | \ufffd[2J\ufffd]0;x\ufffdline 1 line 2\ufffd | =HYPERLINK("http://x") | NULL | ""    | 東京',
        '',
      ].join('\n'),
    );
  });

  it('is cleaned in a terminal in other formats too', async () => {
    for (const format of ['csv', 'tsv', 'json', 'ndjson', 'markdown']) {
      const args = [...testVault, '--format', format, '-'];
      const { out } = await runQuery(args, one, () => hostile, {
        isOutputTerminal: true,
      });
      assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}|\u202e/u, format);
    }
  });

  it('guards formulas in CSV, unless told otherwise', async () => {
    const args = [...testVault, '--format', 'csv', '--null-text', 'NULL'];
    const { out } = await runQuery([...args, '-'], one, () => hostile);
    assert.match(out, /"'=HYPERLINK\(""http:\/\/x""\)",NULL,"",東京\r\n$/);
    const plain = await runQuery([...args, '--no-formula-guard', '--no-header', '-'], one, () => hostile);
    assert.match(plain.out, /^1,/);
    assert.match(plain.out, /"=HYPERLINK/);
  });

  it('has as many columns as the rows', async () => {
    const wide = rows(Object.fromEntries(upTo(1000).map((column) => [`c${column}`, column])));
    const { out } = await runQuery([...testVault, '-'], 'SELECT * FROM persons', () => wide);
    const [head = '', line = '', values = ''] = out.split('\n');
    assert.equal(head.split('|').length, 1000);
    assert.equal(line.split('+').length, 1000);
    assert.equal(values.split('|').at(-1)?.trim(), '1000');
  });

  it('has a header without rows if the SELECT list names the columns', async () => {
    const headOf = async (statement: string, format: string) => {
      const { code, out, error } = await runQuery([...testVault, '--format', format, '-'], statement);
      assert.equal(code, 0, error);
      return out;
    };
    const named = 'SELECT id, p.name AS who FROM persons p';
    assert.equal(await headOf(named, 'csv'), 'id,who\r\n');
    assert.equal(await headOf(named, 'tsv'), 'id\twho\n');
    assert.match(await headOf(named, 'table'), /id \| who/);
    assert.equal(await headOf(named, 'ndjson'), '');
    assert.match(await headOf(named, 'parquet'), /^PAR1/);
    for (const unknown of ['SELECT * FROM persons', 'SELECT id, SUM(a) FROM persons'])
      assert.doesNotMatch(await headOf(unknown, 'csv'), /\w/);
  });

  it('keeps numbers as the service sent them', async () => {
    const exact = (): Response => ({
      body: '{"records":[{"fields":{"n":12345678901234567890.10}}]}',
    });
    for (const format of ['table', 'csv', 'ndjson']) {
      const { out } = await runQuery([...testVault, '--format', format, '-'], 'SELECT n FROM t', exact);
      assert.match(out, /12345678901234567890\.10/, format);
    }
  });

  it('ends with 1 and one sentence if its reader has ended', async () => {
    const { code, error } = await runQuery([...testVault, '-'], select, persons(3), {
      async writeBytes() {
        throw Object.assign(new Error('closed'), { code: 'EPIPE' });
      },
    });
    assert.equal(code, 1);
    assert.equal(
      error,
      "The program that reads standard output has ended, so not all rows were written.\n1 request sent. In the audit trail: audit list --question 'request:r1'\n",
    );
  });

  it('says that it failed, and which requests were sent', async () => {
    const { code, error } = await runQuery([...testVault, '-'], select, persons(3), {
      async writeBytes() {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    });
    assert.equal(code, 1);
    assert.equal(
      error,
      "Could not write standard output. The disk is full. Free up space.\n1 request sent. In the audit trail: audit list --question 'request:r1'\n",
    );
  });
});

describe('the masks of query', () => {
  const production = testVault.slice(0, -2);
  const schema = JSON.stringify({
    tables: { persons: { columns: { name: { masked: true } } } },
    vaults: {
      'prod/customers': {
        tables: { persons: { columns: { id: { masked: true } } } },
      },
    },
  });
  const csvOf = async (args: readonly string[], text = 'SELECT id, name, city FROM persons') => {
    const files = { '-': text, 'schema.json': schema };
    const row = rows({ id: 1, name: 'Ada', city: null });
    const { out, error } = await runQuery(
      [...args, '--schema', 'schema.json', '--format', 'csv', '--no-header', '-'],
      files,
      () => row,
    );
    return { line: out.trim(), error };
  };

  it('cover all values in production, or if nothing is known of the environment', async () => {
    const { line, error } = await csvOf(production);
    assert.equal(line, '[masked],[masked],');
    assert.match(error, /\nMasked: 2 columns \(id, name\)\. --plain-text writes the values\.\n/);
  });

  it('cover declared columns elsewhere, also by another name, and those of all vaults of the schema file', async () => {
    assert.equal((await csvOf(testVault)).line, '[masked],[masked],');
    const renamed = 'SELECT id AS a, name AS b, city FROM persons';
    const { out } = await runQuery(
      [...testVault, '--schema', 'schema.json', '--format', 'csv', '--no-header', '-'],
      { '-': renamed, 'schema.json': schema },
      () => rows({ a: 1, b: 'Ada', city: 'X' }),
    );
    assert.equal(out, '[masked],[masked],X\r\n');
  });

  it('are chosen by the options', async () => {
    assert.equal((await csvOf([...testVault, '--mask', 'all'])).line, '[masked],[masked],');
    assert.equal((await csvOf([...production, '--mask', 'declared'])).line, '[masked],[masked],');
    const { line, error } = await csvOf([...production, '--plain-text']);
    assert.equal(line, '1,Ada,');
    assert.doesNotMatch(error, /Masked/);
  });
});
