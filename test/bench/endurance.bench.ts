/**
 * Long use: 10,000 queries in a row by our own client, beside bare `undici.request` in the same run; and twice 5,000
 * queries and listings of audit events, 32 at once, of the local vault. Nothing may be wrong, nothing may pile up.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, request } from 'undici';
import { createVaultClient, type VaultClient } from '../../src/core/service/client.ts';
import { stringifyJson } from '../../src/core/service/json.ts';
import { startLocalVault } from '../../src/localVault/server/server.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { type Bench, type BenchEntry, quantile, sized } from './bench.ts';

const QUERIES = sized(10_000, 20);
const WARM_UPS = sized(1000, 5);
const REQUESTS = sized(5000, 40);
const ROWS = 100;
const CONCURRENCY = 32;
const query = 'SELECT id, name FROM persons LIMIT 25 OFFSET 0';
const records = Array.from({ length: 25 }, (_, id) => ({ fields: { id, name: `name ${id}` } }));
const answer = JSON.stringify({ records });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after all that can go is gone. */
async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}
/** Sockets, timers and what else keeps the process busy. */
const handles = (): number => process.getActiveResourcesInfo().length;

function clientOf(baseUrl: string, token: string) {
  const transport = createUndiciTransport({ transport: 'undici', env: {} });
  const client = createVaultClient({
    transport,
    baseUrl,
    token: async () => token,
    timeoutMs: () => 60_000,
    sleep: async (ms) => void (await sleep(ms)),
  });
  return { client, transport };
}

async function quickServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((asked, given) => {
    asked.resume();
    asked.on('end', () => given.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function askOnce(client: VaultClient): Promise<void> {
  const outcome = await client.executeQuery({ vaultID: 'v', query });
  assert.ok(outcome.ok && outcome.value.records?.length === 25, 'a wrong answer');
}

/** Ours and the bare one in turns, so that both meet the same machine. */
async function queriesInARow(): Promise<readonly BenchEntry[]> {
  const { server, url } = await quickServer();
  const { client, transport } = clientOf(url, 'token');
  const agent = new Agent();
  const bare = async (): Promise<void> => {
    const body = JSON.stringify({ query });
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    const response = await request(`${url}/v1/vaults/v/query`, {
      method: 'POST',
      body,
      headers,
      dispatcher: agent,
    });
    JSON.parse(await response.body.text());
  };
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  // What is kept once and for all, and compiled code, is there then.
  for (let n = 0; n < WARM_UPS; n++) {
    await askOnce(client);
    await bare();
  }
  const before = { heap: await heap(), handles: handles() };
  const ours = new Float64Array(QUERIES);
  const theirs = new Float64Array(QUERIES);
  for (let n = 0; n < QUERIES; n++) {
    ours[n] = await timed(() => askOnce(client));
    theirs[n] = await timed(bare);
  }
  const growth = (await heap()) / before.heap - 1;
  const more = Math.max(0, handles() - before.handles);
  const spread = (times: Float64Array): number => quantile([...times], 0.99) / quantile([...times], 0.5);
  transport.dispose();
  await agent.close();
  server.closeAllConnections();
  server.close();
  const common = { better: 'lower', peers: [], runs: QUERIES } as const;
  const steadiness = spread(ours) / spread(theirs);
  return [
    {
      ...common,
      id: 'queries-heap',
      what: 'heap after 10,000 queries',
      value: growth * 100,
      unit: '% more',
      target: 5,
    },
    {
      ...common,
      id: 'queries-handles',
      what: 'sockets and handles after 10,000 queries',
      value: more,
      unit: 'more',
      target: 0,
    },
    {
      ...common,
      id: 'queries-spread',
      what: 'p99/p50 of a query, as a multiple of bare undici',
      value: steadiness,
      unit: 'x',
      target: 1.5,
      peers: [{ name: 'undici p99/p50', value: spread(theirs) }],
    },
  ];
}

/** Queries and listings of their events, from many sides at once. */
async function trail(): Promise<readonly BenchEntry[]> {
  const vault = await startLocalVault({ rows: ROWS, faults: {} });
  const { client, transport } = clientOf(vault.url, vault.token);
  const { vaultID, accountID } = vault;
  let wrong = 0;
  const queryOne = async (id: number): Promise<boolean> => {
    const outcome = await client.executeQuery({ vaultID, query: `SELECT id FROM persons WHERE id = ${id}` });
    const found = outcome.ok ? (outcome.value.records ?? []) : [];
    const [[, value = null] = []] = found[0]?.fields ?? [];
    return found.length === 1 && stringifyJson(value) === String(id);
  };
  const listSome = async (): Promise<boolean> => {
    const outcome = await client.listAuditEvents({ filters: { accountID, vaultID }, limit: 25 });
    const events = outcome.ok ? (outcome.value.events ?? []) : [];
    return events.length > 0 && events.every((event) => event.accountID === accountID);
  };
  const requestOnce = async (n: number): Promise<void> => {
    const isRight = n % 2 === 0 ? await queryOne(1 + (n % ROWS)) : await listSome();
    if (!isRight) wrong++;
  };
  const round = async (): Promise<void> => {
    let left = REQUESTS;
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (left > 0) await requestOnce(left--);
      }),
    );
  };
  await round();
  await heap();
  const before = process.memoryUsage().rss;
  await round();
  await heap();
  const growth = process.memoryUsage().rss / before - 1;
  transport.dispose();
  await vault.close();
  const common = { better: 'lower', peers: [] } as const;
  return [
    {
      ...common,
      id: 'trail-wrong',
      what: 'wrong answers of 10,000 queries and listings, 32 at once',
      value: wrong,
      unit: 'answers',
      target: 0,
      runs: 2 * REQUESTS,
    },
    {
      ...common,
      id: 'trail-growth',
      what: 'process after the second 5,000 queries and listings',
      value: Math.max(0, growth * 100),
      unit: '% more',
      target: 10,
      runs: REQUESTS,
    },
  ];
}

const bench: Bench = async () => [...(await queriesInARow()), ...(await trail())];
export default bench;
