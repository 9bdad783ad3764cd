import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { getSnapshotPath } from '../../src/localVault/engine/snapshot.ts';
import {
  type LocalVaultFailure,
  type LocalVaultHostMethods,
  type LocalVaultReady,
  type LocalVaultWarning,
  localVaultHostGuards,
} from '../../src/protocol/localVault.ts';
import { createProcessPort } from '../../src/protocol/ports.ts';
import { createRpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';
import { dataDir, list, post, ROWS, sharedVault, snapshotKept } from './testVault.ts';

const entry = fileURLToPath(new URL('../../src/localVault/main.ts', import.meta.url));
const args = ['--rows', String(ROWS), '--data', dataDir];

const start = (more: readonly string[] = []): ChildProcess =>
  fork(entry, [...args, ...more], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

type Notification =
  | ({ readonly type: 'ready' } & LocalVaultReady)
  | ({ readonly type: 'failed' } & LocalVaultFailure)
  | ({ readonly type: 'warning' } & LocalVaultWarning);

/** Waits for the next notification, as the extension receives it. */
function said(child: ChildProcess): Promise<Notification> {
  return new Promise((resolve, reject) => {
    const receive = (notification: Notification): void => {
      rpc.dispose();
      resolve(notification);
    };
    const methods = guardHandlers<LocalVaultHostMethods>(localVaultHostGuards, {
      ready: (params) => receive({ type: 'ready', ...params }),
      failed: (params) => receive({ type: 'failed', ...params }),
      warning: (params) => receive({ type: 'warning', ...params }),
    });
    const rpc = createRpc<Record<string, never>>(createProcessPort(child), methods, (_method, error) =>
      reject(error),
    );
  });
}

describe('local vault: as a child', () => {
  before(snapshotKept);

  it('says where it is, answers, and ends when its parent has gone', async () => {
    const child = start();
    const ready = await said(child);
    assert.ok(ready.type === 'ready');
    assert.ok(!child.spawnargs.join(' ').includes(ready.token));
    assert.deepEqual([ready.accountID, ready.vaultID], ['local-account', 'local-vault']);
    assert.ok(
      ready.columns.some(({ column, transientTokenization }) => column === 'cvv' && transientTokenization),
    );
    const vault = { ...(await sharedVault()), ...ready };
    assert.equal((await post(vault, '{"query":"SELECT id FROM persons"}')).status, 200);
    assert.equal((await list(vault, 'filterOps.accountID=local-account')).status, 200);
    const exit = once(child, 'exit');
    child.disconnect();
    assert.deepEqual(await exit, [0, null]);
    await assert.rejects(fetch(ready.url));
  });

  it('ends when its parent goes before it is ready, or lets go of its standard input', async () => {
    const child = start();
    const exit = once(child, 'exit');
    child.disconnect();
    const piped = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'ignore', 'inherit'] });
    const pipedExit = once(piped, 'exit');
    piped.stdin.end();
    assert.deepEqual(await exit, [0, null]);
    assert.deepEqual(await pipedExit, [0, null]);
  });

  it('tells its parent of what it can do without, before it is ready and after', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vault-sql-child-'));
    writeFileSync(getSnapshotPath(folder, ROWS, 1), gzipSync('no tar'));
    const child = start(['--data', folder]);
    const exit = once(child, 'exit');
    const warning = await said(child);
    assert.deepEqual(warning, {
      type: 'warning',
      message: 'the vault could not be restored from its snapshot and is rebuilt',
    });
    assert.equal((await said(child)).type, 'ready');
    child.disconnect();
    await exit;
    rmSync(folder, { recursive: true });
  });

  it('says why it can’t start: a port in use, a wrong option', async () => {
    const { url } = await sharedVault();
    const taken = start(['--port', new URL(url).port]);
    const wrong = start(['--rows', 'many']);
    const exits = Promise.all([once(taken, 'exit'), once(wrong, 'exit')]);
    const [first, second] = await Promise.all([said(taken), said(wrong)]);
    assert.ok(first.type === 'failed' && first.code === 'EADDRINUSE');
    assert.ok(second.type === 'failed' && second.message.startsWith('--rows takes a whole number'));
    assert.deepEqual(
      (await exits).map(([code]) => code),
      [1, 2],
    );
  });
});
