import assert from 'node:assert/strict';
import { describeError, describeErrorAndWait } from '../../../src/cli/describeError.ts';
import type { ApiError } from '../../../src/core/service/errors.ts';

const request = { operation: 'audit', address: 'https://vault.example' } as const;
const status = (code: number, more: object = {}): ApiError => ({
  kind: 'status',
  status: code,
  message: '',
  retry: true,
  ...more,
});
const unreadable = { kind: 'unreadable', what: 'json', status: 200, retry: true } as const;

describe('the description of a failed request', () => {
  const known: readonly (readonly [error: ApiError, description: string])[] = [
    [status(408), 'Request timeout at vault.example (408).'],
    [status(429), 'Rate limited (429).'],
    [status(429, { retryAt: 0 }), 'Rate limited (429).'],
    [
      status(429, { hasUnreadableRetryAfter: true }),
      'Rate limited (429). The service asked to wait, but the time in its Retry-After header could not be read.',
    ],
    [status(500), 'vault.example failed (500).'],
    [status(503, { message: 'busy' }), 'vault.example failed (503). The service says: busy.'],
    [unreadable, 'Could not read the response from vault.example. It is incomplete or not valid JSON.'],
    [
      { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true },
      'Connection to vault.example lost. It ended before the response was complete (ECONNRESET).',
    ],
    [
      { kind: 'network', code: 'Z_BUF_ERROR', mayHaveBeenSent: true, retry: true },
      'Could not decompress the response from vault.example. It is damaged or incomplete (Z_BUF_ERROR).',
    ],
    [
      { kind: 'timeout', seconds: 60, retry: true },
      'No complete response within 60 seconds. vault.example timed out.',
    ],
    [
      { kind: 'timeout', limit: 'firstByte', seconds: 30, retry: true },
      'No response within 30 seconds. vault.example accepted the request but did not respond.',
    ],
    [
      { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true },
      'Connection refused by vault.example. Nothing was sent. Check the address and its port, the network, and the VPN.',
    ],
  ];
  for (const [error, description] of known)
    it(`does not say to try again where the program does: ${description}`, () => {
      assert.equal(describeErrorAndWait(error, request, 1500), `${description} The next request is in 2 s.`);
    });

  it('says to try again if the program gives up', () => {
    assert.equal(
      describeError(status(500), request),
      'vault.example failed (500). The service failed. Try again in a moment.',
    );
    assert.match(describeError(unreadable, request), /It is incomplete or not valid JSON\. Try again\.$/);
    assert.match(
      describeError({ kind: 'timeout', seconds: 60, retry: true }, request),
      /\. vault\.example timed out\. Try again later\.$/,
    );
  });
});
