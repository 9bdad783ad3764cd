/**
 * Rows as the webview holds them: a bounded number of blocks of what the host owns. Requests the visible blocks,
 * at most three requests in flight; answers with another `seq` than asked are dropped.
 */
import type { Cell } from '../../../protocol/results.ts';

export type Row = readonly Cell[];

export interface RowWindowOptions {
  readonly rowCount: number;
  /** Bounds the size of one message and so the rows of a block. */
  readonly columnCount: number;
  /** Asks the host for rows `from` … `to` − 1; rejects when there is no usable answer. */
  readonly want: (
    from: number,
    to: number,
    seq: number,
  ) => Promise<{ readonly seq: number; readonly rows: readonly Row[] }>;
  /** Rows arrived. */
  readonly onRows: () => void;
  /** A block could not be had in `attempts` tries; `row` is its first. */
  readonly onFailed: (row: number) => void;
  /** Milliseconds after `seed` in which only visible rows are requested: rows that are soon replaced need no others. */
  readonly restMs?: number;
}

export interface RowWindow {
  readonly rowCount: number;
  /** The row, or undefined while it is not here. */
  row(index: number): Row | undefined;
  /** Sets which rows are visible: `from` … `to` − 1. Missing ones are requested, nearest first. */
  need(from: number, to: number): void;
  /** More rows at the end; what is here stays. */
  grow(rowCount: number): void;
  /** Puts the first rows in without asking. */
  seed(rows: readonly Row[]): void;
  /** Nothing is asked or told any more. */
  dispose(): void;
}

const maxInFlight = 3;
const attempts = 3;
const cellsPerBlock = 6_000;
const maxBlocks = 80;

export function createRowWindow(options: RowWindowOptions): RowWindow {
  const blockRows = Math.max(1, Math.min(100, Math.floor(cellsPerBlock / Math.max(1, options.columnCount))));
  /** By block number, in order of use: the first entry is the one used longest ago. */
  const blocks = new Map<number, readonly Row[]>();
  const inFlight = new Set<number>();
  const failures = new Map<number, number>();
  let rowCount = options.rowCount;
  let wanted: readonly number[] = [];
  /** The last visible rows, and the wait before those around them are requested. */
  let sight = { from: 0, to: 0 };
  let rest: ReturnType<typeof setTimeout> | undefined;
  let seq = 0;
  let disposed = false;

  const expected = (block: number): number => Math.min(blockRows, rowCount - block * blockRows);
  const missing = (block: number): boolean => (blocks.get(block)?.length ?? 0) < expected(block);

  function store(block: number, rows: readonly Row[]): void {
    blocks.delete(block);
    blocks.set(block, rows);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= maxBlocks) break;
      if (!wanted.includes(oldest)) blocks.delete(oldest);
    }
  }

  async function fetch(block: number): Promise<void> {
    inFlight.add(block);
    seq += 1;
    const asked = seq;
    const from = block * blockRows;
    try {
      const count = expected(block);
      const answer = await options.want(from, from + count, asked);
      if (disposed) return;
      if (answer.seq !== asked) throw new Error('answer to another question');
      store(block, answer.rows.slice(0, blockRows));
      if (answer.rows.length < count) throw new Error('fewer rows than promised');
      failures.delete(block);
    } catch {
      if (disposed) return;
      const failed = (failures.get(block) ?? 0) + 1;
      failures.set(block, failed);
      if (failed === attempts) options.onFailed(from);
    } finally {
      inFlight.delete(block);
    }
    options.onRows();
    pump();
  }

  function pump(): void {
    for (const block of wanted) {
      if (disposed || inFlight.size >= maxInFlight) return;
      if (missing(block) && !inFlight.has(block) && (failures.get(block) ?? 0) < attempts) void fetch(block);
    }
  }

  function need(from: number, to: number): void {
    sight = { from, to };
    const first = Math.floor(Math.max(0, from) / blockRows);
    const last = Math.floor(Math.max(0, Math.min(to, rowCount) - 1) / blockRows);
    const inSight: number[] = [];
    for (let block = first; block <= last && rowCount > 0; block++) inSight.push(block);
    // One block on either side is prefetched, once the visible ones are here or on their way.
    const around = [last + 1, first - 1].filter((block) => block >= 0 && block * blockRows < rowCount);
    const lacks = (block: number): boolean => {
      const has = block * blockRows + (blocks.get(block)?.length ?? 0);
      return has < Math.min(to, rowCount, (block + 1) * blockRows);
    };
    wanted = rest === undefined ? [...inSight, ...around] : inSight.filter(lacks);
    // What failed is tried again once it has been scrolled out of view.
    for (const block of failures.keys()) if (!wanted.includes(block)) failures.delete(block);
    for (const block of inSight) {
      const rows = blocks.get(block);
      if (rows) store(block, rows);
    }
    pump();
  }

  return {
    get rowCount() {
      return rowCount;
    },
    row(index) {
      return blocks.get(Math.floor(index / blockRows))?.[index % blockRows];
    },
    need,
    grow(count) {
      rowCount = Math.max(rowCount, count);
      failures.clear();
    },
    seed(rows) {
      for (let from = 0; from < rows.length; from += blockRows) {
        blocks.set(from / blockRows, rows.slice(from, from + blockRows));
      }
      if (!options.restMs) return;
      clearTimeout(rest);
      rest = setTimeout(() => {
        rest = undefined;
        need(sight.from, sight.to);
      }, options.restMs);
    },
    dispose() {
      disposed = true;
      clearTimeout(rest);
      wanted = [];
    },
  };
}
