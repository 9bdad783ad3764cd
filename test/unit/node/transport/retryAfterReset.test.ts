import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TransportOutcome, TransportRequest } from '../../../../src/core/service/transport.ts';
import { createEditorTransport } from '../../../../src/node/transport/editorTransport.ts';
import { retryAfterReset } from '../../../../src/node/transport/retryAfterReset.ts';

const request: TransportRequest = {
  method: 'POST',
  url: 'https://click.test:8443/?query_id=1',
  template: '/',
  attempt: 1,
  headers: {},
  body: 'SELECT 1',
  timeoutMs: 1_000,
  maxBytes: 1_000,
};
const failed = (code: string): TransportOutcome => ({
  ok: false,
  error: { kind: 'network', retry: true, code, mayHaveBeenSent: true },
});
const succeeded: TransportOutcome = {
  ok: true,
  response: { status: 200, headers: {}, body: 'rows', bytes: 4 },
};

/** Sends a request over a transport that takes `tookMs` for each of these outcomes. Returns the last and the requests. */
async function send(outcomes: readonly TransportOutcome[], tookMs = 0) {
  let time = 0;
  const sent: TransportRequest[] = [];
  const transport = retryAfterReset(
    {
      send: async (message) => {
        time += tookMs;
        return outcomes[sent.push(message) - 1] ?? assert.fail('one request too many');
      },
    },
    () => time,
  );
  return { outcome: await transport.send(request), sent };
}

describe('a request whose connection is reset', () => {
  it('is sent once more, as it was', async () => {
    for (const code of ['ECONNRESET', 'EPIPE'])
      assert.deepEqual(await send([failed(code), succeeded]), {
        outcome: succeeded,
        sent: [request, request],
      });
  });

  it('is not sent a third time', async () => {
    const { outcome, sent } = await send([failed('ECONNRESET'), failed('ECONNRESET')]);
    assert.deepEqual([outcome, sent.length], [failed('ECONNRESET'), 2]);
  });

  it('is not sent again if the reset came later, because the server may be at work', async () => {
    const { outcome, sent } = await send([failed('ECONNRESET')], 1_001);
    assert.deepEqual([outcome, sent.length], [failed('ECONNRESET'), 1]);
  });

  it('is not sent again after another error, or after a response', async () => {
    for (const outcome of [failed('ECONNREFUSED'), failed('ETIMEDOUT'), failed('ACCESS_CHANGED'), succeeded])
      assert.deepEqual(await send([outcome]), { outcome, sent: [request] });
    const cancelled: TransportOutcome = { ok: false, error: { kind: 'cancelled', retry: true } };
    assert.deepEqual(await send([cancelled]), { outcome: cancelled, sent: [request] });
  });

  it('has its rows from a server that closes the first connection', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((incoming, response) => {
      if (sockets.has(incoming.socket) || sockets.size > 0) response.end('rows');
      else {
        sockets.add(incoming.socket);
        incoming.socket.resetAndDestroy();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const outcome = await retryAfterReset(createEditorTransport()).send({ ...request, url });
      assert.equal(outcome.ok && outcome.response.body, 'rows');
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
