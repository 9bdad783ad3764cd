import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SignInProblem } from '../../../src/core/service/connections/signInProblems.ts';
import { createWorld, query, type TestWindow, type World } from './world.ts';

const MINUTES_10 = 600_000;

describe('sign-in by a service account’s key file', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());
  const connection = (keyFile = world.keyFile) => world.connection({ kind: 'serviceAccount', keyFile });
  const problem = async (keyFile = world.keyFile, window = world.window()): Promise<SignInProblem> => {
    const answer = await window.credentials.getToken(connection(keyFile));
    return typeof answer === 'object' ? answer : assert.fail(`a token: ${typeof answer}`);
  };
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(dirname(world.keyFile), name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };

  it('gets a token that the service takes, and knows when it ends', async () => {
    const window = world.window();
    assert.equal(await window.credentials.isSignedIn(connection()), true);
    const outcome = await window.client(connection()).executeQuery(query(world));
    assert.equal(outcome.ok, true);
    const left = (window.credentials.getExpiry(connection()) ?? 0) - Date.now();
    assert.ok(left > 3_590_000 && left <= 3_601_000, `${left} ms`);
    assert.equal(window.credentials.getNotice(connection()), undefined);
    assert.equal(world.kept.size, 0);
  });

  it('renews once for a hundred requests that meet an expired token', async () => {
    const client = world.window().client(connection());
    await client.executeQuery(query(world));
    world.authorization.expireTokens();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) => client.executeQuery(query(world, at))),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 100);
    assert.equal(world.authorization.issued(), 2);
  });

  it('obtains one token for a hundred requests that begin with none', async () => {
    const client = world.window().client(connection());
    await Promise.all(Array.from({ length: 100 }, () => client.executeQuery(query(world))));
    assert.equal(world.authorization.issued(), 1);
  });

  it('reads the file at each renewal', async () => {
    const { credentials } = world.window();
    const first = await credentials.getToken(connection());
    await writeFile(world.keyFile, '{');
    assert.equal(await credentials.getToken(connection()), first);
    const answer = await credentials.renewToken(connection(), world.vault.url, String(first));
    assert.deepEqual(answer, {
      code: 'key-file-not-json',
      file: world.keyFile,
    });
  });

  it('says that others can read the file', async () => {
    await chmod(world.keyFile, 0o644);
    const { credentials } = world.window();
    assert.equal(typeof (await credentials.getToken(connection())), 'string');
    assert.deepEqual(credentials.getNotice(connection()), {
      code: 'key-file-public',
      file: world.keyFile,
    });
  });

  it('says what is wrong with a file', async () => {
    const good = world.authorization.createCredentialsFileContent();
    const folder = join(dirname(world.keyFile), 'folder');
    await mkdir(folder);
    const elliptic = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }).privateKey;
    const field = (name: string, value?: unknown) =>
      file('field.json', JSON.stringify({ ...good, [name]: value }));
    for (const [path, code] of [
      [`${world.keyFile}.not`, 'key-file-missing'],
      [folder, 'key-file-unreadable'],
      [await file('text.json', 'hello'), 'key-file-not-json'],
      [await file('list.json', '[]'), 'key-file-not-json'],
      [await file('large.json', JSON.stringify({ ...good, more: 'x'.repeat(300_000) })), 'key-file-not-json'],
      [await file('pem.json', JSON.stringify({ ...good, privateKey: 'secret-key' })), 'key-unusable'],
      [
        await file(
          'ec.json',
          JSON.stringify({
            ...good,
            privateKey: elliptic.export({ type: 'pkcs8', format: 'pem' }),
          }),
        ),
        'key-unusable',
      ],
    ] as const)
      assert.equal((await problem(path)).code, code, path);
    for (const name of ['clientID', 'keyID', 'tokenURI', 'privateKey'])
      assert.deepEqual(await problem(await field(name)), {
        code: 'key-file-field',
        field: name,
        file: await field(name),
      });
    for (const address of ['http://vault.example/token', 'ftp://a', 'https://me:pw@vault.example'])
      assert.equal((await problem(await field('tokenURI', address))).code, 'key-file-field', address);
  });

  it('says what the server said when it refused, without the key', async () => {
    world.authorization.behave({ refuse: 'unauthorized_client' });
    const host = new URL(world.vault.url).host;
    assert.deepEqual(await problem(), {
      code: 'refused',
      host,
      error: 'unauthorized_client',
      description: 'a requested fault',
    });
    world.authorization.behave({ status: 503 });
    assert.deepEqual(await problem(), {
      code: 'server-answer',
      host,
      status: 503,
    });
  });

  it('works where the clock of this machine is off, by the server’s own time', async () => {
    for (const ahead of [MINUTES_10, -MINUTES_10, -10 * MINUTES_10]) {
      const window: TestWindow = world.window(ahead);
      assert.equal((await window.client(connection()).executeQuery(query(world))).ok, true, `${ahead}`);
      const left = (window.credentials.getExpiry(connection()) ?? 0) - (Date.now() + ahead);
      assert.ok(left > 3_590_000 && left <= 3_602_000, `${left} ms`);
    }
  });

  it('says that the clock is off where the server refuses all the same', async () => {
    world.authorization.behave({
      refuse: 'invalid_grant',
      clockAheadMs: -MINUTES_10,
    });
    const found = await problem();
    assert.equal(found.code === 'clock' && found.minutes, 10);
  });

  it('gives the token to the addresses of its connection alone', async () => {
    const { credentials } = world.window();
    assert.equal(typeof (await credentials.getToken(connection(), world.vault.url)), 'string');
    assert.equal(await credentials.getToken(connection(), 'https://evil.example'), undefined);
    assert.equal(await credentials.renewToken(connection(), 'https://evil.example', 'x'), undefined);
  });
});
