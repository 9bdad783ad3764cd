import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../editor/processes.ts';
import { CLUSTER, type ClickHouseUser, standardUsers } from './configuration.ts';
import { writeOldConfig } from './oldConfig.ts';
import { installOldServer } from './oldServerPackage.ts';
import { findFreePorts } from './ports.ts';
import { type EngineServer, ServerProcess } from './serverProcess.ts';

export interface OldClusterOptions {
  /** The folder for the servers' data, which stays after `stop`. Default: a temporary folder, deleted by `stop`. */
  readonly folder?: string;
  /** Default: 2. */
  readonly shards?: number;
  /** Replicas of each shard. Default: 2. */
  readonly replicas?: number;
  /**
   * True if a Distributed table writes to one replica of a shard only and leaves it to the table to copy the rows.
   * Default: false, so that it writes to each replica.
   */
  readonly isReplicationInternal?: boolean;
  /** Default: `standardUsers`. Version 18.16 knows no rights but `readonly`. */
  readonly users?: readonly ClickHouseUser[];
}

export interface OldCluster {
  /** All servers: by shard, then by replica. */
  readonly shards: readonly (readonly EngineServer[])[];
  /** The first replica of the first shard, which a client may use. */
  readonly first: EngineServer;
  readonly folder: string;
  /** Ends all servers. Kills them if the folder is a temporary one, and deletes it. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster of ClickHouse 18.16 servers on 127.0.0.1 and resolves once all of them answer. Rejects with a
 * sentence when the engine can't be had on this machine. Without ZooKeeper, which is not here, the cluster has neither
 * Replicated tables nor `ON CLUSTER`: replicas are those of a Distributed table.
 */
export async function startOldCluster(options: OldClusterOptions = {}): Promise<OldCluster> {
  const program = await installOldServer();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'vaultsql-cluster-')));
  const shardCount = options.shards ?? 2;
  const replicaCount = options.replicas ?? 2;
  const ports = await findFreePorts(shardCount * replicaCount * 2);
  const portsOf = (shard: number, replica: number) => {
    const [http = 0, tcp = 0] = ports.slice(2 * (shard * replicaCount + replica));
    return { http, tcp };
  };
  const shards = times(shardCount, (shard) => times(replicaCount, (replica) => portsOf(shard, replica)));
  const servers = await Promise.all(
    shards.map((replicas, shard) =>
      Promise.all(
        replicas.map(async (own, replica): Promise<ServerProcess> => {
          const name = `shard${shard + 1}-replica${replica + 1}`;
          const ownFolder = join(folder, name);
          const config = await writeOldConfig(ownFolder, {
            ports: own,
            shards,
            cluster: CLUSTER,
            isReplicationInternal: options.isReplicationInternal ?? false,
            users: options.users ?? standardUsers,
          });
          const server = new ServerProcess({
            name: `ClickHouse 18.16, ${name}`,
            url: `http://127.0.0.1:${own.http}/`,
            folder: ownFolder,
            launch: () =>
              start(program.path, [`--config-file=${config}`], {
                cwd: ownFolder,
                env: { ...process.env, LD_LIBRARY_PATH: program.libraryPath },
              }),
          });
          return server;
        }),
      ),
    ),
  );
  const processes = servers.flat();
  const stop = async (): Promise<void> => {
    const isKept = options.folder !== undefined;
    await Promise.all(processes.map((server) => (isKept ? server.stop() : server.kill())));
    if (!isKept) await rm(folder, { recursive: true, force: true });
  };
  const results = await Promise.allSettled(processes.map((server) => server.start()));
  const failed = results.find((result) => result.status === 'rejected');
  const first = servers[0]?.[0];
  if (failed !== undefined || first === undefined) {
    await stop();
    throw failed?.reason ?? new Error('a cluster has at least one server');
  }
  return { shards: servers, first, folder, stop };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
