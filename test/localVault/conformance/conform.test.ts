import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { runConformCommand } from '../../../src/cli/conform.ts';
import { query, sharedVault } from '../testVault.ts';
import { fetchTransport } from './checkedVault.ts';

/** Runs the command with `--yes`, and returns its exit code and outputs. */
async function run(
  args: readonly string[],
  confirm?: boolean,
  signal: AbortSignal = new AbortController().signal,
  onProgress: (text: string) => void = () => undefined,
) {
  const { url, token, accountID, vaultID } = await sharedVault();
  const out: string[] = [];
  const errors: string[] = [];
  const progress: string[] = [];
  const given = ['--url', url, '--account', accountID, '--vault', vaultID, '--token-env', 'TOKEN'];
  const code = await runConformCommand([...given, ...args], {
    writeOut: (text) => void out.push(text),
    writeError: (text) => void errors.push(text),
    environment: { TOKEN: token },
    transport: fetchTransport(),
    signal,
    showProgress: (text) => {
      progress.push(text);
      onProgress(text);
    },
    confirm: () => (confirm === undefined ? undefined : Promise.resolve(confirm)),
  });
  return {
    code,
    out: out.join(''),
    errors: errors.join(''),
    progress,
    vault: { url, token, accountID, vaultID },
  };
}

describe('conform on the command line', () => {
  it('prints a line for each rule, and ends with 0 if none fails', async () => {
    // The newest events must name a table. Other tests of this vault may have left many that name none.
    assert.equal((await query('SELECT id FROM persons LIMIT 1')).status, 200);
    const { code, out, errors } = await run(['--yes']);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, /^S28 {2}holds .*afterOps\.timestamp/m);
    assert.match(out, /^D1 {3}cannot be told .*no write is ever sent/m);
    assert.match(out, /^Rules: \d+ hold, 0 fail, \d+ cannot be told\.\n\d+ requests were sent\.$/m);
  });

  it('says at the end that the vault or the table may not exist, and ends with 2', async () => {
    for (const wrong of [
      ['--table', 'nowhere'],
      ['--vault', 'nowhere', '--table', 'persons'],
    ]) {
      const { code, out, errors } = await run(['--yes', ...wrong]);
      assert.equal(code, 2);
      assert.match(
        errors,
        /^Queries were not checked: .* rejected the first one \(HTTP 4\d\d\)\. Check --vault and --table/,
      );
      assert.match(out, /^S32 {2}cannot be told .*may not have this vault or table/m);
      assert.match(out, /^S1 {3}cannot be told .*may not have this vault or table/m);
    }
  });

  it('says in a sentence why an address can’t be used', async () => {
    const { code, errors } = await run(['--yes', '--url', 'http://vault.example.com']);
    assert.equal(code, 2);
    assert.match(errors, /^--url: Plain http exposes the sign-in and the data\. Use https/);
  });

  it('prints JSON without values, token, names of data, or the host', async () => {
    const { out, vault } = await run(['--yes', '--format', 'json']);
    const report = JSON.parse(out) as {
      findings: readonly unknown[];
      date: string;
      profile: Record<string, unknown>;
    };
    assert.equal(report.findings.length, 53);
    assert.match(report.date, /^\d{4}-\d\d-\d\dT/);
    assert.equal(report.profile.address, undefined);
    for (const secret of [vault.token, new URL(vault.url).host, vault.accountID, 'persons', '@local.test'])
      assert.ok(!out.includes(secret), secret);
  });

  it('shows how far it is, and removes that at the end', async () => {
    const { progress } = await run(['--yes']);
    assert.equal(progress[0], '0 of at most 60 requests');
    assert.equal(progress.at(-1), '');
  });

  it('reports what was found until it was cancelled, and ends with 2 if that is nothing', async () => {
    const { code, out } = await run(['--yes'], undefined, AbortSignal.abort());
    assert.equal(code, 2);
    assert.match(out, /^The check was cancelled\. 0 requests were sent\.$/m);
  });

  it('ends with 2 where the service lets nobody in', async () => {
    const { code, out, errors } = await run(['--yes', '--account', 'other', '--vault', 'other']);
    assert.equal(code, 2);
    assert.match(
      errors,
      /^The service accepted no request\. Account or address not found \(404\)\. .+ Check both\. The service says: /m,
    );
    assert.match(out, /^S28 {2}cannot be told .*The request failed/m);
  });

  it('says why nothing could be sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const { code, errors } = await run(['--yes', '--url', `http://127.0.0.1:${port}`]);
    assert.equal(code, 2);
    assert.match(
      errors,
      /^The service accepted no request\. Connection refused by 127\.0\.0\.1:\d+\. Nothing was sent\. Check the address/,
    );
  });

  it('ends with 2 where no table is known, and says how to name one', async () => {
    const { code, errors } = await run(['--yes', '--vault', 'other']);
    assert.equal(code, 2);
    assert.match(errors, /^Queries were not checked: no audit event names a table .* --table\.$/m);
  });

  it('says where the limit of requests ended it', async () => {
    const { code, out, errors } = await run(['--yes', '--table', 'persons', '--max-requests', '20']);
    assert.equal(code, 2);
    assert.match(out, /^\d+ requests were sent\. Not everything was tried: see --max-requests\.$/m);
    assert.match(errors, /^Queries were not checked: the check ended before\. At most 20 requests/m);
    const longer = await run(['--yes', '--table', 'persons', '--max-requests', '40']);
    assert.match(longer.out, /^40 requests were sent\. Not everything was tried/m);
    assert.deepEqual([longer.code, longer.errors], [0, '']);
  });

  it('ends with 2 where it is cancelled midway, and says of the request that it did not end', async () => {
    const abort = new AbortController();
    const { code, out } = await run(['--yes', '--table', 'persons'], undefined, abort.signal, (text) => {
      if (text.startsWith('30 of')) setTimeout(() => abort.abort());
    });
    assert.equal(code, 2);
    assert.match(out, /^The check was cancelled\. 3\d requests were sent\.$/m);
    assert.doesNotMatch(out, /The request failed/);
  });

  it('sends nothing without a confirmation', async () => {
    const { code, errors } = await run([]);
    assert.equal(code, 2);
    assert.match(errors, /^Send at most 60 requests to 127\.0\.0\.1:\d+\? .* Confirm with --yes\.$/m);
    assert.equal((await run([], false)).errors, 'Nothing was sent.\n');
    assert.equal((await run([], true)).code, 0);
  });

  for (const [args, why] of [
    [['--url', 'ftp://x'], /--url: An address must begin with https/],
    [['--url', 'https://999.0.0.1'], /--url: Use an address such as https/],
    [['--format', 'xml'], /--format must be text or json/],
    [['--max-requests', '19'], /--max-requests must be a whole number/],
    [['--max-requests', '5e1'], /--max-requests must be a whole number/],
    [['--token-env', 'NONE'], /The environment variable of --token-env has no usable access token/],
    [['--nope'], /--nope/],
    [['--vault', '..'], /--vault is no ID of a vault/],
    [['--table', 'persons; DELETE FROM persons'], /--table must be a name as in a statement/],
    [['--table', 'persons WHERE id = 1'], /--table must be a name/],
    [['--table', '"a" DROP "b"'], /--table must be a name/],
    [['--table', ''], /--table must be a name/],
  ] as const)
    it(`says what is wrong with ${args.join(' ')}`, async () => {
      const { code, errors } = await run(args);
      assert.equal(code, 2);
      assert.match(errors, why);
    });
});
