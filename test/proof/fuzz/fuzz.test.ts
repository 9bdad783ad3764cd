import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { parseSavedViews } from '../../../src/core/audit/filters/savedViews.ts';
import { encodeVaultID, validateBaseUrl } from '../../../src/core/service/address.ts';
import { parseConnections } from '../../../src/core/service/connections/connections.ts';
import { decodeAuditPage, decodeQueryResult } from '../../../src/core/service/decode.ts';
import { findResponseError } from '../../../src/core/service/responseErrors.ts';
import { cleanToken, findTokenInOutput } from '../../../src/core/service/token.ts';
import type { TransportResponse } from '../../../src/core/service/transport.ts';
import { readDialectSettings } from '../../../src/core/sql/dialect/settings.ts';
import { readVaultDirective } from '../../../src/core/sql/execution/target.ts';
import { findValueProblems } from '../../../src/extension/platform/settingValues.ts';
import { isUsableAddress } from '../../../src/node/address.ts';
import { startAuthorization } from '../../../src/node/signIn/authorizationCode.ts';
import { createPendingRedirects } from '../../../src/node/signIn/callbacks.ts';
import { parseServiceAccountKey } from '../../../src/node/signIn/key.ts';
import { computeExpiry } from '../../../src/node/signIn/lifetime.ts';
import { obtainClientCredentialsGrant } from '../../../src/node/signIn/tokens.ts';
import { fuzz, type Target } from './fuzz.ts';

/** With `VAULTSQL_LONG=1` as many as a release is tested with, others each time. */
const isLong = process.env.VAULTSQL_LONG !== undefined;
const inputs = isLong ? 1_000_000 : 3000;
const seed = Number(process.env.VAULTSQL_SEED ?? (isLong ? Date.now() % 2 ** 31 : 20261121));

const callbacks = createPendingRedirects(60_000);

/** A sign-in in the browser that waits for its link, whose state replaces `xyz`; no code of any is good. */
const waiting = startAuthorization(
  {
    transport: {
      send: async () => ({ ok: true, response: answerOf('{"error":"invalid_grant"}', {}, 400) }),
    },
    timeoutMs: () => 1000,
    now: () => 0,
  },
  {
    server: { tokenUrl: 'https://id.example/token', authorizationUrl: 'https://id.example/authorize' },
    clientID: 'c',
  },
  { uri: 'vscode://vaultsql.vault-sql/signin/one', hasServerSpecificPath: true },
);

/** JSON if the text is some, else the text itself: settings are any value. */
function settingOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const answerOf = (body: string, headers = {}, status = 200): TransportResponse => ({
  status,
  body,
  bytes: body.length,
  headers: { 'content-type': 'application/json', ...headers },
});

/** What a token server answers, read by all that reads it; nothing is sent. */
const tokenAnswer = (body: string): Promise<unknown> =>
  obtainClientCredentialsGrant(
    {
      transport: {
        send: async () => ({ ok: true, response: answerOf(body, {}, body.includes('error') ? 400 : 200) }),
      },
      timeoutMs: () => 1000,
      now: () => 0,
    },
    { server: { tokenUrl: 'https://id.example/token' }, clientID: 'c' } as never,
    'secret',
  );

