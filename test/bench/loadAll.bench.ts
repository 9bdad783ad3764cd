/** Loading all of 10,000 rows over HTTP from the local vault, with 50 ms added to each answer. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createLoadAll, type LoadAllState } from '../../src/core/results/loading/loadAll.ts';
import { createEmptyResult } from '../../src/core/results/loading/result.ts';
import { createVaultClient } from '../../src/core/service/client.ts';
import { prepareQuery } from '../../src/core/sql/execution/preparedQuery.ts';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { type Bench, median, sized } from './bench.ts';

const rows = sized(10_000, 200);
const pageSize = 25;
const statement = 'SELECT * FROM persons';

interface Run {
  readonly state: LoadAllState;
  readonly ms: number;
  /** Request time that would have fitted into the concurrency in force, for each millisecond there was. */
  readonly overhead: number;
}

async function loadAll(vault: LocalVault, concurrency: number): Promise<Run> {
  const transport = createUndiciTransport({ transport: 'undici', env: {} });
  const client = createVaultClient({
    transport,
    baseUrl: vault.url,
    token: async () => vault.token,
    timeoutMs: () => 60_000,
    sleep: async (ms) => void (await sleep(ms)),
  });
  const prepared = prepareQuery(statement);
  if (prepared.plan.kind === 'refused') throw new Error(prepared.plan.reason);
  const result = createEmptyResult({ pageSize });
  let used = 0;
  let room = 0;
  let last = { at: performance.now(), concurrency: Math.min(2, concurrency) };
  const loading = createLoadAll(
    {
      result,
      concurrency,
      maxRows: 100_000,
      async fetch(offset, limit, signal) {
        const started = performance.now();
        const query = prepared.page({ offset, limit });
        const outcome = await client.executeQuery({ vaultID: vault.vaultID, query }, signal);
        used += performance.now() - started;
        return outcome;
      },
      onChange() {
        const now = performance.now();
        room += (now - last.at) * last.concurrency;
        last = { at: now, concurrency: loading.state().concurrency };
      },
    },
    {
      now: () => performance.now(),
      sleep: async (ms) => void (await sleep(ms)),
      random: Math.random,
      abortController: () => new AbortController(),
    },
  );
  const started = performance.now();
  const state = await loading.start();
  const ms = performance.now() - started;
  transport.dispose();
  if (result.rows.rowCount !== rows || state.phase !== 'done' || state.stoppedBy !== 'end')
    throw new Error(JSON.stringify(state));
  result.close();
  return { state, ms, overhead: room / used };
}

const bench: Bench = async () => {
  const vault = await startLocalVault({ rows, faults: { latencyMs: sized(50, 1) } });
  try {
    await loadAll(vault, 8);
    const one = await loadAll(vault, 1);
    const four = [await loadAll(vault, 4), await loadAll(vault, 4), await loadAll(vault, 4)];
    const eight = await loadAll(vault, 8);
    const requests = Math.max(...four.map(({ state }) => state.requests));
    const seconds = [
      { name: 'concurrency 1, seconds', value: one.ms / 1000 },
      { name: 'concurrency 4', value: median(four.map(({ ms }) => ms)) / 1000 },
      { name: 'concurrency 8', value: eight.ms / 1000 },
    ];
    return [
      {
        id: 'load-all-speedup',
        what: 'load all of 10,000 rows, 50 ms added: faster than one after the other, at concurrency 4',
        value: one.ms / median(four.map(({ ms }) => ms)),
        unit: '×',
        better: 'higher',
        target: 3.5,
        peers: seconds,
        runs: four.length,
      },
      {
        id: 'load-all-overhead',
        what: 'time taken, beside the ideal for the concurrency in force',
        value: median(four.map(({ overhead }) => overhead)),
        unit: '×',
        better: 'lower',
        target: 1.15,
        peers: [],
        runs: four.length,
      },
      {
        id: 'load-all-extra-requests',
        // 400 full pages; that there is no further one is only seen by asking.
        what: 'requests sent beyond the 401 needed',
        value: requests - (rows / pageSize + 1),
        unit: 'requests',
        better: 'lower',
        target: 3,
        peers: [],
        runs: four.length,
      },
    ];
  } finally {
    await vault.close();
  }
};
export default bench;
