import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '../../../..');

/** Run in a process of its own, in which nothing has touched a dispatcher yet; on older hosts only slot 1 is taken. */
const script = `
  const slots = () => [1, 2].map((slot) => globalThis[Symbol.for('undici.globalDispatcher.' + slot)]);
  const [file, older] = process.argv.slice(2);
  if (older) globalThis[Symbol.for('undici.globalDispatcher.1')] = { dispatch() {} };
  const before = slots();
  const loaded = require(file);
  const same = () => slots().every((dispatcher, index) => dispatcher === before[index]);
  const answers = [same()];
  const server = require('node:http').createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', async () => {
    const transport = loaded.createUndiciTransport?.({ transport: 'undici', env: {} });
    const url = 'http://127.0.0.1:' + server.address().port;
    const outcome = await transport?.send({ method: 'GET', url, headers: {}, timeoutMs: 5000, maxBytes: 100 });
    transport?.dispose();
    server.close();
    console.log(JSON.stringify([outcome?.ok ?? false, ...answers, same()]));
  });
`;

describe('the bundle of undici', () => {
  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vault-sql-http-'));
    file = path.join(folder, 'http.cjs');
    await writeFile(path.join(folder, 'script.cjs'), script);
    await build({
      entryPoints: [path.join(root, 'src/node/transport/undiciTransport.ts')],
      outfile: file,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
    });
  });
  after(() => rm(folder, { recursive: true }));

  /** Whether a request was answered; whether both slots are as before after loading, and after the request. */
  const run = async (loads: string, ...older: string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(folder, 'script.cjs'),
      loads,
      ...older,
    ]);
    return JSON.parse(stdout);
  };

  it('leaves the dispatcher of everybody else’s fetch alone, also when used', async () => {
    assert.deepEqual(await run(file), [true, true, true]);
    assert.deepEqual(await run(file, 'older'), [true, true, true]);
  });

  it('needs that care: the whole of undici replaces it', async () => {
    const whole = path.join(root, 'node_modules/undici/index.js');
    assert.deepEqual(await run(whole, 'older'), [false, false, false]);
  });

  it('holds the parts of undici that send requests, and no more', async () => {
    const { size } = await stat(file);
    assert.ok(size < 560 * 1024, `${size} bytes`);
  });
});
