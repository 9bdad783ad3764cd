import assert from 'node:assert/strict';
import { assertWithin, localVaultsIn, namedIn, type Sent, sentIn } from '../editor/destinations.ts';

const log = [
  '2026-11-22 20:46:03.100 [info] local vault at http://127.0.0.1:4000',
  '2026-11-22 20:46:03.393 [trace] sent for "local" to http://127.0.0.1:4000: POST /v1/vaults/{vaultID}/query 384 ms',
  '2026-11-22 20:46:05.092 [trace] sent for "my \\"own\\"" to https://id.example: POST /{endpoint} 143 ms',
].join('\n');
const settings = [
  {
    name: 'my "own"',
    baseUrl: 'https://vault.example/prefix',
    vaults: [{ id: 'v', baseUrl: 'https://v.example' }],
    auth: { kind: 'oauth', issuer: 'https://id.example/tenant' },
  },
];
const within = (sent: readonly Sent[]): void =>
  assertWithin(sent, () => [namedIn(settings)], localVaultsIn(log));

describe('the record of destinations', () => {
  it('has each request of the log, with the connection that asked', () => {
    const sent = sentIn(log);
    assert.deepEqual(
      sent.map(({ connection, origin, began, ended }) => [connection, origin, ended - began]),
      [
        ['local', 'http://127.0.0.1:4000', 384],
        ['my "own"', 'https://id.example', 143],
      ],
    );
    within(sent);
  });

  it('finds a request to a place that its connection does not name', () => {
    const [local, own] = sentIn(log);
    assert.ok(local && own);
    for (const origin of ['https://vault.example', 'https://v.example', 'https://id.example'])
      within([{ ...own, origin }]);
    for (const astray of [
      { ...own, origin: 'https://vault.example:444' },
      { ...own, origin: 'http://127.0.0.1:4000' },
      { ...own, origin: '' },
      { ...own, connection: 'other' },
      { ...local, origin: 'http://127.0.0.1:4001' },
    ])
      assert.throws(() => within([astray]), /does not name/);
  });
});
