import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../editor/processes.ts';
import { installChdb } from './chdbPackage.ts';
import { type ClickHouseUser, standardUsers } from './configuration.ts';
import { findFreePorts } from './ports.ts';
import { type EngineServer, ServerProcess } from './serverProcess.ts';

export interface ClickHouseOptions {
  /** The folder for the server's data, which stays after `stop`. Default: a temporary folder, which `stop` deletes. */
  readonly folder?: string;
  /** Default: `standardUsers`. */
  readonly users?: readonly ClickHouseUser[];
  /**
   * Size of a disk of its own for the server's data, in kilobytes. The disk is in memory and is deleted when the server ends.
   * Needs what `installWithLimitedDisk` checks. Default: no such disk.
   */
  readonly diskKilobytes?: number;
}

/** How a program gets mounts of its own: as root, or as a user who may have namespaces. */
const ways: readonly (readonly string[])[] = [
  ['unshare', '--mount'],
  ['unshare', '--map-root-user', '--mount'],
];

const findWay = (): readonly string[] | undefined =>
  ways.find(
    ([first = '', ...args]) =>
      spawnSync(first, [...args, 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0,
  );

/** Installs ClickHouse. Rejects with a sentence unless this user may start a server with a disk of its own. */
export async function installWithLimitedDisk(): Promise<void> {
  if (findWay() === undefined)
    throw new Error('The test of a full disk mounts a tmpfs, which this user may not do.');
  await installChdb();
}

/** Returns the start of a command that mounts the disk and then runs the rest of the command. */
const mounting = (folder: string, kilobytes: number): readonly string[] => [
  ...(findWay() ?? []),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${kilobytes}k tmpfs "$1" && shift && exec "$@"`,
  'sh',
  folder,
];

const program = fileURLToPath(new URL('server/main.ts', import.meta.url));

/**
 * Starts ClickHouse 26.7 as a process of its own with an HTTP interface, and resolves once it answers. The engine is
 * ClickHouse's own, with its rights, limits, and files; the HTTP interface is a small one of these tests. Rejects with
 * a sentence when the engine can't be had on this machine.
 */
export async function startClickHouse(options: ClickHouseOptions = {}): Promise<EngineServer> {
  const chdb = await installChdb();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'vaultsql-clickhouse-')));
  const [port = 0] = await findFreePorts(1);
  const args = ['--chdb', chdb, '--folder', folder, '--port', String(port)];
  const server = new ServerProcess({
    name: 'ClickHouse 26.7',
    url: `http://127.0.0.1:${port}/`,
    folder,
    launch: () => {
      const { diskKilobytes } = options;
      const disk = diskKilobytes === undefined ? [] : mounting(folder, diskKilobytes);
      const users = JSON.stringify(options.users ?? standardUsers);
      const [first = '', ...others] = [...disk, process.execPath, program, ...args, '--users', users];
      return start(first, others, {
        // More threads than Node's four, so that statements can be cancelled while others run.
        env: { ...process.env, UV_THREADPOOL_SIZE: '32' },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    },
  });
  const stop = async (): Promise<void> => {
    if (options.folder !== undefined) return server.stop();
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: server.url,
    folder,
    stop,
    kill: () => server.kill(),
    restart: () => server.restart(),
    pause: () => server.pause(),
    resume: () => server.resume(),
  };
}
