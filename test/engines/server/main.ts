/**
 * A server with ClickHouse's HTTP interface on 127.0.0.1, around ClickHouse's engine in this process. Ends when its
 * standard input closes, so that it never outlives the test run.
 */
import { parseArgs } from 'node:util';
import type { ClickHouseUser } from '../configuration.ts';
import { serverPaths, writeConfig } from './config.ts';
import { openEngine } from './engine.ts';
import { createHttpInterface } from './http.ts';

const { values } = parseArgs({
  options: {
    chdb: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    users: { type: 'string', default: '[]' },
  },
});
const users = JSON.parse(values.users) as readonly ClickHouseUser[];
await writeConfig(values.folder, users);
const paths = serverPaths(values.folder);
const engine = await openEngine(values.chdb, paths.data, paths.config);
const server = createHttpInterface(engine, users);
server.listen(Number(values.port), '127.0.0.1');

process.once('SIGTERM', () => {
  server.close(() => {
    engine.close();
    process.exit(0);
  });
  server.closeIdleConnections();
});
process.stdin.once('end', () => process.exit(1)).resume();
