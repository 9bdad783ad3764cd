/** How fast 100,000 loaded rows of 30 columns go into a CSV file, and what memory that takes beside the rows. */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runExport } from '../../src/core/results/export/run.ts';
import { createResult, type Result } from '../../src/core/results/loading/result.ts';
import { decodeQueryAnswer } from '../../src/core/service/decode.ts';
import { type Bench, median } from './bench.ts';
import { wideAnswer } from './wideRows.ts';

const rows = 100_000;
const pageSize = 25;
const runs = 5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function loaded(): Result {
  const result = createResult({ pageSize });
  for (let page = 0; page < rows / pageSize; page++) {
    const decoded = decodeQueryAnswer(wideAnswer(page * pageSize, pageSize, 30));
    if (!decoded.ok) throw new Error(decoded.what);
    result.receive(page, decoded.value);
  }
  return result;
}

const deps = {
  encode: (text: string) => Buffer.from(text),
  sha256: () => {
    const hash = createHash('sha256');
    return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') };
  },
  deflateRaw: () => Promise.reject(new Error('not for CSV')) as never,
  parquet: () => Promise.reject(new Error('not for CSV')),
};

/** Gives the milliseconds; `onPiece` is called after each write. */
async function exportCsv(result: Result, path: string, onPiece: () => void): Promise<number> {
  const file = await open(path, 'w');
  const started = performance.now();
  const outcome = await runExport(
    {
      source: result.rows,
      format: 'csv',
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

const bench: Bench = async () => {
  const result = loaded();
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  try {
    const path = join(folder, 'rows.csv');
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await exportCsv(result, path, () => {}));
    collect();
    const before = process.memoryUsage();
    let most = 0;
    let pieces = 0;
    await exportCsv(result, path, () => {
      // What is held, not what is yet to be collected.
      if (pieces++ % 50 !== 0) return;
      collect();
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
    });
    return [
      {
        id: 'export-csv-speed',
        what: '100,000 rows × 30 columns to a CSV file, hashed',
        value: rows / (median(times) / 1000),
        unit: 'rows/s',
        better: 'higher',
        target: 100_000,
        peers: [],
        runs,
      },
      {
        id: 'export-csv-memory',
        what: 'memory held beside the rows while exporting',
        value: most / 1024 / 1024,
        unit: 'MB',
        better: 'lower',
        target: 8,
        peers: [],
        runs: 1,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
export default bench;
