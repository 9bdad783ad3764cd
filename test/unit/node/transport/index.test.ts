import assert from 'node:assert/strict';
import type { TransportOutcome, TransportRequest } from '../../../../src/core/service/transport.ts';
import { createTransport } from '../../../../src/node/transport/index.ts';
import type { NetworkSettings } from '../../../../src/node/transport/settings.ts';

const request = (url = 'https://vault.example/x'): TransportRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: '{}',
  template: '/',
  attempt: 1,
  timeoutMs: 1000,
  maxBytes: 1000,
});
const answer = (body: string): TransportOutcome => ({
  ok: true,
  response: { status: 200, headers: {}, body, bytes: body.length },
});
const unreached = (code = 'ENOTFOUND'): TransportOutcome => ({
  ok: false,
  error: { kind: 'network', code, mayHaveBeenSent: false, retry: true },
});
const bodyOf = (outcome: TransportOutcome) => (outcome.ok ? outcome.response.body : outcome.error);

/** A transport over a fake undici that gives `outcomes` one after the other, and an editor's fetch that counts. */
function switching(
  outcomes: TransportOutcome[],
  editor: () => Response | Error = () => new Response('editor'),
) {
  const seen = { built: 0, undici: 0, editor: 0, disposed: 0 };
  let settings: NetworkSettings = { transport: 'auto', env: {} };
  const transport = createTransport({
    getSettings: () => settings,
    getFetch: () => async () => {
      seen.editor++;
      const result = editor();
      if (result instanceof Error) throw result;
      return result;
    },
    loadHttp: async () => ({
      createUndiciTransport: () => {
        seen.built++;
        return {
          send: async () => outcomes[Math.min(seen.undici++, outcomes.length - 1)] ?? unreached(),
          dispose: () => void seen.disposed++,
        };
      },
    }),
  });
  return {
    transport,
    seen,
    set: (change: Partial<NetworkSettings>) => (settings = { ...settings, ...change }),
  };
}

