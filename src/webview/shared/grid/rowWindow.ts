/**
 * The rows of a grid that the webview caches. Missing rows are requested from the host in blocks, visible ones first.
 */
import type { Cell } from '../../../protocol/results.ts';

export type Row = readonly Cell[];

export interface RowWindowOptions {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Requests the rows from `from` to `to` − 1. The response must repeat `seq`. */
  readonly fetchRows: (
    from: number,
    to: number,
    seq: number,
  ) => Promise<{ readonly seq: number; readonly rows: readonly Row[] }>;
  /** Called after each request for a block of rows, even if it failed, unless requests were stopped meanwhile. */
  readonly onBlockRequestEnded: () => void;
  /** Called when loading a block of rows has failed repeatedly. `row` is the 0-based index of the block's first row. */
  readonly onFailed: (row: number) => void;
  /**
   * Delay in milliseconds after a call of `storeFirstRows`. Until it ends, only blocks that lack visible rows are
   * requested, because other rows may soon be displayed. Undefined or 0 for no delay.
   */
  readonly lookaheadDelayMs?: number;
}

const MAX_PENDING_REQUESTS = 3;
/** Number of consecutive failed attempts after which a block of rows is given up for now. */
const MAX_ATTEMPTS = 3;
/** Maximum number of cells in a block of rows, unless a single row has more. A block is fetched by one request. */
const CELLS_PER_BLOCK = 6_000;
/** Maximum number of rows in a block, even if there are few columns. */
const MAX_ROWS_PER_BLOCK = 100;
/** Number of cached blocks above which the least recently used ones may be discarded. */
const MAX_BLOCKS = 80;

export class RowWindow {
  readonly #options: RowWindowOptions;
  readonly #rowsPerBlock: number;
  /**
   * The cached rows by the number of their block. The blocks are roughly in the order of their last use, the oldest
   * first.
   */
  readonly #blocks = new Map<number, readonly Row[]>();
  /** Maps the 0-based number of a block of rows to the pending request for it. */
  readonly #pending = new Map<number, Promise<void>>();
  readonly #failures = new Map<number, number>();
  #rowCount: number;
  #neededBlocks: readonly number[] = [];
  /** Indices of the rows that were last reported as visible, from `from` to `to` − 1. */
  #visible = { from: 0, to: 0 };
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

  /** Returns a row, or undefined if it is not cached. */
  getLoadedRow(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / this.#rowsPerBlock))?.[index % this.#rowsPerBlock];
  }

  /** Resolves when the pending request for the row with this 0-based index has ended, or at once if there is none. */
  async waitForPendingRow(index: number): Promise<void> {
    await this.#pending.get(Math.floor(index / this.#rowsPerBlock));
  }

