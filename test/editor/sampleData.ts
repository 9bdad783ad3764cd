/** The sample data of the local vault as a start leaves it for the next one: made once, for the sessions of all tests. */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../run/waiting.ts';
import { cached, root } from './cache.ts';
import type { RunFolder } from './runFolder.ts';

const programs = join(root, 'dist', 'localVault');
/** The default of the setting `vaultsql.localVault.rows`. */
const ROWS = '10000';

/** Spares the first start of the local vault in a run the building of its data. Has no effect on another number of rows. */
export async function addSampleData({ userData }: RunFolder): Promise<void> {
  const target = join(userData, 'User', 'globalStorage', 'vaultsql.vault-sql', 'localVault');
  await cp(await sampleData(), target, { recursive: true, filter: (path) => !path.endsWith('.complete') });
}

/** Returns a folder with the snapshot of a vault. A change of the local vault's programs gives another folder. */
function sampleData(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync('*.cjs', { cwd: programs }).sort())
    hash.update(readFileSync(join(programs, file)));
  return cached(`sample-data-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    const args = ['--port', '0', '--rows', ROWS, '--data', folder];
    const server = fork(join(programs, 'server.cjs'), args, { execArgv: [], stdio: 'ignore' });
    const ended = once(server, 'exit');
    try {
      await eventually('the snapshot of the local vault', () => {
        if (server.exitCode !== null) throw new Error(`The local vault ended with ${server.exitCode}.`);
        return globSync('*.tar.gz', { cwd: folder }).length > 0;
      });
    } finally {
      server.kill();
      await ended;
    }
  });
}