describe('createTransport', () => {
  it('shows a client certificate by undici alone, for the editor’s fetch can’t', async () => {
    const certificate = { kind: 'pfx', pfxFile: '/c.pfx' } as const;
    const { transport, seen, set } = switching([unreached()]);
    assert.deepEqual(await transport.send({ ...request(), certificate }), unreached());
    set({ transport: 'editor' });
    assert.deepEqual(await transport.send({ ...request(), certificate }), unreached('CLIENT_CERT_EDITOR'));
    assert.deepEqual([seen.undici, seen.editor], [1, 0]);
  });

  it('uses undici, and loads it once', async () => {
    const { transport, seen } = switching([answer('undici')]);
    assert.equal(bodyOf(await transport.send(request())), 'undici');
    await transport.send(request());
    assert.deepEqual(seen, { built: 1, undici: 2, editor: 0, disposed: 0 });
  });

  it('tries the editor once where no connection could be made, and stays with it for that origin', async () => {
    const { transport, seen } = switching([unreached(), answer('undici')]);
    assert.equal(bodyOf(await transport.send(request())), 'editor');
    assert.equal(bodyOf(await transport.send(request())), 'editor');
    assert.equal(bodyOf(await transport.send(request('https://other.example/'))), 'undici');
    assert.deepEqual(seen, { built: 1, undici: 2, editor: 2, disposed: 0 });
  });

  it('comes back to undici when the editor no longer gets through either', async () => {
    let up = true;
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const { transport } = switching([unreached(), answer('undici')], () =>
      up ? new Response('editor') : refused,
    );
    await transport.send(request());
    up = false;
    assert.deepEqual(bodyOf(await transport.send(request())), {
      kind: 'network',
      code: 'ECONNREFUSED',
      mayHaveBeenSent: false,
      retry: true,
    });
    assert.equal(bodyOf(await transport.send(request())), 'undici');
  });

  it('gives undici’s error where both fail before sending', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const { transport } = switching([unreached('PROXY_407')], () => refused);
    assert.deepEqual(bodyOf(await transport.send(request())), {
      kind: 'network',
      code: 'PROXY_407',
      mayHaveBeenSent: false,
      retry: true,
    });
  });

  it('never sends twice what may have been sent, goes round a refused certificate, or leaves this machine', async () => {
    const outcomes: TransportOutcome[] = [
      { ok: false, error: { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true } },
      { ok: false, error: { kind: 'timeout', seconds: 1, retry: true } },
      { ok: false, error: { kind: 'tooLarge', limitBytes: 1, retry: false } },
      ...[
        'CERT_HAS_EXPIRED',
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'ERR_TLS_CERT_ALTNAME_INVALID',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      ].map((code) => unreached(code)),
    ];
    const { transport, seen } = switching(outcomes);
    for (const outcome of outcomes) assert.deepEqual(await transport.send(request()), outcome);
    const local = switching([unreached('ECONNREFUSED')]);
    for (const host of ['127.0.0.1:1', 'localhost:1', '[::1]:1']) {
      assert.equal((await local.transport.send(request(`http://${host}/`))).ok, false);
    }
    assert.equal(seen.editor + local.seen.editor, 0);
  });

  it('keeps to the one transport that the setting names', async () => {
    const { transport, seen, set } = switching([unreached()]);
    set({ transport: 'undici' });
    assert.equal((await transport.send(request())).ok, false);
    assert.equal(seen.editor, 0);
    set({ transport: 'editor' });
    assert.equal(bodyOf(await transport.send(request())), 'editor');
    assert.deepEqual(seen, { built: 1, undici: 1, editor: 1, disposed: 0 });
  });

  it('leaves the editor out while a workspace changes its proxy, but for this machine', async () => {
    const { transport, seen, set } = switching([unreached()]);
    await transport.send(request());
    assert.equal(seen.editor, 1);
    set({ changedByWorkspace: true });
    assert.deepEqual(await transport.send(request()), unreached());
    set({ transport: 'editor' });
    assert.deepEqual(await transport.send(request()), unreached('WORKSPACE_PROXY'));
    assert.equal(seen.editor, 1);
    assert.equal(bodyOf(await transport.send(request('http://127.0.0.1:1/'))), 'editor');
  });

  it('rebuilds when the settings change, and closes the old connections', async () => {
    const { transport, seen, set } = switching([answer('undici')]);
    await transport.send(request());
    set({ proxy: 'http://proxy.example' });
    await transport.send(request());
    set({ env: { HTTPS_PROXY: 'http://env.example', UNRELATED: 'x' } });
    await transport.send(request());
    set({ env: { HTTPS_PROXY: 'http://env.example', UNRELATED: 'y' } });
    await transport.send(request());
    transport.reset();
    await transport.send(request());
    assert.equal(seen.built, 4);
    assert.equal(seen.disposed, 3);
  });

  it('says so when undici can’t be loaded, after trying the editor', async () => {
    const failing = (transport: 'auto' | 'undici') =>
      createTransport({
        getSettings: () => ({ transport, env: {} }),
        getFetch: () => async () => new Response('editor'),
        loadHttp: () => {
          throw new SyntaxError('cut file');
        },
      }).send(request());
    assert.equal(bodyOf(await failing('auto')), 'editor');
    assert.deepEqual(bodyOf(await failing('undici')), {
      kind: 'network',
      code: 'TRANSPORT_NOT_LOADED',
      detail: 'SyntaxError',
      mayHaveBeenSent: false,
      retry: true,
    });
  });

  it('sends nothing to what looks like an address and is not one', async () => {
    const { transport, seen } = switching([answer('undici')]);
    const outcome = await transport.send(request('https://256.256.256.256/'));
    assert.deepEqual(bodyOf(outcome), {
      kind: 'network',
      code: 'ERR_INVALID_URL',
      mayHaveBeenSent: false,
      retry: true,
    });
    assert.equal(seen.undici + seen.editor, 0);
  });

  it('ends open requests when disposed, and sends none afterwards', async () => {
    const { transport, seen, set } = switching([]);
    set({ transport: 'editor' });
    const hanging = createTransport({
      getSettings: () => ({ transport: 'editor', env: {} }),
      getFetch: () => () => new Promise(() => undefined),
      loadHttp: () => assert.fail(),
    });
    const open = hanging.send(request());
    hanging.dispose();
    const cancelled = { ok: false, error: { kind: 'cancelled', retry: true } };
    assert.deepEqual(await open, cancelled);
    transport.dispose();
    assert.deepEqual(await transport.send(request()), cancelled);
    assert.equal(seen.editor, 0);
  });
});