  /**
   * Sets which rows are visible, from `from` to `to` − 1, and requests the missing ones. Missing rows nearby are
   * requested too, but not before the lookahead delay has ended.
   */
  setVisibleRowsAndRequestMissing(from: number, to: number): void {
    this.#visible = { from, to };
    const visible = this.#listVisibleBlocks();
    this.#neededBlocks =
      this.#lookaheadTimer === undefined
        ? [...visible, ...this.#listNeighborBlocks()]
        : visible.filter((block) => this.#doesBlockLackVisibleRows(block));
    // A block that was given up is tried again if it is not needed for a while and then needed again.
    for (const block of this.#failures.keys())
      if (!this.#neededBlocks.includes(block)) this.#failures.delete(block);
    for (const block of visible) {
      const rows = this.#blocks.get(block);
      if (rows) this.#storeBlock(block, rows);
    }
    this.#requestIncompleteBlocks();
  }

  /** Increases the number of rows; a smaller number is ignored. Blocks that were given up may be requested again. */
  increaseRowCountAndAllowRetries(rowCount: number): void {
    this.#rowCount = Math.max(this.#rowCount, rowCount);
    this.#failures.clear();
  }

  /** Caches `rows`, which are the first rows. Starts the lookahead delay, if there is one. */
  storeFirstRows(rows: readonly Row[]): void {
    const size = this.#rowsPerBlock;
    for (let from = 0; from < rows.length; from += size)
      this.#blocks.set(from / size, rows.slice(from, from + size));
    if (!this.#options.lookaheadDelayMs) return;
    clearTimeout(this.#lookaheadTimer);
    this.#lookaheadTimer = setTimeout(() => {
      this.#lookaheadTimer = undefined;
      this.setVisibleRowsAndRequestMissing(this.#visible.from, this.#visible.to);
    }, this.#options.lookaheadDelayMs);
  }

  /** Permanently stops requesting rows and calling the callbacks. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#lookaheadTimer);
    this.#neededBlocks = [];
  }

  #computeFirstVisibleBlock(): number {
    return Math.floor(Math.max(0, this.#visible.from) / this.#rowsPerBlock);
  }

  #computeLastVisibleBlock(): number {
    const lastRow = Math.max(0, Math.min(this.#visible.to, this.#rowCount) - 1);
    return Math.floor(lastRow / this.#rowsPerBlock);
  }

  #listVisibleBlocks(): number[] {
    const blocks: number[] = [];
    if (this.#rowCount === 0) return blocks;
    const last = this.#computeLastVisibleBlock();
    for (let block = this.#computeFirstVisibleBlock(); block <= last; block++) blocks.push(block);
    return blocks;
  }

  #listNeighborBlocks(): number[] {
    return [this.#computeLastVisibleBlock() + 1, this.#computeFirstVisibleBlock() - 1].filter(
      (block) => block >= 0 && block * this.#rowsPerBlock < this.#rowCount,
    );
  }

  #countExpectedRows(block: number): number {
    return Math.min(this.#rowsPerBlock, this.#rowCount - block * this.#rowsPerBlock);
  }

  #isIncomplete(block: number): boolean {
    return (this.#blocks.get(block)?.length ?? 0) < this.#countExpectedRows(block);
  }

  #doesBlockLackVisibleRows(block: number): boolean {
    const loadedTo = block * this.#rowsPerBlock + (this.#blocks.get(block)?.length ?? 0);
    const neededTo = Math.min(this.#visible.to, this.#rowCount, (block + 1) * this.#rowsPerBlock);
    return loadedTo < neededTo;
  }

  #requestIncompleteBlocks(): void {
    for (const block of this.#neededBlocks) {
      if (this.#isDisposed || this.#pending.size >= MAX_PENDING_REQUESTS) return;
      const isGivenUp = (this.#failures.get(block) ?? 0) >= MAX_ATTEMPTS;
      if (this.#isIncomplete(block) && !this.#pending.has(block) && !isGivenUp)
        this.#pending.set(block, this.#loadBlock(block));
    }
  }

  async #loadBlock(block: number): Promise<void> {
    try {
      await this.#requestBlock(block);
      this.#failures.delete(block);
    } catch {
      this.#countFailureAndReportLast(block);
    } finally {
      this.#pending.delete(block);
    }
    if (this.#isDisposed) return;
    this.#options.onBlockRequestEnded();
    this.#requestIncompleteBlocks();
  }

  async #requestBlock(block: number): Promise<void> {
    this.#lastSeq += 1;
    const seq = this.#lastSeq;
    const from = block * this.#rowsPerBlock;
    const count = this.#countExpectedRows(block);
    const response = await this.#options.fetchRows(from, from + count, seq);
    if (this.#isDisposed) return;
    if (response.seq !== seq) throw new Error('response to another request');
    this.#storeBlock(block, response.rows.slice(0, this.#rowsPerBlock));
    if (response.rows.length < count) throw new Error('fewer rows than requested');
  }

  #countFailureAndReportLast(block: number): void {
    const failures = (this.#failures.get(block) ?? 0) + 1;
    this.#failures.set(block, failures);
    if (failures === MAX_ATTEMPTS && !this.#isDisposed) this.#options.onFailed(block * this.#rowsPerBlock);
  }

  #storeBlock(block: number, rows: readonly Row[]): void {
    this.#blocks.delete(block);
    this.#blocks.set(block, rows);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      if (!this.#neededBlocks.includes(oldest)) this.#blocks.delete(oldest);
    }
  }
}
