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
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { type Bench, measurePair, median, type Pair, spreadOf } from './bench.ts';
import { milliseconds } from './localVaultPeers.ts';

/** An even number, so that each of the two comes first as often as the other. */
const runs = 6;

const firstRows: Bench = async () => {
  // Brings the engine's files into the system's cache, so that neither of the first pair has to.
  await bareStart();
  const pairs: Pair<number>[] = [];
  for (let index = 0; index < runs; index++) pairs.push(await startBoth(index));
  const ratios = pairs.map(({ ours, peer }) => ours / peer);
  return [
    {
      id: 'first-rows-over-engine',
      what: 'from the click on Start Local Vault to the first rows, over the bare start of its engine, median of pairs',
      value: median(ratios),
      unit: 'times',
      better: 'lower',
      target: 1.3,
      peers: [
        { name: 'milliseconds in the editor', value: median(pairs.map(({ ours }) => ours)) },
        {
          name: 'milliseconds of the engine, to its first answer',
          value: median(pairs.map(({ peer }) => peer)),
        },
        ...spreadOf('ratio', ratios),
      ],
      runs,
    },
  ];
};
export default firstRows;
export const needsProgram = true;

/** Milliseconds of both beside the same open editor, whose own start is not measured. */
async function startBoth(index: number): Promise<Pair<number>> {
  const editor = await openEditor({ name: 'first-rows', folder: false, isFirstStart: true });
  try {
    await editor.workbench.tab('Vault SQL').click();
    await editor.workbench.button('Start Local Vault').waitFor();
    return await measurePair(index, () => startInEditor(editor), bareStart);
  } finally {
    await editor.close();
  }
}

/** Milliseconds from the click to the first rows, without the time that a person takes between start and run. */
async function startInEditor({ workbench }: Editor): Promise<number> {
  const vaultSql = new VaultSql(workbench);
  const run = workbench.editor.codeLens(/Run/);
  const started = await milliseconds(async () => {
    await workbench.button('Start Local Vault').click();
    await run.waitFor();
  });
  const ran = await milliseconds(async () => {
    await run.click();
    await vaultSql.resultsSay(/Rows 1–25/);
  });
  return started + ran;
}

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
  const [message] = (await once(child, 'message')) as [ReadyMessage];
  const { url, token } = message.params;
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

/** The first notification of the local vault's process. */
interface ReadyMessage {
  readonly params: { readonly url: string; readonly token: string };
}
