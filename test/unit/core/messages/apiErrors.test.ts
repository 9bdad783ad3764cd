import assert from 'node:assert/strict';
import { apiErrorSentences, type Sentence } from '../../../../src/core/messages/apiErrors.ts';
import { sentenceText } from '../../../../src/core/messages/sentence.ts';
import type { SignInProblem } from '../../../../src/core/service/connections/signInProblems.ts';
import type { ApiError } from '../../../../src/core/service/errors.ts';

const filled = (sentence: Sentence): string => sentenceText(sentence);
/** A sentence and those that follow it. */
const parts = (sentence: Sentence): Sentence[] => [sentence, ...(sentence.next ? parts(sentence.next) : [])];

function sentences(error: ApiError, operation: 'query' | 'audit' = 'query', baseUrlHost = 'vault.example') {
  const { title, text, action } = apiErrorSentences(error, { operation, baseUrlHost, vaultID: 'v1' });
  return { title: filled(title), text: filled(text), action };
}
const status = (code: number, message = ''): ApiError => ({
  kind: 'status',
  status: code,
  message,
  retry: false,
});
const network = (code: string, mayHaveBeenSent = false): ApiError => ({
  kind: 'network',
  code,
  mayHaveBeenSent,
  retry: true,
});

const said = { host: 'id.example', error: 'invalid_grant', description: 'quoted {0}' };
const signInProblems: readonly SignInProblem[] = [
  ...(
    [
      'command-not-found',
      'command-path-not-found',
      'command-arguments',
      'command-failed',
      'command-timeout',
    ] as const
  ).map((code) => ({ code })),
  { code: 'command-no-token' },
  { code: 'signed-out' },
  ...(['missing', 'unreadable', 'not-json'] as const).map(
    (how) => ({ code: `key-file-${how}`, file: '~/key.json' }) as const,
  ),
  { code: 'key-unusable', file: '~/key.json' },
  ...['ENOSPC', 'EROFS', 'EACCES', 'EIO'].map(
    (reason) => ({ code: 'lock-failed', reason, folder: '/folder' }) as const,
  ),
  { code: 'key-file-field', field: 'keyID', file: '~/key.json' },
  { code: 'server-unreached', host: 'id.example', reason: 'ECONNREFUSED' },
  { code: 'server-answer', host: 'id.example', status: 404 },
  { code: 'server-answer', host: 'id.example', status: 503 },
  ...(['access_token', 'token_type', 'refresh_token', 'scope', 'id_token'] as const).map(
    (field) => ({ code: 'token-unusable', host: 'id.example', field, value: '' }) as const,
  ),
  ...(['token_type', 'expires_in', 'id_token'] as const).map(
    (field) => ({ code: 'token-unusable', host: 'id.example', field, value: 'quoted {0}' }) as const,
  ),
  { code: 'server-address', host: 'id.example' },
  ...(['token', 'authorization', 'device'] as const).map(
    (endpoint) => ({ code: 'no-endpoint', endpoint, host: 'id.example' }) as const,
  ),
  { code: 'wrong-issuer', host: 'id.example' },
  { code: 'refused', ...said },
  { code: 'refused', ...said, description: '' },
  { code: 'clock', minutes: 10, ...said },
  { code: 'clock', minutes: -10, ...said },
  { code: 'session-ended', ...said },
  { code: 'session-ended', ...said, error: '' },
  { code: 'consent-denied', ...said },
  ...(['sign-in-expired', 'sign-in-cancelled', 'state-mismatch', 'no-browser'] as const).map((code) => ({
    code,
  })),
];