const targets: readonly Target[] = [
  {
    name: 'answers to a query',
    seeds: [
      '{"records":[{"fields":{"id":1,"name":"Ada","address":{"city":"Rome"},"n":12345678901234567890}}]}',
      '{"records":[]}',
      '{"records":null,"error":{"message":"no","http_code":400}}',
    ],
    words: ['records', 'fields', 'error', 'message', '"', '{}', '[[]]', '\\ud800', '1e5', 'tokens'],
    read(text) {
      decodeQueryResult(text);
      findResponseError(
        answerOf(text, { 'retry-after': text.slice(0, 40), date: text.slice(0, 40) }, 429),
        'https://a.example',
        't',
        0,
      );
    },
  },
  {
    name: 'answers with audit events',
    seeds: [
      '{"event":[{"context":{"changeID":"c","requestID":"r","actor":"a@b.c"},"request":{"timestamp":"2026-01-01 00:00:00.000000000","data":{"content":"SELECT 1"},"tags":[]},"response":{"code":200},"resourceIDs":["VAULT/v"]}],"nextOps":{"timestamp":"t","changeID":"c"}}',
      '{"event":null,"nextOps":null}',
    ],
    words: [
      'event',
      'nextOps',
      'context',
      'request',
      'response',
      'changeID',
      'timestamp',
      'resourceIDs',
      'httpInfo',
    ],
    read: decodeAuditPage,
  },
  {
    name: 'links that end a sign-in',
    seeds: ['code=abc&state=xyz&iss=https%3A%2F%2Fid.example', 'error=access_denied&state=xyz', ''],
    words: ['code', 'state', 'xyz', 'iss', 'error', 'error_description', '&', '=', '%', '+'],
    async read(text) {
      // Nothing waits for one, so none is taken.
      assert.equal(callbacks.acceptRedirect('/signin/one', text), false);
      const started = await waiting;
      if (!started.ok) assert.fail(started.problem.code);
      const outcome = await started.exchangeCode(new URLSearchParams(text.replaceAll('xyz', started.state)));
      assert.equal(outcome.ok, false);
    },
  },
  {
    name: 'settings',
    seeds: [
      '[{"name":"a","environment":"test","baseUrl":"https://a.example","accountID":"1","vaults":[{"id":"v","name":"n"}],"auth":{"kind":"token"}}]',
      '[{"name":"b","baseUrl":"https://b.example","auth":{"kind":"oauth","issuer":"https://id.example","clientID":"c","scope":"s"}}]',
      '[{"name":"c","baseUrl":"https://c.example","auth":{"kind":"command","command":["x","--y"],"variables":["Z"]}}]',
      '{"persons":{"transient":["cvv"],"masked":["ssn"]}}',
      '["ORDER BY",">="]',
      '{"x":{"accountID":"a"}}',
    ],
    words: [
      'name',
      'baseUrl',
      'auth',
      'kind',
      'vaults',
      'keyFile',
      'issuer',
      'tokenUrl',
      'masked',
      'transient',
      'serviceAccount',
    ],
    read(text) {
      const value = settingOf(text);
      parseConnections(value, isUsableAddress);
      readDialectSettings(value, value);
      parseSavedViews(value);
      findValueProblems(() => value);
    },
  },
  {
    name: 'key files',
    seeds: [
      '{"clientID":"c","keyID":"k","tokenURI":"https://id.example/t","privateKey":"-----BEGIN PRIVATE KEY-----\\nAA==\\n-----END PRIVATE KEY-----"}',
      '{}',
    ],
    words: ['clientID', 'keyID', 'tokenURI', 'privateKey', 'https://', 'http://127.0.0.1', '\ufeff'],
    read: (text) => parseServiceAccountKey(text, 'key.json'),
  },
  {
    name: 'answers with tokens',
    seeds: [
      '{"access_token":"eyJhbGciOiJub25lIn0.eyJleHAiOjF9.","token_type":"Bearer","expires_in":60,"refresh_token":"r"}',
      '{"error":"invalid_grant","error_description":"no"}',
      'line\n{"accessToken":"abc"}',
    ],
    words: [
      'access_token',
      'token_type',
      'bearer',
      'expires_in',
      'error',
      'id_token',
      'eyJ',
      '.',
      'accessToken',
    ],
    async read(text) {
      await tokenAnswer(text);
      cleanToken(findTokenInOutput(text) ?? text);
      computeExpiry(text, 0, { serverTime: 0 });
    },
  },
  {
    name: 'addresses',
    seeds: [
      'https://vault.example/base/v1',
      'http://127.0.0.1:8080',
      'http://[::1]/x',
      'https://xn--e1aybc.example',
    ],
    words: [
      'https://',
      'http://',
      '127.0.0.1',
      'localhost',
      '[::1]',
      '@',
      ':',
      '/v1',
      '%2f',
      '.example',
      'file:',
    ],
    read(text) {
      const address = validateBaseUrl(text);
      // What was accepted is TLS, or this machine.
      if (address.ok) assert.match(address.origin, /^https:|^http:\/\/(127\.|localhost|\[::1\])/);
      isUsableAddress(text);
      encodeVaultID(text);
    },
  },
  {
    name: 'directives',
    seeds: ['-- vault: local/customers\nSELECT 1', '\n\n--vault:a/b', '/* x */ -- vault: a b/c d'],
    words: ['-- vault:', 'vault', ':', '/', '\n', '--', '/*', '*/', 'SELECT'],
    read: readVaultDirective,
  },
];

describe('readers of what comes from outside', () => {
  const requests: unknown[] = [];
  const note = (message: unknown): void => void requests.push(message);
  before(() => {
    for (const channel of ['net.client.socket', 'undici:request:create', 'http.client.request.start'])
      subscribe(channel, note);
  });
  after(() => {
    for (const channel of ['net.client.socket', 'undici:request:create', 'http.client.request.start'])
      unsubscribe(channel, note);
  });

  for (const target of targets)
    it(`${target.name}: no text makes them throw, hang, or send anything`, async () => {
      const { blocks, corpus, slowestMs } = await fuzz(target, inputs, seed);
      if (isLong)
        console.log(
          `      ${inputs} inputs, seed ${seed}: ${blocks} blocks, ${corpus} kept, slowest ${slowestMs.toFixed(1)} ms`,
        );
      assert.deepEqual(requests, []);
      assert.ok(blocks > 0, 'nothing of the reader was reached');
    });
});
