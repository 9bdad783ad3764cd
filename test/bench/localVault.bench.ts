/** The local vault as the extension starts it: `dist/localVault/server.cjs` as a child, asked over HTTP. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalVaultReady } from '../../src/protocol/localVault.ts';
import type { Bench, BenchEntry } from './bench.ts';
import { isSmoke, median, quantile, sized } from './bench.ts';
import {
  buildPglite,
  buildSqlite,
  milliseconds,
  page,
  sqlitePage,
  withSqliteFile,
} from './localVaultPeers.ts';

const ROWS = sized(10_000, 1_000);
const RUNS = sized(5, 1);
const PEER_RUNS = sized(3, 1);
const PAGES = sized(200, 2);
const LIMIT_SECONDS = 0.5;
/** Several seconds of work, but an end: it is PGlite's, which can't be stopped. */
const RUNAWAY = 'SELECT COUNT(*) FROM persons a, persons b WHERE a.name > b.name AND a.id < 3000';
/** The same without end. */
const ENDLESS =
  'SELECT COUNT(*) FROM persons a, persons b, persons c WHERE a.name > b.name AND b.name > c.name';

interface Vault {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
}

const folder = mkdtempSync(join(tmpdir(), 'vault-sql-bench-'));
const entry = fileURLToPath(new URL('../../dist/localVault/server.cjs', import.meta.url));

async function start(data: string): Promise<Vault> {
  const args = [
    '--rows',
    String(ROWS),
    '--query-timeout',
    String(LIMIT_SECONDS),
    '--data',
    join(folder, data),
  ];
  const child = fork(entry, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ method, params }] = (await once(child, 'message')) as [
    { readonly method: string; readonly params: Pick<LocalVaultReady, 'url' | 'token'> },
  ];
  assert.equal(method, 'ready', JSON.stringify(params));
  return { child, url: params.url, token: params.token };
}

async function stop({ child }: Vault): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function ask({ url, token }: Vault, query: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/v1/vaults/local-vault/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, text: await response.text() };
}

async function askPage(vault: Vault, offset: number): Promise<void> {
  const { status, text } = await ask(vault, `SELECT * FROM persons LIMIT 25 OFFSET ${offset}`);
  assert.equal(status, 200, text);
}

async function repeat(times: number, run: (i: number) => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let i = 0; i < times; i++) values.push(await run(i));
  return values;
}

/** From the start of the process to the answer of the first query. */
const starts = (data: (run: number) => string) =>
  repeat(RUNS, async (run) => {
    let vault: Vault | undefined;
    const took = await milliseconds(async () => {
      vault = await start(data(run));
      await askPage(vault, 0);
    });
    if (vault !== undefined) await stop(vault);
    return took;
  });

async function startEntries(): Promise<BenchEntry[]> {
  const first = await starts((run) => `first-${run}`);
  const again = await starts(() => 'first-0');
  const pglite = await repeat(PEER_RUNS, () => milliseconds(async () => page(await buildPglite(ROWS), 0)));
  const snapshot = await (await buildPglite(ROWS)).dumpDataDir('gzip');
  const { PGlite } = await import('@electric-sql/pglite');
  const pgliteAgain = await repeat(PEER_RUNS, () =>
    milliseconds(async () => page(await PGlite.create({ loadDataDir: snapshot }), 0)),
  );
  const sqlite = await withSqliteFile((path) => milliseconds(() => sqlitePage(buildSqlite(path, ROWS), 0)));
  return [
    {
      id: 'local-vault-first-start',
      what: `first start of the local vault with ${ROWS} persons, from the process to the first answer`,
      value: median(first),
      unit: 'ms',
      better: 'lower',
      target: 2500,
      peers: [
        { name: 'PGlite alone, one table, in process', value: median(pglite) },
        { name: 'node:sqlite, one table, in process', value: sqlite },
      ],
      runs: RUNS,
    },
    {
      id: 'local-vault-from-snapshot',
      what: 'a later start, from the process to the first answer',
      value: median(again),
      unit: 'ms',
      better: 'lower',
      target: 1000,
      peers: [{ name: 'PGlite alone from its gzipped directory, in process', value: median(pgliteAgain) }],
      runs: RUNS,
    },
  ];
}

