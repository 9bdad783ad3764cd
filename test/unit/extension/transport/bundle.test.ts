import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

type HttpModule = typeof import('../../../../src/extension/transport/undiciTransport.ts');
const globals = () =>
  [1, 2].map((slot) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${slot}`)));

describe('the bundle of undici', () => {
  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vault-sql-http-'));
    file = path.join(folder, 'http.cjs');
    const entry = path.join(import.meta.dirname, '../../../../src/extension/transport/undiciTransport.ts');
    await build({
      entryPoints: [entry],
      outfile: file,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
    });
  });
  after(() => rm(folder, { recursive: true }));

  it('leaves the dispatcher of everybody else’s fetch alone, also when used', async () => {
    const before = globals();
    const http = createRequire(import.meta.url)(file) as HttpModule;
    const server = createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const transport = http.createUndiciTransport({ transport: 'undici', env: {} });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const outcome = await transport.send({ method: 'GET', url, headers: {}, timeoutMs: 5000, maxBytes: 100 });
    transport.dispose();
    server.close();
    assert.equal(outcome.ok, true);
    const after = globals();
    assert.equal(after[0], before[0]);
    assert.equal(after[1], before[1]);
  });

  it('holds the parts of undici that send requests, and no more', async () => {
    const { size } = await stat(file);
    assert.ok(size < 560 * 1024, `${size} bytes`);
  });
});
