/** What becomes of a session while the lock between windows can't be taken, as on a full disk. */
import assert from 'node:assert/strict';
import { sentenceText } from '../../../src/core/messages/sentence.ts';
import { signInSentences } from '../../../src/core/messages/signInProblems.ts';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import { LockError } from '../../../src/node/credentials/lock.ts';
import { createWorld, query, type World } from './world.ts';

describe('a session where nothing can be written', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());
  const connection = (kind: 'oauth' | 'device') =>
    world.connection({
      kind,
      server: { issuer: world.vault.url },
      clientID: 'vault-sql',
    } as Auth);
  const full = new LockError('ENOSPC', '/folder');

  for (const kind of ['oauth', 'device'] as const) {
    it(`${kind}: is used as it is, in this window and the next`, async () => {
      const mine = connection(kind);
      const window = world.window();
      assert.equal(await window.signIn(mine), undefined);
      world.lockFailure = full;
      for (const one of [window, world.window()])
        assert.equal((await one.client(mine).executeQuery(query(world))).ok, true);
      assert.equal(world.authorization.issued(), 1);
    });

    it(`${kind}: is not renewed, which names the disk, and goes on once there is room`, async () => {
      const mine = connection(kind);
      const window = world.window();
      assert.equal(await window.signIn(mine), undefined);
      world.authorization.expireTokens();
      world.lockFailure = full;
      const outcome = await window.client(mine).executeQuery(query(world));
      assert.ok(!outcome.ok && outcome.error.kind === 'noToken');
      assert.deepEqual(outcome.error.signIn, {
        code: 'lock-failed',
        reason: 'ENOSPC',
        folder: '/folder',
      });
      assert.equal(await window.credentials.isSignedIn(mine), true);
      assert.equal(world.authorization.issued(), 1);
      world.lockFailure = undefined;
      assert.equal((await window.client(mine).executeQuery(query(world))).ok, true);
    });

    it(`${kind}: a sign-in says so, and its session ends at the server`, async () => {
      const window = world.window();
      world.lockFailure = full;
      const problem = await window.signIn(connection(kind));
      assert.deepEqual(problem, {
        code: 'lock-failed',
        reason: 'ENOSPC',
        folder: '/folder',
      });
      assert.equal(world.kept.size, 0);
      await world.revoked(2);
    });
  }

  it('is told of in words that name the disk', () => {
    const told = (reason: string): string => {
      const { title, text } = signInSentences({ code: 'lock-failed', reason, folder: '/f' }, 'vault.example');
      return `${sentenceText(title)}. ${sentenceText(text)}`;
    };
    assert.equal(
      told('ENOSPC'),
      'The disk is full. No token was obtained. Free up space on the disk of /f, then try again.',
    );
    assert.equal(told('EDQUOT'), told('ENOSPC'));
    assert.equal(
      told('EROFS'),
      'The disk is read-only. No token was obtained. Make /f writable, then try again.',
    );
    assert.equal(
      told('EACCES'),
      'No permission to write. No token was obtained. Check the permissions of /f, then try again.',
    );
    assert.equal(told('EPERM'), told('EACCES'));
    assert.equal(
      told('EIO'),
      'The disk failed (EIO). No token was obtained. Check the disk of /f, then try again.',
    );
  });
});
