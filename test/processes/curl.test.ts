import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { createVaultClient } from '../../src/core/service/client.ts';
import { formatCurlCommand } from '../../src/core/service/curl.ts';
import { createQueryRoute } from '../../src/core/service/routes.ts';
import type { TransportRequest } from '../../src/core/service/transport.ts';

const token = 'a-token';
const baseUrl = 'https://vault.test/prefix/';

/** The request as the client sends it. */
async function sent(query: string): Promise<TransportRequest> {
  let request: TransportRequest | undefined;
  const client = createVaultClient({
    transport: {
      send(one) {
        request = one;
        return Promise.resolve({
          ok: false,
          error: { kind: 'cancelled', retry: false },
        });
      },
    },
    baseUrl,
    token: async () => token,
    timeoutMs: () => 1,
    sleep: async () => undefined,
  });
  await client.executeQuery({ vaultID: 'v 1', query, isWithoutRetry: true });
  assert.ok(request);
  return request;
}

describe('a query copied as a curl command', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'curl-'));
    // Its arguments, each with a NUL behind it.
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nprintf '%s\\0' "$@" > '${join(folder, 'arguments')}'\n`);
    chmodSync(join(folder, 'curl'), 0o755);
  });
  after(() => folder && rmSync(folder, { recursive: true, force: true }));

  /** What a real shell gives to curl. */
  function received(query: string): string[] {
    const to = createQueryRoute(baseUrl, { vaultID: 'v 1', query });
    assert.ok(to.ok);
    const command = formatCurlCommand(to.route);
    assert.ok(!command.includes(token));
    const env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      VAULT_TOKEN: token,
    };
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      env,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    return readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1);
  }

  /** Arguments of curl as a request. */
  function asRequest([request, method, url, ...rest]: readonly string[]) {
    assert.equal(request, '--request');
    const headers: Record<string, string> = {};
    let body: string | undefined;
    for (let at = 0; at < rest.length; at += 2) {
      const [option, value = ''] = [rest[at], rest[at + 1]];
      const [, name = '', text = ''] = /^([^:]*): (.*)$/s.exec(value) ?? [];
      if (option === '--header') headers[name] = text;
      else if (option === '--data-raw') body = value;
      else assert.fail(`${option}`);
    }
    return { method, url, headers, body };
  }

  it('is the request that the client sends, whatever the query is', async () => {
    const nasty = fc.constantFrom(
      "'",
      '"',
      '\\',
      '$HOME',
      '`id`',
      '$(id)',
      '!',
      '\n',
      '\r',
      '@x',
      '\0',
      '\ud800',
    );
    const text = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 8 })
      .map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const { method, url, headers, body } = await sent(query);
        assert.deepEqual(asRequest(received(query)), {
          method,
          url,
          headers,
          body,
        });
      }),
      { numRuns: 30 },
    );
  });
});
