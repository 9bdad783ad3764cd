/** Runs in the page: the same three measurements for every grid. */

export interface BenchGrid {
  /** Hands over `rows` rows of the columns of `columnNames` to a grid that has shown nothing yet. */
  show(rows: number): void;
  /** The element that scrolls up and down. */
  scroller(): HTMLElement;
  /** Selects the cells in the document. */
  readonly cells: string;
}

export interface GridBench {
  /** Milliseconds from handing over the rows to the frame that shows row 0. */
  paint(rows: number): Promise<number>;
  /** Milliseconds between frames while scrolling `pixels` a frame. */
  scroll(frames: number, pixels: number): Promise<number[]>;
  /** Milliseconds from moving the scroll bar to `part` of the way to the frame that shows the rows there. */
  jump(part: number): Promise<number>;
}

export const rowHeight = 24;
export const columnNames: readonly string[] = Array.from({ length: 30 }, (_, index) => `column_${index}`);
export const value = (row: number, column: number): string => `${row}.${column}`;

const frame = (): Promise<number> => new Promise(requestAnimationFrame);
/** Once the frame whose callbacks are running has been drawn. */
const drawn = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** First and last whole visible row that has its text, by the number before the dot; undefined where there is none. */
function rowsInSight(grid: BenchGrid): { readonly first: number; readonly last: number } | undefined {
  const box = grid.scroller().getBoundingClientRect();
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const cell of document.querySelectorAll(grid.cells)) {
    const number = Number.parseInt(/^(\d+)\.0$/.exec(cell.textContent ?? '')?.[1] ?? '', 10);
    if (Number.isNaN(number)) continue;
    const at = cell.getBoundingClientRect();
    if (at.height === 0 || at.bottom <= box.top || at.top >= box.bottom) continue;
    first = Math.min(first, number);
    last = Math.max(last, number);
  }
  return first <= last ? { first, last } : undefined;
}

export function benchOf(grid: BenchGrid): GridBench {
  let rowCount = 0;
  async function until(there: () => boolean): Promise<void> {
    const deadline = performance.now() + 10_000;
    do {
      if (performance.now() > deadline) throw new Error('rows did not come');
      await frame();
    } while (!there());
    await drawn();
  }
  return {
    async paint(rows) {
      rowCount = rows;
      await frame();
      const began = performance.now();
      grid.show(rows);
      await until(() => rowsInSight(grid)?.first === 0);
      return performance.now() - began;
    },
    async scroll(frames, pixels) {
      const scroller = grid.scroller();
      const lengths: number[] = [];
      let before = await frame();
      for (let count = 0; count < frames; count++) {
        scroller.scrollTop += pixels;
        const now = await frame();
        lengths.push(now - before);
        before = now;
      }
      return lengths;
    },
    async jump(part) {
      const scroller = grid.scroller();
      const target = Math.round(part * rowCount);
      const began = performance.now();
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part;
      // Grids that shrink a million rows into the height a browser allows round where they land.
      const near = Math.max(40, rowCount / 200);
      await until(() => {
        const sight = rowsInSight(grid);
        return sight !== undefined && Math.abs((sight.first + sight.last) / 2 - target) < near;
      });
      return performance.now() - began;
    },
  };
}

declare global {
  interface Window {
    gridBench: GridBench;
  }
}
