/**
 * How long the host is held in one piece by what a person does with 100,000 loaded rows of 30 columns: sorting, filtering,
 * finding, a column's figures, copying, and each export.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { clipboardTextSteps } from '../../src/core/results/export/copy.ts';
import { exportFormats } from '../../src/core/results/export/formats.ts';
import { createEmptyResult } from '../../src/core/results/loading/result.ts';
import type { RowSource } from '../../src/core/results/loading/rowStore.ts';
import { filterRowsSteps } from '../../src/core/results/view/find.ts';
import { createFinder } from '../../src/core/results/view/finder.ts';
import { sortSteps } from '../../src/core/results/view/sort.ts';
import { columnSummarySteps } from '../../src/core/results/view/stats.ts';
import { type ClockAndPause, runWithPauses } from '../../src/core/results/view/steps.ts';
import { decodeQueryResult } from '../../src/core/service/decode.ts';
import { exportRows } from '../unit/core/results/export/exportRows.ts';
import { type Bench, type BenchEntry, sized } from './bench.ts';
import { wideAnswer } from './wideRows.ts';

const rows = sized(100_000, 1_000);
const pageSize = 25;
/** A timer as often as this, in milliseconds, shows how long it was held. */
const TICK_MS = 5;

const pace: ClockAndPause = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

function loaded(): RowSource {
  const result = createEmptyResult({ pageSize });
  for (let page = 0; page < rows / pageSize; page++) {
    const decoded = decodeQueryResult(wideAnswer(page * pageSize, pageSize, 30));
    if (!decoded.ok) throw new Error(decoded.what);
    result.addResponse(page, decoded.value);
  }
  return result.snapshot();
}

/** What this thread has used of the processor, in milliseconds: what other programs take counts for nothing. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The most that `work` did between two ticks of a timer, in milliseconds of the processor. */
async function heldBy(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let last = used();
  const tick = (): void => {
    const now = used();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  await work();
  tick();
  clearInterval(timer);
  return most;
}

/** In the order of the figures: what it is called, and how it is done. */
function works(source: RowSource, folder: string): readonly (readonly [string, () => Promise<unknown>])[] {
  const collate = new Intl.Collator('en').compare;
  const column = (name: string): number => source.columns.indexOf(name);
  const finder = createFinder(() => source, pace);
  const columns = [...source.columns.keys()];
  const question = { text: 'ada lovelace 7', row: 0, column: 0, columns, direction: 'here' } as const;
  return [
    [
      'sort',
      () =>
        runWithPauses(sortSteps(source, [{ column: column('name_6'), descending: false }], collate), pace),
    ],
    [
      'filter',
      () =>
        runWithPauses(
          filterRowsSteps(source, [{ column: column('income_2'), test: 'isNot', values: [1] }]),
          pace,
        ),
    ],
    ['find', () => finder.find(question)],
    ['figures', () => runWithPauses(columnSummarySteps(source, column('income_2'), 10), pace)],
    ['copy', () => runWithPauses(clipboardTextSteps(source, 'tsv'), pace)],
    ...exportFormats.map(
      ({ format }) => [format, () => exportTo(join(folder, format), format, source)] as const,
    ),
  ];
}

async function exportTo(
  path: string,
  format: (typeof exportFormats)[number]['format'],
  source: RowSource,
): Promise<void> {
  const file = await open(path, 'w');
  await exportRows(
    {
      source,
      format,
      write: async (bytes) => {
        if (bytes.length > 0) await file.write(bytes);
        else await pace.pause();
      },
    },
    {
      encode: (text: string) => Buffer.from(text),
      sha256() {
        const hash = createHash('sha256');
        return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
      },
      parquet: async () => ({ ByteWriter, ParquetWriter }),
    },
  );
  await file.close();
}

const bench: Bench = async () => {
  const source = loaded();
  const folder = await mkdtemp(join(tmpdir(), 'turns-'));
  try {
    const entries: BenchEntry[] = [];
    for (const [what, work] of works(source, folder)) {
      entries.push({
        id: `results-held-${what}`,
        what: `longest time the host is held: ${what} of 100,000 rows × 30 columns`,
        value: await heldBy(work),
        unit: 'ms',
        better: 'lower',
        target: 50,
        peers: [],
        runs: 1,
      });
    }
    return entries;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
export default bench;
