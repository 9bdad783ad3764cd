import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createParser, type Parser, type ParserOptions } from '../../src/extension/language/parser/parser.ts';

const entry = fileURLToPath(new URL('../../src/extension/language/parser/worker.ts', import.meta.url));
/** The parser needs more than 15 s for it. */
const endless = `SELECT ${'('.repeat(30)}a FROM t`;

describe('parser in a thread', () => {
  const made: Parser[] = [];
  const create = (options: Partial<ParserOptions> = {}): Parser => {
    const parser = createParser({ entry, ...options });
    made.push(parser);
    return parser;
  };
  afterEach(() => {
    for (const parser of made.splice(0)) parser.dispose();
  });

  it('reads names and values that the parser itself would refuse', async () => {
    const outcome = await create().parse(
      'SELECT p.name, c."Brand", * FROM persons AS p JOIN größen c ON c.id = p.id WHERE p.order = \'x\'',
    );
    assert.deepEqual(outcome, { kind: 'parsed' });
  });

  it('says where a statement cannot be read on', async () => {
    const source = "SELECT a /* ( */ FROM t WHERE b = 'a ''text''' ORDER BY a DESC DESC";
    const outcome = await create().parse(source);
    assert.equal(outcome.kind, 'error');
    assert.deepEqual([source.slice(outcome.start, outcome.end), outcome.end], ['DESC', source.length]);
    assert.ok(outcome.isTrusted);
  });

  it('never waits for deep parentheses, and works on afterwards', async () => {
    assert.deepEqual(await create().parse(endless), {
      kind: 'unknown',
      why: 'too-deep',
    });
    const parser = create({ maxDepth: 100 });
    assert.equal((await parser.parse('SELECT a FROM t')).kind, 'parsed');
    const [stuck, next] = [parser.parse(endless), parser.parse('SELECT b FROM t')];
    assert.deepEqual(await stuck, { kind: 'unknown', why: 'no-answer' });
    // Of a new thread.
    assert.equal((await next).kind, 'parsed');
  });

  it('works on in a new thread after one has died', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parser-'));
    try {
      // Dies over the first text of each thread that holds n1, the second name of its statement.
      const mortal = join(folder, 'mortal.mjs');
      const answer = "{ id, result: { kind: 'parsed' } }";
      writeFileSync(
        mortal,
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', ({ id, params: text }) => {
           if (text.includes('n1 , n2')) process.exit(1);
           if (text.includes('n1 = n2')) throw new Error('planted');
           parentPort.postMessage(${answer});
         });
         parentPort.postMessage({ method: 'ready', params: {} });`,
      );
      const parser = create({ entry: mortal });
      for (const deadly of ['SELECT a, b, c FROM t', 'SELECT a FROM b WHERE b = c']) {
        assert.equal((await parser.parse('SELECT a FROM t')).kind, 'parsed');
        assert.deepEqual(await parser.parse(deadly), {
          kind: 'unknown',
          why: 'no-answer',
        });
        assert.equal((await parser.parse('SELECT a FROM t')).kind, 'parsed');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is given up where no thread can be started', async () => {
    const parser = create({ entry: join(tmpdir(), 'no-such-parser.cjs') });
    for (let i = 0; i < 5; i++)
      assert.deepEqual(await parser.parse('SELECT a FROM t'), {
        kind: 'unknown',
        why: 'unavailable',
      });
  });

  it('has bounds, and says nothing of nothing', async () => {
    const parser = create();
    assert.deepEqual(await parser.parse(' -- nothing'), {
      kind: 'unknown',
      why: 'empty',
    });
    const long = `SELECT ${'a, '.repeat(10_000)}a FROM t`;
    assert.deepEqual(await parser.parse(long), {
      kind: 'unknown',
      why: 'too-long',
    });
  });

  it('answers what waits when it is disposed of', async () => {
    const parser = create({ maxDepth: 100, deadlineMs: 60_000 });
    await parser.parse('SELECT a FROM t');
    const waiting = [parser.parse(endless), parser.parse('SELECT b FROM t')];
    parser.dispose();
    const unavailable = { kind: 'unknown', why: 'unavailable' } as const;
    assert.deepEqual(await Promise.all(waiting), [unavailable, unavailable]);
  });
});