async function pageEntries(): Promise<BenchEntry[]> {
  const offsets = (i: number) => i * 25;
  const vault = await start('first-0');
  const ours = await repeat(PAGES, (i) => milliseconds(() => askPage(vault, offsets(i))));
  await stop(vault);
  const db = await buildPglite(ROWS);
  const pglite = await repeat(PAGES, (i) => milliseconds(() => page(db, offsets(i))));
  const sqlite = await withSqliteFile((path) => {
    const file = buildSqlite(path, ROWS);
    return repeat(PAGES, (i) => milliseconds(() => sqlitePage(file, offsets(i))));
  });
  const entry = (id: string, q: number, target: number): BenchEntry => ({
    id,
    what: `${PAGES} pages of 25 in a row over HTTP from a vault just started, ${q * 100} % within`,
    value: quantile(ours, q),
    unit: 'ms',
    better: 'lower',
    target,
    peers: [
      { name: 'PGlite alone, in process', value: quantile(pglite, q) },
      { name: 'node:sqlite, in process', value: quantile(sqlite, q) },
    ],
    runs: PAGES,
  });
  return [entry('local-vault-page-p50', 0.5, 5), entry('local-vault-page-p95', 0.95, 15)];
}

async function runawayEntries(): Promise<BenchEntry[]> {
  const vault = await start('first-0');
  const stopped: number[] = [];
  const recovered: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    let answer = { status: 0, text: '' };
    const took = await milliseconds(async () => {
      answer = await ask(vault, ENDLESS);
    });
    assert.equal(answer.status, 500, answer.text);
    stopped.push(took - LIMIT_SECONDS * 1000);
    recovered.push(await milliseconds(() => askPage(vault, 0)));
  }
  await assertNoEventLost(vault);
  await stop(vault);
  const db = await buildPglite(ROWS);
  await db.exec(`SET statement_timeout = ${LIMIT_SECONDS * 1000}`);
  const pglite = (await milliseconds(() => db.query(RUNAWAY))) - LIMIT_SECONDS * 1000;
  const rebuilt = await milliseconds(async () => page(await buildPglite(ROWS), 0));
  return [
    {
      id: 'local-vault-runaway-stop',
      what: 'a query without end is stopped and answered so long after its limit',
      value: median(stopped),
      unit: 'ms',
      better: 'lower',
      target: 100,
      peers: [{ name: 'PGlite alone, statement_timeout, a query of a few seconds', value: pglite }],
      runs: RUNS,
    },
    {
      id: 'local-vault-runaway-recovery',
      what: 'the next query after that is answered within',
      value: median(recovered),
      unit: 'ms',
      better: 'lower',
      target: 1000,
      peers: [{ name: 'PGlite alone, built again', value: rebuilt }],
      runs: RUNS,
    },
  ];
}

/** Each of the runaway queries and of the pages after them is in the audit trail. */
async function assertNoEventLost({ url, token }: Vault): Promise<void> {
  const response = await fetch(
    `${url}/v1/audit/events?filterOps.accountID=local-account&filterOps.context.authMode=PAT_JWT&filterOps.context.actor=developer@local.test`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  const { event } = (await response.json()) as { event: { response: { code: number } }[] };
  const codes = event.map(({ response: { code } }) => code);
  assert.deepEqual(codes, Array.from({ length: RUNS }, () => [200, 500]).flat());
}

const localVault: Bench = async () => {
  try {
    // The other figures start an engine ten times, which takes half a minute.
    if (isSmoke) return await pageEntries();
    return [...(await startEntries()), ...(await pageEntries()), ...(await runawayEntries())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
export default localVault;