const every: ApiError[] = [
  ...[200, 204, 400, 401, 403, 404, 407, 408, 418, 429, 500, 503].flatMap((code) => [
    status(code),
    status(code, 'quoted {0}'),
  ]),
  { kind: 'status', status: 429, message: '', retry: true, retryAfterMs: 1500 },
  ...[
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'PROXY_407',
    'PROXY_502',
  ].map((code) => network(code)),
  ...[
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ETIMEDOUT',
    'ERR_INVALID_URL',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'NOT_HTTP',
    'Z_BUF_ERROR',
    'WORKSPACE_PROXY',
    'UNKNOWN',
  ].map((code) => network(code)),
  network('ECONNRESET', true),
  { kind: 'timeout', seconds: 60, retry: true },
  { kind: 'cancelled', retry: true },
  { kind: 'tooLarge', limitBytes: 16 * 1024 * 1024, retry: false },
  { kind: 'redirect', status: 307, retry: false, toOrigin: 'https://evil.example' },
  { kind: 'redirect', status: 302, retry: false, toOrigin: 'file:' },
  { kind: 'redirect', status: 302, retry: false },
  ...(['html', 'json', 'tooDeep', 'shape'] as const).map(
    (what): ApiError => ({
      kind: 'unreadable',
      what,
      status: 200,
      retry: false,
      ...(what === 'shape' && { path: 'records[1]' }),
    }),
  ),
  { kind: 'unreadable', what: 'shape', path: '$', status: 200, retry: false },
  ...(
    ['noToken', 'badToken', 'badAddress', 'badVaultID', 'noAccountID', 'badFilter', 'noConnection'] as const
  ).map((kind): ApiError => ({ kind, retry: false })),
  { kind: 'noToken', retry: false, detail: 'TypeError' },
  ...signInProblems.map((signIn): ApiError => ({ kind: 'noToken', retry: false, signIn })),
  ...['empty', 'blank', 'control', 'not-ascii', 'too-long'].map(
    (detail): ApiError => ({ kind: 'badToken', retry: false, detail }),
  ),
  ...['empty', 'scheme', 'plain-http', 'userinfo', 'query', 'fragment', 'path', 'not-an-address'].map(
    (detail): ApiError => ({ kind: 'badAddress', retry: false, detail }),
  ),
];

