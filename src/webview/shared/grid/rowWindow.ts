/**
 * The rows of a result that the webview caches. The host owns all rows. They are requested in blocks of consecutive
 * rows: first the visible ones, with at most three requests pending at a time. A response with another `seq` than its
 * request is dropped and counts as a failure.
 */
import type { Cell } from '../../../protocol/results.ts';

export type Row = readonly Cell[];

export interface RowWindowOptions {
  readonly rowCount: number;
  /**
   * Number of columns. If there are many, fewer rows are requested at once, so that messages do not become too large.
   */
  readonly columnCount: number;
  /** Requests the rows from `from` to `to` − 1 from the host. Rejects if there is no usable response. */
  readonly fetchRows: (
    from: number,
    to: number,
    seq: number,
  ) => Promise<{ readonly seq: number; readonly rows: readonly Row[] }>;
  /** Called after rows arrived or a request for them failed, but not after `dispose`. */
  readonly onRowsArrived: () => void;
  /**
   * Called when attempts to load a block of rows have failed `MAX_ATTEMPTS` times. `row` is the 0-based index of the
   * block's first row.
   */
  readonly onFailed: (row: number) => void;
  /**
   * Milliseconds after a call of `storeFirstRows` in which only blocks that lack visible rows are requested. Rows
   * around them are not worth loading if other rows are soon displayed, for example while the user types a search text.
   * If undefined or 0, there is no such delay.
   */
  readonly lookaheadDelayMs?: number;
}

const MAX_PENDING_REQUESTS = 3;
/** Number of failed attempts to load a block of rows, as counted in `#failures`, at which `onFailed` is called. */
const MAX_ATTEMPTS = 3;
/** Maximum number of cells that are requested at once, as one block of rows, unless a single row has more. */
const CELLS_PER_BLOCK = 6_000;
/** Maximum number of rows that are requested at once, as one block, even if a result has few columns. */
const MAX_ROWS_PER_BLOCK = 100;
/**
 * Number of cached blocks of rows above which the least recently used ones are discarded, except those that are needed
 * now.
 */
const MAX_BLOCKS = 80;

export class RowWindow {
  readonly #options: RowWindowOptions;
  readonly #rowsPerBlock: number;
  /** The cached rows in blocks, by the number of the block, about in the order in which the blocks were last used. */
  readonly #blocks = new Map<number, readonly Row[]>();
  readonly #pending = new Set<number>();
  /**
   * Number of consecutive failed attempts to load a block of rows, by the number of the block. `growTo` removes all
   * entries, and `setVisibleRows` those of blocks that are not needed.
   */
  readonly #failures = new Map<number, number>();
  #rowCount: number;
  /** Numbers of the blocks of rows that are needed now and are requested unless they are cached, most urgent first. */
  #neededBlocks: readonly number[] = [];
  /** Indices of the rows that were last reported as visible, from `from` to `to` − 1. */
  #visible = { from: 0, to: 0 };
  /** Set while only blocks that lack visible rows are requested. */
  #lookaheadTimer: ReturnType<typeof setTimeout> | undefined;
  #lastSeq = 0;
  #isDisposed = false;

