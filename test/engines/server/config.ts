import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLUSTER, type ClickHouseUser, escapeXml } from '../configuration.ts';

/** Returns the name of the role that has a user's rights: an XML element in the engine's configuration. */
export const roleOf = (user: ClickHouseUser): string => `rights_of_${user.name}`;

/** The files and folders of one server below its folder. */
export interface ServerPaths {
  readonly config: string;
  readonly users: string;
  readonly data: string;
}

export function serverPaths(folder: string): ServerPaths {
  return {
    config: join(folder, 'config.xml'),
    users: join(folder, 'users.xml'),
    data: join(folder, 'data'),
  };
}

/** A port that the library takes for its own in the cluster's only replica. It never listens on a port. */
const TCP_PORT = 9000;

/**
 * Writes the engine's configuration below `folder`. The library has one user; each user of the server is a role of it,
 * which a request takes on, so that the engine itself checks rights.
 */
export async function writeConfig(folder: string, users: readonly ClickHouseUser[]): Promise<void> {
  const paths = serverPaths(folder);
  await mkdir(paths.data, { recursive: true });
  await writeFile(
    paths.config,
    `<clickhouse>
<users_config>${escapeXml(paths.users)}</users_config>
<tcp_port>${TCP_PORT}</tcp_port>
<remote_servers><${CLUSTER}><shard>
<replica><host>127.0.0.1</host><port>${TCP_PORT}</port></replica>
</shard></${CLUSTER}></remote_servers>
</clickhouse>\n`,
  );
  const roles = users.map((user) => {
    const grants = user.grants.map((grant) => `<query>GRANT ${escapeXml(grant)}</query>`);
    return `<${roleOf(user)}><grants>${grants.join('')}</grants></${roleOf(user)}>`;
  });
  const granted = users.map((user) => `<query>GRANT ${roleOf(user)}</query>`);
  await writeFile(
    paths.users,
    `<clickhouse>
<profiles><default/></profiles><quotas><default/></quotas>
<roles>${roles.join('\n')}</roles>
<users><default>
<password></password><profile>default</profile><quota>default</quota><networks><ip>::/0</ip></networks>
<grants>${granted.join('\n')}</grants>
</default></users>
</clickhouse>\n`,
  );
}
