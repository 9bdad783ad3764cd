import assert from 'node:assert/strict';
import type { TransportRequest } from '../../../../src/core/service/transport.ts';
import { restrictToOrigins } from '../../../../src/node/transport/restrictToOrigins.ts';

const request = (url: string): TransportRequest => ({
  method: 'GET',
  url,
  template: '/',
  attempt: 1,
  headers: {},
  timeoutMs: 1000,
  maxBytes: 1000,
});

describe('a transport that is kept to origins', () => {
  const sent: string[] = [];
  const transport = restrictToOrigins(
    {
      async send({ url }) {
        sent.push(url);
        return { ok: true, response: { status: 200, headers: {}, body: '', bytes: 0 } };
      },
    },
    ['https://vault.example', 'http://127.0.0.1:8080'],
  );

  it('sends to these', async () => {
    for (const url of ['https://vault.example:443/a?b', 'http://127.0.0.1:8080/'])
      assert.ok((await transport.send(request(url))).ok);
    assert.equal(sent.splice(0).length, 2);
  });

  it('sends nothing elsewhere: another host, port or scheme, a user, or no address', async () => {
    for (const url of [
      ...['https://vault.example.evil.example/', 'https://vault.example:444/', 'http://vault.example/'],
      ...['https://vault.example@evil.example/', 'http://127.0.0.1:8081/', 'https://256.256.256.256/'],
    ])
      assert.deepEqual(await transport.send(request(url)), {
        ok: false,
        error: { kind: 'network', code: 'FOREIGN_ORIGIN', mayHaveBeenSent: false, retry: true },
      });
    assert.deepEqual(sent, []);
  });
});
