/**
 * What `audit export` reaches with a service that takes a fixed time for each page: its speed, as a share of what a
 * client could reach that only waits for pages, and its memory for few and for many events.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../editor/processes.ts';
import { stageMs } from '../run/waiting.ts';
import { eventText } from './auditEvents.ts';
import { type Bench, type BenchEntry, sized } from './bench.ts';

const LATENCY_MS = 20;
const SPEED_EVENTS = sized(100_000, 300);
const FEW_EVENTS = sized(10_000, 600);
const MANY_EVENTS = sized(1_000_000, 1200);

const program = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const reporter = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.stderr.write('maxRSS=' + process.resourceUsage().maxRSS + '\\n'));`,
)}`;

interface Measured {
  /** Milliseconds from the arrival of a request to its response, of all requests together. */
  readonly latencyMs: number;
  /** Milliseconds from the first request to the end of the program. */
  readonly ms: number;
  readonly maxRssMb: number;
}

/**
 * Serves `count` events in pages, each after `latencyMs` or later. `onResponse` is called after each response with the
 * times when its request arrived and when it was sent.
 */
async function serve(
  count: number,
  { pageSize, latencyMs }: { readonly pageSize: number; readonly latencyMs: number },
  onResponse: (arrived: number, sent: number) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const arrived = performance.now();
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const from = Number(searchParams.get('afterOps.changeID') ?? count);
    const to = Math.max(0, from - pageSize);
    const events = Array.from({ length: from - to }, (_, index) => eventText(from - 1 - index));
    const next = to > 0 ? JSON.stringify({ changeID: String(to) }) : 'null';
    const body = `{"event":[${events.join(',')}],"nextOps":${next}}`;
    const respond = (): void => {
      response.setHeader('content-type', 'application/json').end(body);
      onResponse(arrived, performance.now());
    };
    setTimeout(respond, Math.max(0, latencyMs - (performance.now() - arrived)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function measure(
  count: number,
  kind: string,
  pages: { readonly pageSize: number; readonly latencyMs: number },
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-export-'));
  let latencyMs = 0;
  let began: number | undefined;
  const server = await serve(count, pages, (arrived, sent) => {
    began ??= arrived;
    latencyMs += sent - arrived;
  });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const source = ['--url', url, '--account', 'account-1', '--token-env', 'VAULT_TOKEN'];
    const output = await run(
      process.execPath,
      ['--import', reporter, program, 'audit', 'export', ...source, '--to', join(folder, `events.${kind}`)],
      { timeoutMs: stageMs, env: { ...process.env, VAULT_TOKEN: 'token' } },
    );
    const ms = performance.now() - (began ?? 0);
    if (!output.includes(`${count} events exported`)) throw new Error(output);
    const maxRssMb = Number(/maxRSS=(\d+)/.exec(output)?.[1]) / 1024;
    return { latencyMs, ms, maxRssMb };
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

async function measureSpeed(kind: string): Promise<BenchEntry> {
  const { latencyMs, ms } = await measure(SPEED_EVENTS, kind, { pageSize: 100, latencyMs: LATENCY_MS });
  return {
    id: `audit-export-${kind}-speed`,
    what: `share of the time spent waiting for the service, exporting 100,000 events as ${kind} at 100 events every ${LATENCY_MS} ms`,
    value: (100 * latencyMs) / ms,
    unit: '%',
    better: 'higher',
    target: 80,
    peers: [],
    runs: 1,
  };
}

async function measureMemory(kind: string): Promise<BenchEntry> {
  const pages = { pageSize: 500, latencyMs: 0 };
  const few = await measure(FEW_EVENTS, kind, pages);
  const many = await measure(MANY_EVENTS, kind, pages);
  return {
    id: `audit-export-${kind}-memory`,
    what: `peak RSS of exporting 1,000,000 events as ${kind}, compared with 10,000`,
    value: many.maxRssMb / few.maxRssMb,
    unit: '×',
    better: 'lower',
    target: 1.5,
    peers: [
      { name: '10,000 events, MB', value: few.maxRssMb },
      { name: '1,000,000 events, MB', value: many.maxRssMb },
    ],
    runs: 1,
  };
}

const bench: Bench = async () => {
  const entries: BenchEntry[] = [];
  for (const kind of ['ndjson', 'parquet']) entries.push(await measureSpeed(kind), await measureMemory(kind));
  return entries;
};
export default bench;
