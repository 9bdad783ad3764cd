import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import { formatConnectionFile } from '../../../src/core/service/connections/connectionFile.ts';
import { type RunResult, start, stop, tryRun } from '../../editor/processes.ts';
import { startTlsServer } from '../../faults/hostileServer.ts';
import { createWorld, type World } from '../../localVault/signIn/world.ts';
import { eventually, waitMs } from '../../run/waiting.ts';
import { program } from '../builtProgram.ts';

const MINUTES_10 = 600_000;

/** A program that gets a token from the sign-in server and prints the server's answer. Its argument is the form. */
const tokenProgram = `
const [url, form] = process.argv.slice(1);
const body = new URLSearchParams(JSON.parse(form));
const answer = await fetch(url, { method: 'POST', body });
process.stdout.write(await answer.text());
`;

describe('how the audit commands sign in, as a process', () => {
  let folder = '';
  let world: World;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
    world = await createWorld();
  });
  afterEach(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_NO_WARNINGS: '1',
    ...more,
  });
  const service = (): readonly string[] => ['--url', world.vault.url, '--account', world.vault.accountID];
  const list = (args: readonly string[], more?: NodeJS.ProcessEnv): Promise<RunResult> =>
    tryRun(process.execPath, [program, 'audit', 'list', '--limit', '1', '--plain-literals', ...args], {
      timeoutMs: waitMs,
      env: environment(more),
    });
  const assertListed = ({ code, output }: RunResult): void => {
    assert.equal(code, 0, output);
    assert.match(output, /^\{.*"changeID".*\}\n$/);
  };
  const issueToken = async (): Promise<string> => {
    const { clientID, clientSecret } = world.authorization;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientID,
      client_secret: clientSecret,
    });
    const answer = await fetch(`${world.vault.url}/oauth/token`, { method: 'POST', body });
    const { access_token: token } = (await answer.json()) as { readonly access_token: string };
    return token;
  };

  it('uses a key file, also if the clock of the sign-in server is apart', async () => {
    assertListed(await list([...service(), '--key-file', world.keyFile]));
    for (const clockAheadMs of [MINUTES_10, -MINUTES_10]) {
      world.authorization.behave({ clockAheadMs });
      assertListed(await list([...service(), '--key-file', world.keyFile]));
    }
  });

  it('names what is wrong with a key file', async () => {
    const missing = await list([...service(), '--key-file', join(folder, 'none.json')]);
    assert.equal(missing.code, 1, missing.output);
    assert.match(missing.output, /none\.json/);
    const relative = await list([...service(), '--key-file', 'key.json']);
    assert.equal(relative.code, 2, relative.output);
    assert.match(relative.output, /^--key-file is not an absolute path\.$/m);
  });

  it('uses client credentials with the secret of a variable', async () => {
    const { clientID, clientSecret } = world.authorization;
    const client = ['--client-id', clientID, '--issuer', world.vault.url];
    const named = [...client, '--client-secret-env', 'SECRET'];
    assertListed(await list([...service(), ...named], { SECRET: clientSecret }));
    const wrong = await list([...service(), ...named], { SECRET: 'a-wrong-one' });
    assert.equal(wrong.code, 1, wrong.output);
    assert.doesNotMatch(wrong.output, /a-wrong-one/);
    const unset = await list([...service(), ...named]);
    assert.equal(unset.code, 2);
    assert.match(
      unset.output,
      /^The environment variable of the client secret is not set\. Use the name of a variable/m,
    );
    const unnamed = await list([...service(), ...client]);
    assert.equal(unnamed.code, 2);
    assert.match(unnamed.output, /^Client credentials need --client-secret-env/);
  });

  it('uses a connection of a file, and refuses one that signs in with a browser', async () => {
    const { clientID } = world.authorization;
    const named = (name: string, auth: Auth) => ({ ...world.connection(auth), name });
    const file = join(folder, 'connections.json');
    const server = { issuer: world.vault.url };
    writeFileSync(
      file,
      formatConnectionFile([
        named('variable', { kind: 'environment', variable: 'TOKEN' }),
        named('browser', { kind: 'oauth', server, clientID }),
        named('pasted', { kind: 'token' }),
      ]),
    );
    const use = (name: string) =>
      list(['--connections', file, '--connection', name], { TOKEN: world.vault.token });
    assertListed(await use('variable'));
    for (const [name, kind] of [
      ['browser', 'oauth'],
      ['pasted', 'token'],
    ]) {
      const refused = await use(name ?? '');
      assert.equal(refused.code, 2);
      assert.match(refused.output, new RegExp(`^The sign-in "${kind}" needs the editor\\.`));
    }
    const several = await list(['--connections', file]);
    assert.equal(several.code, 2);
    assert.match(several.output, /has several connections\. Name one with --connection\./);
    const unknown = await use('other');
    assert.equal(unknown.code, 2);
    assert.match(unknown.output, /has no usable connection "other"/);
    const none = await list(['--connections', join(folder, 'none.json')]);
    assert.equal(none.code, 2);
    assert.match(none.output, /none\.json does not exist\. Check its path\.$/m);
    const other = await list(['--connections', world.keyFile]);
    assert.equal(other.code, 2);
    assert.match(
      other.output,
      /is not a file of connections that the extension exported\. Check its path\.$/m,
    );
  });

  it('takes the passphrase of a client certificate from a variable', async () => {
    const tls = (name: string): string =>
      fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    const body = '{"event":[{"context":{"changeID":"c1"}}],"nextOps":null}';
    const server = await startTlsServer(
      readFileSync(tls('good.pem'), 'utf8'),
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      { clientAuthority: readFileSync(tls('client-authority.pem'), 'utf8') },
    );
    const file = join(folder, 'connections.json');
    const connection = {
      ...world.connection({ kind: 'environment', variable: 'TOKEN' }),
      baseUrl: `https://localhost:${server.port}`,
    };
    const clientCertificate = {
      kind: 'pem',
      certFile: tls('client.pem'),
      keyFile: tls('client-encrypted-key.pem'),
    } as const;
    writeFileSync(file, formatConnectionFile([{ ...connection, clientCertificate }]));
    const named = ['--connections', file, '--certificate-passphrase-env', 'PASSPHRASE'];
    const more = { TOKEN: 'token', NODE_EXTRA_CA_CERTS: tls('authority.pem') };
    try {
      assertListed(await list(named, { ...more, PASSPHRASE: 'a-passphrase' }));
      for (const [args, passphrase] of [
        [named, 'a-wrong-one'],
        [named.slice(0, 2), undefined],
      ] as const) {
        const refused = await list(args, { ...more, PASSPHRASE: passphrase });
        assert.equal(refused.code, 1, refused.output);
        assert.match(
          refused.output,
          /^The passphrase of the client certificate is missing or wrong\. .+ with --certificate-passphrase-env\.$/m,
        );
        assert.doesNotMatch(refused.output, /a-wrong-one/);
      }
      assert.deepEqual(server.clients, ['client.test']);
      const unset = await list(named, more);
      assert.equal(unset.code, 2, unset.output);
      assert.match(
        unset.output,
        /^The environment variable of the passphrase of the client certificate is not set/,
      );
      writeFileSync(file, formatConnectionFile([connection]));
      const needless = await list(named, { ...more, PASSPHRASE: 'a-passphrase' });
      assert.equal(needless.code, 2, needless.output);
      assert.match(
        needless.output,
        /^--certificate-passphrase-env is given, but the connection has no client/,
      );
    } finally {
      await server.close();
    }
  });

  /** Follows until `act`, which runs once the newest event was written, is over. Returns how the process ended. */
  async function follow(
    args: readonly string[],
    more: NodeJS.ProcessEnv,
    act: (written: () => string, end: () => void) => Promise<void>,
  ): Promise<RunResult> {
    const to = join(folder, 'audit');
    const all = ['follow', ...service(), '--to', to, '--since', '2000-01-01', '--interval', '1', ...args];
    const child = start(process.execPath, [program, 'audit', ...all], { env: environment(more) });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    const written = (): string =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ndjson'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    try {
      await eventually(
        () => `events: ${output}`,
        () => written() !== '',
      );
      await act(written, () => child.kill('SIGTERM'));
      return { code: await exit, timedOut: false, output };
    } finally {
      await stop(child);
    }
  }

  it('follows on with a new token of the command when a token ends', async () => {
    const { clientID, clientSecret } = world.authorization;
    const form = { grant_type: 'client_credentials', client_id: clientID, client_secret: clientSecret };
    const command = [
      process.execPath,
      '--input-type=module',
      '--eval',
      tokenProgram,
      `${world.vault.url}/oauth/token`,
      JSON.stringify(form),
    ];
    const { code, output } = await follow(
      ['--token-command', JSON.stringify(command)],
      {},
      async (written, end) => {
        world.authorization.expireTokens();
        // An event that only the new token can read.
        const token = await issueToken();
        const response = await fetch(`${world.vault.url}/v1/vaults/${world.vault.vaultID}/query`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query: 'SELECT id FROM persons WHERE id = 4711' }),
        });
        assert.equal(response.status, 200);
        await eventually('the event', () => written().includes('SELECT id FROM persons WHERE id ='));
        end();
      },
    );
    assert.equal(code, 0, output);
    assert.ok(world.authorization.issued() >= 3);
  });

  it('ends with 1 and a sentence when the token of a variable ends', async () => {
    const token = await issueToken();
    const { code, output } = await follow(['--token-env', 'TOKEN'], { TOKEN: token }, async () =>
      world.authorization.expireTokens(),
    );
    assert.equal(code, 1, output);
    assert.match(output, /401/);
    assert.ok(!output.includes(token));
  });
});
