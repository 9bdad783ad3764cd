/**
 * From nothing to the first rows of the local vault, in the real editor with the packed extension: the start until the
 * sample can be run, and the run until its rows are there, without the time that a person takes between. Beside it the
 * bare engine: the same server as a process of its own, until it has answered its first query.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { openEditor } from '../editor/session.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { type Bench, median } from './bench.ts';
import { milliseconds } from './localVaultPeers.ts';

const runs = 5;

const firstRows: Bench = async () => {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < runs; run++) {
    const editor = await openEditor({ name: 'first-rows', folder: false });
    try {
      const { workbench } = editor;
      const vaultSql = new VaultSql(workbench);
      await workbench.tab('Vault SQL').click();
      const start = workbench.button('Start Local Vault');
      await start.waitFor();
      // Both in the same editor's company, and in turn: which comes first may find files in the system's cache.
      if (run % 2 === 0) bare.push(await bareStart());
      const started = await milliseconds(async () => {
        await start.click();
        await workbench.editor.codeLens(/Run/).waitFor();
      });
      const ran = await milliseconds(async () => {
        await workbench.editor.codeLens(/Run/).click();
        await vaultSql.resultsSay(/Rows 1–25/);
      });
      ours.push(started + ran);
      if (run % 2 === 1) bare.push(await bareStart());
    } finally {
      await editor.close();
    }
  }
  return [
    {
      id: 'first-rows-over-engine',
      what: 'from the click on Start Local Vault to the first rows, over the bare start of its engine',
      ...{ value: median(ours) / median(bare), unit: 'times', better: 'lower', target: 1.3, runs },
      peers: [
        { name: 'milliseconds in the editor', value: median(ours) },
        { name: 'milliseconds of the engine, to its first answer', value: median(bare) },
      ],
    },
  ];
};
export default firstRows;
export const opensEditor = true;

/** As many records as the extension starts it with by default. */
const rows = 10_000;

/** Milliseconds from the start of the process to its first answer, on an empty disk. */
async function bareStart(): Promise<number> {
  const data = await mkdtemp(join(tmpdir(), 'vault-sql-bench-'));
  const entry = join(root, 'dist', 'localVault', 'server.cjs');
  const args = ['--rows', String(rows), '--data', data];
  const started = performance.now();
  const child = fork(entry, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [{ url, token }] = (await once(child, 'message')) as [Ready];
  const answer = await fetch(`${url}/v1/vaults/local-vault/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'SELECT * FROM persons LIMIT 25 OFFSET 0' }),
  });
  await answer.text();
  const taken = performance.now() - started;
  child.disconnect();
  await ended;
  await rm(data, { recursive: true, force: true });
  return taken;
}

interface Ready {
  readonly url: string;
  readonly token: string;
}
