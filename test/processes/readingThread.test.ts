import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocumentReader, type DocumentReader } from '../../src/extension/language/reading/reader.ts';
import { createReadings } from '../../src/extension/language/reading/readings.ts';

const entry = fileURLToPath(new URL('../../src/extension/language/reading/worker.ts', import.meta.url));
const readings = createReadings();
const short = 'SELECT a FROM t WHERE b >= 1;\n';
const large = `${short}SELECT offset FROM (\nt\n) -- c\n;`.repeat(3_000);
/** One statement without an end of a megabyte. */
const giant = `SELECT ${'a, '.repeat(350_000)}`;

describe('documents are read', () => {
  const made: DocumentReader[] = [];
  const create = (path = entry): DocumentReader => {
    const reader = createDocumentReader(path);
    made.push(reader);
    return reader;
  };
  afterEach(() => {
    for (const reader of made.splice(0)) reader.dispose();
  });

  it('at once where they are short', () => {
    const read = create(join(tmpdir(), 'no-such-reader.cjs')).read('check', short, {}, []);
    assert.deepEqual(read, readings.check(short, {}, []));
  });

  it('in a thread where they are large, with the same result', async () => {
    const reader = create();
    const options = {
      allow: ['>='],
      columns: [{ table: 't', column: 'b', transientTokenization: true }],
    };
    const asked = reader.read('check', large, options, [8]);
    assert.ok(asked instanceof Promise);
    assert.deepEqual(await asked, readings.check(large, options, [8]));
    const [folds, names, symbols, doubts] = await Promise.all([
      reader.read('folds', large),
      reader.read('nameTokens', large),
      reader.read('statementSymbols', large),
      reader.read('statementsInDoubt', large, options),
    ]);
    assert.deepEqual(folds, readings.folds(large));
    assert.deepEqual(names, readings.nameTokens(large));
    assert.deepEqual(symbols, readings.statementSymbols(large));
    assert.deepEqual(doubts, readings.statementsInDoubt(large, options));
    // What goes there and back need not be plain: names are kept in maps, and there may be nothing at a place.
    const schema = await reader.read('indexText', large);
    assert.deepEqual(schema, readings.indexText(large));
    const caret = large.indexOf('>');
    const completions = await reader.read('completeAt', large, 7, { schema });
    assert.deepEqual(completions, readings.completeAt(large, 7, { schema }));
    assert.deepEqual(await reader.read('hoverAt', large, caret, {}), readings.hoverAt(large, caret, {}));
    assert.equal(await reader.read('callAt', large, caret), undefined);
    const indent = { indent: '\t' };
    assert.deepEqual(await reader.read('format', large, indent), readings.format(large, indent));
    assert.deepEqual(
      await reader.read('selectionsAt', large, [7, caret]),
      readings.selectionsAt(large, [7, caret]),
    );
    assert.deepEqual(await reader.read('renameAt', large, 7, 'b'), {
      ok: false,
      reason: 'not-an-alias',
    });
  });

  it('without holding up who asks, be it one giant statement', async () => {
    const reader = create();
    await reader.read('check', giant, {}, []);
    // The same text would be known by now. Turns of the event loop while a megabyte is read elsewhere; read here there would be none.
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    await reader.read('check', `${giant}b, `, {}, []);
    clearInterval(count);
    assert.ok(turns > 3, String(turns));
  });

  it('shows the most severe findings where there are very many', async () => {
    const many = `${'SELECT a FROM t WHERE b = 1;\n'.repeat(4_000)}DELETE FROM t`;
    const { displayed: shown, hiddenCount: more } = await create().read('check', many, {}, []);
    assert.deepEqual([shown.length, more, shown[0]?.code], [1_000, 3_001, 'write-operation']);
  });

  it('here where a thread dies, and in a new one after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reader-'));
    try {
      const mortal = join(folder, 'mortal.mjs');
      writeFileSync(
        mortal,
        `import { parentPort, threadId } from 'node:worker_threads';
         parentPort.on('message', ({ id, method }) => {
           if (method === 'nameTokens') process.exit(1);
           parentPort.postMessage({ id, result: threadId });
         });
         parentPort.postMessage({ method: 'ready', params: {} });`,
      );
      const reader = create(mortal);
      const first = await reader.read('folds', large);
      assert.deepEqual(await reader.read('nameTokens', large), readings.nameTokens(large));
      const second = await reader.read('folds', large);
      assert.deepEqual([typeof first, typeof second, first === second], ['number', 'number', false]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('here after all where no thread can be started', async () => {
    const reader = create(join(tmpdir(), 'no-such-reader.cjs'));
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(await reader.read('folds', large), readings.folds(large));
    }
  });
});
