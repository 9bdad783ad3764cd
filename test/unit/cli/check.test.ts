import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCheckCommand } from '../../../src/cli/check.ts';

interface Entry {
  readonly file: string;
  readonly findings: readonly {
    code: string;
    severity: string;
    start: number;
    end: number;
    text: string;
    message: string;
  }[];
}

/** Runs the command over files in memory. */
async function run(files: Readonly<Record<string, string | Uint8Array>>, ...args: string[]) {
  let out = '';
  let error = '';
  const code = await runCheckCommand(args, {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    async readFile(file) {
      const content = files[file];
      if (content === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    async listStagedFiles() {
      throw new Error('no repository');
    },
  });
  return { code, out, error };
}

describe('check', () => {
  it('says of a folder that it is one, and what to name instead', async () => {
    let error = '';
    const code = await runCheckCommand([import.meta.dirname], {
      writeOut: () => assert.fail(),
      writeError(text) {
        error += text;
      },
      readFile: (file) => readFile(file),
      listStagedFiles: () => Promise.resolve([]),
    });
    assert.deepEqual([code, error], [2, `${import.meta.dirname} is a folder. Name its files.\n`]);
  });

  it('ends with 0 where nothing is found, and says nothing', async () => {
    assert.deepEqual(await run({ 'a.vaultsql': 'SELECT name FROM persons' }, 'a.vaultsql'), {
      code: 0,
      out: '',
      error: '',
    });
  });

  it('gives a line for each finding: place, severity, code, sentence', async () => {
    const { code, out } = await run(
      { 'a.vaultsql': 'SELECT 名\r\nFROM t ORDER BY a;\rDELETE FROM t' },
      'a.vaultsql',
    );
    assert.equal(code, 1);
    assert.match(
      out,
      /^a\.vaultsql:2:8 error unsupported-keyword .+\na\.vaultsql:3:1 error write-operation .+\n$/,
    );
  });

  it('gives JSON with UTF-16 offsets and the text between them, byte order mark included', async () => {
    const text = '\ufeffSELECT "😀" FROM t WHERE a >= 1';
    const { code, out } = await run({ '-': text }, '--format', 'json', '-');
    assert.equal(code, 1);
    const [{ file, findings }] = JSON.parse(out) as [Entry];
    assert.equal(file, '-');
    const [found] = findings.filter(({ severity }) => severity === 'error');
    assert.ok(found);
    assert.deepEqual(
      [found.code, found.text, text.slice(found.start, found.end)],
      ['unsupported-operator', '>=', '>='],
    );
    assert.ok(found.message.length > 10);
  });

  it('warns of a value in double quotes, unless a file names something like it', async () => {
    const files = {
      a: 'SELECT id FROM persons WHERE name = "Ann Smith"',
      b: 'SELECT "First Name" FROM persons WHERE id = :id',
    };
    const alone = await run(files, 'a');
    assert.deepEqual(alone, {
      code: 0,
      out: 'a:1:37 warning quoted-value Double quotes enclose a name. Use single quotes for a value.\n',
      error: '',
    });
    assert.equal((await run(files, 'a', 'b')).out, '');
  });

  it('findings that are no errors do not fail', async () => {
    const { code, out } = await run({ a: 'SELECT a FROM t WHERE a = 1 LIMIT 60' }, '--format=json', 'a');
    assert.equal(code, 0);
    assert.ok((JSON.parse(out) as [Entry])[0].findings.length > 0);
  });

  it('allows what the user says that the service accepts, but no write', async () => {
    const text = 'SELECT a FROM t ORDER BY a; DELETE FROM t';
    const { out } = await run({ a: text }, '--allow', 'order by', '--allow', 'DELETE', 'a');
    assert.match(out, /^a:1:29 error write-operation [^\n]+\n$/);
  });

  it('gives SARIF whose regions point at the construct', async () => {
    const { out } = await run(
      { 'q/a b.sql': 'SELECT a\nFROM t\nGROUP BY a' },
      '--format',
      'sarif',
      'q/a b.sql',
    );
    const log = JSON.parse(out);
    const [runOf] = log.runs;
    const [result] = runOf.results;
    assert.equal(log.version, '2.1.0');
    assert.equal(runOf.tool.driver.rules[result.ruleIndex].id, result.ruleId);
    assert.deepEqual(result.locations[0].physicalLocation, {
      artifactLocation: { uri: 'q/a%20b.sql' },
      region: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 9, charOffset: 16, charLength: 8 },
    });
  });

  it('warns of tables and columns that the schema file does not have, and applies its rules', async () => {
    const cards = { tables: { cards: { columns: { id: {}, cvv: { transientTokenization: true } } } } };
    const schema = JSON.stringify({
      tables: { persons: { columns: { id: {}, name: {} } } },
      vaults: { 'a/b': cards },
    });
    const found = async (text: string, ...args: string[]): Promise<[number, string[]]> => {
      const files = { '.vaultsql/schema.json': schema, 'other.json': JSON.stringify(cards), q: text };
      const { code, out } = await run(files, '--format', 'json', ...args, 'q');
      const [{ findings }] = JSON.parse(out) as [Entry];
      return [code, findings.map((one) => `${one.severity} ${one.code} ${one.text}`)];
    };
    assert.deepEqual(await found('SELECT nmae FROM persons; SELECT id FROM person'), [
      0,
      ['warning unknown-column nmae', 'warning unknown-table person'],
    ]);
    // Without a vault a name may be of any of them.
    assert.deepEqual(await found('SELECT id FROM cards'), [0, []]);
    assert.deepEqual(await found('-- vault: x/y\nSELECT id FROM cards'), [
      0,
      ['warning unknown-table cards'],
    ]);
    assert.deepEqual(await found('-- vault: a/b\nSELECT id FROM cards WHERE cvv = :cvv'), [
      1,
      ['error transient-where cvv'],
    ]);
    assert.deepEqual(await found('SELECT id FROM persons', '--schema', 'other.json'), [
      0,
      ['warning unknown-table persons'],
    ]);
  });

  it('ends with 2 where the schema file can’t be read, since its rules may be missing', async () => {
    const q = 'SELECT 1 FROM t';
    assert.deepEqual(await run({ '.vaultsql/schema.json': '{', q }, 'q'), {
      code: 2,
      out: '',
      error: '.vaultsql/schema.json is not a valid schema file.\n',
    });
    const { code, error } = await run({ q }, '--schema', 'none.json', 'q');
    assert.deepEqual([code, error], [2, 'none.json does not exist. Check its path.\n']);
  });

  it('ends with 2 and a sentence where it cannot run', async () => {
    for (const args of [[], ['--format', 'xml', 'a'], ['--what', 'a'], ['missing']]) {
      const { code, error } = await run({}, ...args);
      assert.equal(code, 2);
      assert.match(error, /\S/);
    }
    const binary = await run({ a: new Uint8Array([0, 1, 2, 255]) }, 'a');
    assert.deepEqual([binary.code, binary.error], [2, 'a is not a text file.\n']);
  });

  for (const [args, sentence] of [
    [['--what', 'a'], 'Unknown option --what.'],
    [['a', '--format'], 'The value of --format is missing. If it starts with a dash, write --format=VALUE.'],
    [['--staged=yes'], '--staged takes no value.'],
  ] as const)
    it(`says what is wrong with ${args.join(' ')}`, async () => {
      const { code, error } = await run({ a: '' }, ...args);
      assert.deepEqual([code, error.split('\n')[0]], [2, sentence]);
    });

  it('names the version of the package', async () => {
    const { out } = await run({ a: '' }, '--format', 'sarif', 'a');
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    assert.equal(JSON.parse(out).runs[0].tool.driver.version, version);
  });
});