  constructor(options: RowWindowOptions) {
    this.#options = options;
    this.#rowCount = options.rowCount;
    const rows = Math.floor(CELLS_PER_BLOCK / Math.max(1, options.columnCount));
    this.#rowsPerBlock = Math.max(1, Math.min(MAX_ROWS_PER_BLOCK, rows));
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Returns the row with a 0-based index, or undefined if it is not cached or does not exist. */
  row(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / this.#rowsPerBlock))?.[index % this.#rowsPerBlock];
  }

  /**
   * Sets which rows are visible, from `from` to `to` − 1. Requests those that are not cached, and then, except during
   * the lookahead delay, a block of rows before and after them. A block whose attempts have all failed is requested
   * again only after it was no longer needed meanwhile, or after `growTo`.
   */
  setVisibleRows(from: number, to: number): void {
    this.#visible = { from, to };
    const visible = this.#visibleBlocks();
    // After the visible blocks, one block on either side of them is fetched ahead.
    this.#neededBlocks =
      this.#lookaheadTimer === undefined
        ? [...visible, ...this.#blocksAround()]
        : visible.filter((block) => this.#lacksVisibleRows(block));
    // A block that failed is tried again once it has been out of view.
    for (const block of this.#failures.keys())
      if (!this.#neededBlocks.includes(block)) this.#failures.delete(block);
    for (const block of visible) {
      const rows = this.#blocks.get(block);
      if (rows) this.#store(block, rows);
    }
    this.#sendRequests();
  }

  /**
   * Increases the number of rows to `rowCount`; a smaller number is ignored. Cached rows stay. Blocks whose attempts
   * have all failed may be requested again.
   */
  growTo(rowCount: number): void {
    this.#rowCount = Math.max(this.#rowCount, rowCount);
    this.#failures.clear();
  }

  /**
   * Caches the first rows of the result, so that they need not be requested. If the last of their blocks is incomplete,
   * the whole block is requested when it is needed. Starts the lookahead delay.
   */
  storeFirstRows(rows: readonly Row[]): void {
    const size = this.#rowsPerBlock;
    for (let from = 0; from < rows.length; from += size)
      this.#blocks.set(from / size, rows.slice(from, from + size));
    if (!this.#options.lookaheadDelayMs) return;
    clearTimeout(this.#lookaheadTimer);
    this.#lookaheadTimer = setTimeout(() => {
      this.#lookaheadTimer = undefined;
      this.setVisibleRows(this.#visible.from, this.#visible.to);
    }, this.#options.lookaheadDelayMs);
  }

  /** Stops requests. The functions in the options are not called any more, also when pending requests end. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#lookaheadTimer);
    this.#neededBlocks = [];
  }

  #firstVisibleBlock(): number {
    return Math.floor(Math.max(0, this.#visible.from) / this.#rowsPerBlock);
  }

  #lastVisibleBlock(): number {
    const lastRow = Math.max(0, Math.min(this.#visible.to, this.#rowCount) - 1);
    return Math.floor(lastRow / this.#rowsPerBlock);
  }

  #visibleBlocks(): number[] {
    const blocks: number[] = [];
    if (this.#rowCount === 0) return blocks;
    const last = this.#lastVisibleBlock();
    for (let block = this.#firstVisibleBlock(); block <= last; block++) blocks.push(block);
    return blocks;
  }

  #blocksAround(): number[] {
    return [this.#lastVisibleBlock() + 1, this.#firstVisibleBlock() - 1].filter(
      (block) => block >= 0 && block * this.#rowsPerBlock < this.#rowCount,
    );
  }

  /** Returns the number of rows in a block once they are all loaded. The last block may have fewer than the others. */
  #expectedRows(block: number): number {
    return Math.min(this.#rowsPerBlock, this.#rowCount - block * this.#rowsPerBlock);
  }

  #isIncomplete(block: number): boolean {
    return (this.#blocks.get(block)?.length ?? 0) < this.#expectedRows(block);
  }

  #lacksVisibleRows(block: number): boolean {
    const loadedTo = block * this.#rowsPerBlock + (this.#blocks.get(block)?.length ?? 0);
    const neededTo = Math.min(this.#visible.to, this.#rowCount, (block + 1) * this.#rowsPerBlock);
    return loadedTo < neededTo;
  }

  #sendRequests(): void {
    for (const block of this.#neededBlocks) {
      if (this.#isDisposed || this.#pending.size >= MAX_PENDING_REQUESTS) return;
      const isGivenUp = (this.#failures.get(block) ?? 0) >= MAX_ATTEMPTS;
      if (this.#isIncomplete(block) && !this.#pending.has(block) && !isGivenUp) void this.#load(block);
    }
  }

  async #load(block: number): Promise<void> {
    this.#pending.add(block);
    try {
      await this.#request(block);
      this.#failures.delete(block);
    } catch {
      this.#countFailure(block);
    } finally {
      this.#pending.delete(block);
    }
    if (this.#isDisposed) return;
    this.#options.onRowsArrived();
    this.#sendRequests();
  }

  /**
   * Requests a block of rows and caches those that arrive. Rejects if the request fails, if the response belongs to
   * another request, or if rows are missing. Ignores the response after `dispose`.
   */
  async #request(block: number): Promise<void> {
    this.#lastSeq += 1;
    const seq = this.#lastSeq;
    const from = block * this.#rowsPerBlock;
    const count = this.#expectedRows(block);
    const response = await this.#options.fetchRows(from, from + count, seq);
    if (this.#isDisposed) return;
    if (response.seq !== seq) throw new Error('response to another request');
    this.#store(block, response.rows.slice(0, this.#rowsPerBlock));
    if (response.rows.length < count) throw new Error('fewer rows than requested');
  }

  #countFailure(block: number): void {
    const failures = (this.#failures.get(block) ?? 0) + 1;
    this.#failures.set(block, failures);
    if (failures === MAX_ATTEMPTS && !this.#isDisposed) this.#options.onFailed(block * this.#rowsPerBlock);
  }

  /**
   * Caches a block of rows as the one used most recently. If there are more than `MAX_BLOCKS`, discards the least
   * recently used ones that are not needed now.
   */
  #store(block: number, rows: readonly Row[]): void {
    this.#blocks.delete(block);
    this.#blocks.set(block, rows);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      if (!this.#neededBlocks.includes(oldest)) this.#blocks.delete(oldest);
    }
  }
}