describe('sentences for API errors', () => {
  it('are whole for every error and both operations: no empty text, no place left open, none left over', () => {
    for (const error of every) {
      for (const operation of ['query', 'audit'] as const) {
        const { title, text } = apiErrorSentences(error, { operation, baseUrlHost: 'vault.example' });
        for (const sentence of [title, ...parts(text)]) {
          const places = [...sentence.template.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]));
          assert.deepEqual(
            [...new Set(places)].sort(),
            sentence.args.map((_, index) => index),
            sentence.template,
          );
          assert.match(filled(sentence), /\S/);
        }
        assert.match(filled(text), /[.?!…}0]$/);
      }
    }
  });

  it('quote the service as an argument, so that its braces and links stay text', () => {
    const { text } = apiErrorSentences(status(400, 'no {0} [x](command:y)'), {
      operation: 'query',
      baseUrlHost: 'h',
    });
    assert.deepEqual(
      parts(text).flatMap(({ args }) => args),
      ['no {0} [x](command:y)'],
    );
    assert.ok(parts(text).every(({ template }) => !template.includes('command')));
  });

  it('name the next step', () => {
    const action = (error: ApiError, operation: 'query' | 'audit' = 'query', host?: string) =>
      sentences(error, operation, host).action;
    assert.equal(action(status(401)), 'signIn');
    assert.equal(action(status(404)), 'addVault');
    assert.equal(action(status(404), 'audit'), 'editConnection');
    assert.equal(action(status(503)), 'retry');
    assert.equal(action({ kind: 'noAccountID', retry: false }, 'audit'), 'setAccountID');
    assert.equal(action({ kind: 'noToken', retry: false }), 'signIn');
    assert.equal(
      action({ kind: 'noToken', retry: false, signIn: { code: 'command-failed' } }),
      'editConnection',
    );
    assert.equal(action(network('EAI_AGAIN')), 'retry');
    assert.equal(action(network('ENOTFOUND')), 'editConnection');
    assert.equal(action(network('ECONNREFUSED')), 'retry');
    // A connection of the user's own may go to this machine too.
    assert.equal(action(network('ECONNREFUSED'), 'query', '127.0.0.1:4000'), 'retry');
    const toLocalVault = { operation: 'query', baseUrlHost: '127.0.0.1:4000', isLocalVault: true } as const;
    assert.equal(apiErrorSentences(network('ECONNREFUSED'), toLocalVault).action, 'startLocalVault');
  });

  it('say what is wrong with a certificate, and what a command did', () => {
    const texts = [
      ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map((code) =>
        network(code),
      ),
      ...['SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) => network(code)),
      ...(['not-found', 'arguments', 'failed', 'timeout', 'no-token'] as const).map(
        (how): ApiError => ({ kind: 'noToken', retry: false, signIn: { code: `command-${how}` } }),
      ),
    ].map((error) => sentences(error).text);
    for (const text of texts) assert.match(text, /^\S.+\. .*Nothing was sent\./);
    assert.equal(new Set(texts).size, texts.length);
  });

  it('say why a sign-in gave no token, each in its own words, with the server’s as arguments', () => {
    const texts = signInProblems.map((signIn) => {
      const { title, text } = sentences({ kind: 'noToken', retry: false, signIn });
      return `${title}. ${text}`;
    });
    assert.equal(new Set(texts).size, texts.length);
    const refused = sentences({ kind: 'noToken', retry: false, signIn: { code: 'refused', ...said } });
    assert.match(refused.text, /says invalid_grant: quoted \{0\}$/);
    const late = sentences({
      kind: 'noToken',
      retry: false,
      signIn: { code: 'clock', minutes: -10, ...said },
    });
    assert.match(late.text, /10 minutes behind/);
  });

  it('name the proxy where it was the proxy that failed, and only there', () => {
    for (const code of ['PROXY_502', 'PROXY_503']) {
      assert.match(sentences(network(code)).text, new RegExp(`^The proxy did not .*${code}.*http\\.proxy`));
    }
    for (const code of ['EPIPE', 'NO_PROXY_']) {
      assert.match(sentences(network(code)).text, new RegExp(`^No connection .*${code}`));
    }
  });

  it('say whether a query may be in the audit trail', () => {
    assert.match(sentences(network('ECONNRESET', true)).text, /may have run/);
    for (const code of [201, 202, 204, 206]) {
      assert.match(sentences(status(code)).text, /may have run/);
      assert.doesNotMatch(sentences(status(code), 'audit').text, /query/);
    }
    assert.doesNotMatch(sentences(status(405)).text, /may have run/);
    assert.match(sentences(network('ETIMEDOUT', false)).text, /Nothing was sent/);
    assert.doesNotMatch(sentences(network('ECONNRESET', true), 'audit').text, /query/);
  });

  it('read as sentences', () => {
    assert.deepEqual(sentences(status(404, 'unknown table')), {
      title: 'Vault or table not found (404)',
      text: 'vault.example has no vault v1, or no such table. Check both. The service says: unknown table',
      action: 'addVault',
    });
    assert.deepEqual(sentences(status(429)), {
      title: 'Rate limited (429)',
      text: 'Wait a moment, then try again.',
      action: 'retry',
    });
  });
  it('name no path if the whole response is something else', () => {
    const shape = (path: string) =>
      sentences({ kind: 'unreadable', what: 'shape', path, status: 200, retry: false }, 'audit').text;
    assert.equal(shape('$'), 'It is not a JSON object. Check that the address is that of a vault service.');
    assert.equal(
      shape('records[1]'),
      'It differs from the documented format at records[1]. Check that the address is that of a vault service.',
    );
  });
  it('say when the service wants to be sent the request again', () => {
    const context = { operation: 'audit', baseUrlHost: 'vault.example', retryAt: '16:12' } as const;
    const textOf = (code: number): string => filled(apiErrorSentences(status(code, 'busy'), context).text);
    assert.equal(textOf(429), 'Retry after 16:12. The service says: busy');
    assert.equal(textOf(503), 'The service failed. Retry after 16:12. The service says: busy');
  });
  it('name a path in the address where the service has nothing there', () => {
    const context = { operation: 'query', baseUrlHost: 'vault.example', vaultID: 'v1' } as const;
    const textFor = (basePath: string, message = '') =>
      filled(apiErrorSentences(status(404, message), { ...context, basePath }).text);
    assert.match(
      textFor('/v1', 'no route'),
      /\/v1\/… is appended to the path \/v1 of the address\. The service says: no route$/,
    );
    assert.doesNotMatch(textFor(''), /path/);
  });
  it('quote nothing of a web page that says that nothing is at the address', () => {
    const error: ApiError = {
      kind: 'status',
      status: 404,
      message: 'Welcome to nginx',
      retry: false,
      isWebPage: true,
    };
    for (const operation of ['query', 'audit'] as const)
      assert.deepEqual(sentences(error, operation), {
        title: 'Address not found (404)',
        text: 'vault.example responded with a web page in place of data. Check the address and its path.',
        action: 'editConnection',
      });
  });
  it('name an unexpected failure to get a token, rather than a way to sign in', () => {
    assert.deepEqual(sentences({ kind: 'noToken', retry: false, detail: 'TypeError' }), {
      title: 'Could not get an access token',
      text: 'It failed unexpectedly (TypeError). Nothing was sent to vault.example. Try again.',
      action: 'retry',
    });
  });
});
