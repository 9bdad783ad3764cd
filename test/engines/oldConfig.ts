import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseUser, escapeXml } from './configuration.ts';

/** Address of a server for other servers of its cluster. */
export interface ServerPorts {
  readonly http: number;
  readonly tcp: number;
}

/** What one server of a cluster is configured with. */
export interface OldServerConfig {
  readonly ports: ServerPorts;
  /** The ports of all servers: by shard, then by replica. */
  readonly shards: readonly (readonly ServerPorts[])[];
  readonly cluster: string;
  readonly isReplicationInternal: boolean;
  readonly users: readonly ClickHouseUser[];
}

/**
 * Writes the configuration of a ClickHouse 18.16 server into `folder` and returns the path of the main file. Idle
 * connections are closed after 2 seconds, for which a server that stops waits.
 */
export async function writeOldConfig(folder: string, config: OldServerConfig): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'config.xml');
  await writeFile(join(folder, 'users.xml'), usersXml(config.users));
  await writeFile(
    path,
    `<yandex>
<logger><level>warning</level><console>1</console></logger>
<listen_host>127.0.0.1</listen_host>
<http_port>${config.ports.http}</http_port>
<tcp_port>${config.ports.tcp}</tcp_port>
<path>${escapeXml(join(folder, 'data'))}/</path>
<tmp_path>${escapeXml(join(folder, 'tmp'))}/</tmp_path>
<users_config>users.xml</users_config>
<default_profile>default</default_profile>
<default_database>default</default_database>
<mark_cache_size>67108864</mark_cache_size>
<timezone>UTC</timezone>
<shutdown_wait_unfinished>1</shutdown_wait_unfinished>
<keep_alive_timeout>2</keep_alive_timeout>
<remote_servers><${config.cluster}>
${config.shards.map((replicas) => shardXml(replicas, config)).join('\n')}
</${config.cluster}></remote_servers>
</yandex>\n`,
  );
  return path;
}

function shardXml(replicas: readonly ServerPorts[], config: OldServerConfig): string {
  const replicaXml = ({ tcp }: ServerPorts): string =>
    `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`;
  const mode = `<internal_replication>${config.isReplicationInternal}</internal_replication>`;
  return `<shard>${mode}${replicas.map(replicaXml).join('')}</shard>`;
}

function usersXml(users: readonly ClickHouseUser[]): string {
  const profile = ({ readonly }: ClickHouseUser): string => `readonly_${readonly ?? 0}`;
  const userXml = (user: ClickHouseUser): string =>
    `<${user.name}>
<password>${escapeXml(user.password)}</password>
<networks><ip>127.0.0.1</ip></networks>
<profile>${profile(user)}</profile><quota>default</quota>
</${user.name}>`;
  const profiles = [0, 1, 2].map(
    (value) => `<readonly_${value}><readonly>${value}</readonly></readonly_${value}>`,
  );
  return `<yandex>
<profiles><default/>${profiles.join('')}</profiles>
<quotas><default/></quotas>
<users>${users.map(userXml).join('\n')}</users>
</yandex>\n`;
}
