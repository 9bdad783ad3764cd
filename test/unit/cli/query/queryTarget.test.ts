import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { persons, runQuery } from './runQuery.ts';

const select = 'SELECT id FROM persons';
const auth = { kind: 'command', command: ['printf', 'secret'] };
const connections = [
  {
    name: 'prod',
    environment: 'production',
    baseUrl: 'https://prod.example',
    auth,
    vaults: [
      { id: 'p1', name: 'customers' },
      { id: 'p2', name: 'orders', baseUrl: 'https://orders.example' },
    ],
  },
  {
    name: 'test',
    environment: 'test',
    baseUrl: 'https://test.example',
    auth,
    vaults: [{ id: 't1', name: 'customers' }],
  },
];

describe('the vault of query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  const file = join(folder, 'connections.json');
  before(() =>
    writeFileSync(file, JSON.stringify({ kind: 'vaultsql.connections', version: 1, connections })),
  );
  after(() => rmSync(folder, { recursive: true, force: true }));

  const urlOf = async (args: readonly string[], directive = ''): Promise<string> => {
    const text = directive === '' ? select : `-- vault: ${directive}\n${select}`;
    const { code, error, requests } = await runQuery(['--connections', file, ...args, '-'], text, persons(1));
    return requests[0]?.url ?? `${code} ${error}`;
  };

  it('is the one of the options, by name or ID', async () => {
    const query = (host: string, id: string): string => `https://${host}.example/v1/vaults/${id}/query`;
    assert.equal(await urlOf(['--connection', 'test']), query('test', 't1'));
    assert.equal(await urlOf(['--connection', 'prod', '--vault', 'customers']), query('prod', 'p1'));
    assert.equal(await urlOf(['--connection', 'prod', '--vault', 'p2']), query('orders', 'p2'));
  });

  it('is the one that the file of the statement names', async () => {
    assert.match(await urlOf([], 'prod/orders'), /^https:\/\/orders\.example\//);
    assert.match(await urlOf(['--vault', 'p1'], 'prod/customers'), /^https:\/\/prod\.example\//);
  });

  const refused: readonly (readonly [args: readonly string[], directive: string, message: RegExp])[] = [
    [[], '', /has several connections\. Name one with --connection/],
    [['--connection', 'prod'], '', /^2 prod has several vaults\. Name one with --vault/],
    [['--connection', 'prod', '--vault', 'ordres'], '', /no vault ordres\. Did you mean orders\?/],
    [['--connection', 'test'], 'prod/orders', /is for the vault prod\/orders, but --connection names test/],
    [['--vault', 'customers'], 'prod/orders', /is for the vault prod\/orders, but --vault names customers/],
    [[], 'prod/nothing', /The connection prod has no vault nothing/],
    [[], 'nothing/orders', /no usable connection "nothing"/],
    [['--connection', 'test', '--environment', 'test'], '', /--environment is for --url only/],
    [['--connection', 'test', '--vault-url', 'https://x.example'], '', /--vault-url is for --url only/],
  ];
  for (const [args, directive, message] of refused)
    it(`is refused: ${message.source}`, async () => assert.match(await urlOf(args, directive), message));

  it('can have an address of its own, and must agree with the file', async () => {
    const flags = ['--url', 'https://a.example', '--token-command', 'printf secret', '--vault', 'v1'];
    const own = await runQuery([...flags, '--vault-url', 'https://v.example', '-'], select, persons(1));
    assert.equal(own.requests[0]?.url, 'https://v.example/v1/vaults/v1/query');
    assert.equal(own.requests[0]?.headers.authorization, 'Bearer secret');
    for (const directive of ['prod/v1', 'local/v1']) {
      const { code, error, requests } = await runQuery([...flags, '-'], `-- vault: ${directive}\n${select}`);
      assert.deepEqual([code, requests], [2, []]);
      assert.match(error, /^Standard input is for the vault/);
    }
    const local = ['--url', 'http://127.0.0.1:1', '--token-command', 'printf secret'];
    const named = await runQuery([...local, '-'], `-- vault: local/v1\n${select}`, persons(1));
    assert.equal(named.requests[0]?.url, 'http://127.0.0.1:1/v1/vaults/v1/query');
  });
});
