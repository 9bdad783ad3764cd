/** How fast 100,000 loaded rows of 30 columns go into a CSV and an XLSX file, and what memory that takes beside the rows. */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmptyResult, type Result } from '../../src/core/results/loading/result.ts';
import { decodeQueryResult } from '../../src/core/service/decode.ts';
import { exportRows } from '../unit/core/results/export/exportRows.ts';
import { type Bench, type BenchEntry, median, sized } from './bench.ts';
import { wideAnswer } from './wideRows.ts';

const rows = sized(100_000, 1_000);
const pageSize = 25;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function loaded(): Result {
  const result = createEmptyResult({ pageSize });
  for (let page = 0; page < rows / pageSize; page++) {
    const decoded = decodeQueryResult(wideAnswer(page * pageSize, pageSize, 30));
    if (!decoded.ok) throw new Error(decoded.what);
    result.addResponse(page, decoded.value);
  }
  return result;
}

const deps = {
  encode: (text: string) => Buffer.from(text),
  sha256: () => {
    const hash = createHash('sha256');
    return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') };
  },
  parquet: () => Promise.reject(new Error('not for these')),
};

type Format = 'csv' | 'xlsx';

/** Gives the milliseconds; `onPiece` is called after each write. */
async function exportTo(path: string, format: Format, result: Result, onPiece: () => void): Promise<number> {
  const file = await open(path, 'w');
  const started = performance.now();
  const outcome = await exportRows(
    {
      source: result.rows,
      format,
      write: async (bytes) => {
        await file.write(bytes);
        onPiece();
      },
    },
    deps,
  );
  const taken = performance.now() - started;
  await file.close();
  if (outcome.kind !== 'done' || outcome.rows !== rows) throw new Error('not all rows were written');
  return taken;
}

/** The most bytes held beside the rows at any time of an export. */
async function memoryOf(path: string, format: Format, result: Result): Promise<number> {
  collect();
  const before = process.memoryUsage();
  let most = 0;
  let pieces = 0;
  await exportTo(path, format, result, () => {
    // What is held, not what is yet to be collected.
    if (pieces++ % 50 !== 0) return;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
  });
  return most;
}

/** Speed in rows a second and memory in MB that are aimed at, and how often the speed is measured. */
const aims = {
  csv: { speed: 100_000, memory: 8, runs: sized(5, 1) },
  xlsx: { speed: 10_000, memory: 32, runs: sized(3, 1) },
};

async function measured(path: string, format: Format, result: Result): Promise<BenchEntry[]> {
  const { speed, memory, runs } = aims[format];
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await exportTo(path, format, result, () => {}));
  return [
    {
      id: `export-${format}-speed`,
      what: `100,000 rows × 30 columns to a ${format.toUpperCase()} file, hashed`,
      value: rows / (median(times) / 1000),
      unit: 'rows/s',
      better: 'higher',
      target: speed,
      peers: [],
      runs,
    },
    {
      id: `export-${format}-memory`,
      what: `memory held beside the rows while exporting ${format.toUpperCase()}`,
      value: (await memoryOf(path, format, result)) / 1024 / 1024,
      unit: 'MB',
      better: 'lower',
      target: memory,
      peers: [],
      runs: 1,
    },
  ];
}

const bench: Bench = async () => {
  const result = loaded();
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  try {
    const path = join(folder, 'rows');
    return [...(await measured(path, 'csv', result)), ...(await measured(path, 'xlsx', result))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
export default bench;
