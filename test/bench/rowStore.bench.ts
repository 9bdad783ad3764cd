/** What 100,000 loaded rows of 30 columns take of the host's memory, and whether it comes back. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmptyResult, type Result } from '../../src/core/results/loading/result.ts';
import { decodeQueryResult } from '../../src/core/service/decode.ts';
import type { QueryResult } from '../../src/core/service/types.ts';
import { type Bench, sized } from './bench.ts';
import { wideAnswer } from './wideRows.ts';

const rows = sized(100_000, 1_000);
const pageSize = 25;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of heap and buffers in use once all garbage is gone. */
async function used(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Decodes the answers as the client does and hands them on. Gives their bytes. */
function load(receive: (page: number, answer: QueryResult) => void): number {
  let bytes = 0;
  for (let page = 0; page < rows / pageSize; page++) {
    const text = wideAnswer(page * pageSize, pageSize, 30);
    bytes += Buffer.byteLength(text);
    const decoded = decodeQueryResult(text);
    if (!decoded.ok) throw new Error(decoded.what);
    receive(page, decoded.value);
  }
  return bytes;
}

function loadResult(): { readonly result: Result; readonly bytes: number } {
  const result = createEmptyResult({ pageSize });
  const bytes = load((page, answer) => result.addResponse(page, answer));
  if (result.rows.rowCount !== rows) throw new Error(`${result.rows.rowCount} rows`);
  return { result, bytes };
}

/** The same answers kept as parsed. */
async function parsedRecords(before: number): Promise<number> {
  const answers: QueryResult[] = [];
  const bytes = load((_, answer) => answers.push(answer));
  return answers.length > 0 ? ((await used()) - before) / bytes : 0;
}

const bench: Bench = async () => {
  // Once for what the first use makes for good: compiled code, shapes of objects.
  loadResult().result.close();
  const before = await used();
  const { result, bytes } = loadResult();
  const loaded = await used();
  result.close();
  const after = await used();
  const parsed = await parsedRecords(after);
  return [
    {
      id: 'host-memory-100k',
      what: 'host memory for 100,000 rows × 30 columns, in bytes of the answers',
      value: (loaded - before) / bytes,
      unit: '×',
      better: 'lower',
      target: 2,
      peers: [{ name: 'records as parsed', value: parsed }],
      runs: 1,
    },
    {
      id: 'host-memory-after-close',
      what: 'heap after closing the result, compared with before it',
      value: after / before,
      unit: '×',
      better: 'lower',
      target: 1.1,
      peers: [],
      runs: 1,
    },
  ];
};
export default bench;
