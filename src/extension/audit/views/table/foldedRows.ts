import type { NamedRun } from './namedRuns.ts';

/**
 * What a row of the table displays: the event in a row of the view, or a run of own events. `expandedRun` is the
 * run that the event belongs to if that run is expanded.
 */
export type TablePlace =
  | { readonly kind: 'event'; readonly row: number; readonly expandedRun: NamedRun | undefined }
  | { readonly kind: 'run'; readonly run: NamedRun; readonly isExpanded: boolean };

interface PlacedRun {
  readonly run: NamedRun;
  readonly isExpanded: boolean;
  /** 0-based row of the table in which the run is displayed. Its events follow if it is expanded. */
  readonly tableRow: number;
}

/**
 * Maps the rows of the table to the rows of a view. The table has one row for each run of own events. The events of the
 * run have rows below it only if the run is expanded. All rows are 0-based.
 */
export class FoldedRows {
  readonly rowCount: number;
  readonly #runs: readonly PlacedRun[];

  constructor(viewRows: number, runs: readonly NamedRun[], isExpanded: (run: NamedRun) => boolean) {
    let shift = 0;
    this.#runs = runs.map((run) => {
      const placed = { run, isExpanded: isExpanded(run), tableRow: run.startIndex + shift };
      shift += placed.isExpanded ? 1 : 1 - run.count;
      return placed;
    });
    this.rowCount = viewRows + shift;
  }

  /** Returns what rows `from` to `to` − 1 of the table display, fewer at the end of the table. */
  places(from: number, to: number): readonly TablePlace[] {
    const places: TablePlace[] = [];
    let next = this.#indexOfRun(({ tableRow }) => tableRow < from) + 1;
    for (let row = from; row < Math.min(to, this.rowCount); row++) {
      const placed = this.#runs[next];
      if (placed?.tableRow === row) {
        places.push({ kind: 'run', run: placed.run, isExpanded: placed.isExpanded });
        next++;
      } else places.push(eventPlace(this.#runs[next - 1], row));
    }
    return places;
  }
  /**
   * Returns the row of the view for a row of the table. For the row of a run, that is the row of the run's first event.
   * For the row after the last one, it is the number of rows of the view.
   */
  getViewRowOfTableRow(tableRow: number): number {
    const placed = this.#runs[this.#indexOfRun((one) => one.tableRow <= tableRow)];
    return placed?.tableRow === tableRow ? placed.run.startIndex : viewRowAfter(placed, tableRow);
  }
  /**
   * Returns the row of the table for a row of the view. For the first event of a run, and for any event of a collapsed
   * run, that is the row of the run.
   */
  tableRow(viewRow: number): number {
    const placed = this.#runs[this.#indexOfRun(({ run }) => run.startIndex <= viewRow)];
    if (!placed) return viewRow;
    const { run, isExpanded, tableRow } = placed;
    if (viewRow === run.startIndex) return tableRow;
    const below = viewRow - run.startIndex;
    if (isExpanded) return tableRow + 1 + below;
    return below < run.count ? tableRow : tableRow + 1 + below - run.count;
  }
  /** Returns the row of the run with a name; undefined if there is none. */
  findRowOfRun(name: string): number | undefined {
    return this.#runs.find(({ run }) => run.name === name)?.tableRow;
  }
  /**
   * Whether `other` has the same number of rows, and the same runs with the same ones expanded. Keys of events are not
   * compared.
   */
  hasSameFolds(other: FoldedRows): boolean {
    return (
      this.rowCount === other.rowCount &&
      this.#runs.length === other.#runs.length &&
      this.#runs.every(({ run, isExpanded }, index) => {
        const before = other.#runs[index];
        return (
          before?.isExpanded === isExpanded &&
          before.run.startIndex === run.startIndex &&
          before.run.count === run.count &&
          before.run.endsAtGap === run.endsAtGap
        );
      })
    );
  }

  /** Returns the index of the last run that `passes` accepts, or -1. `passes` must accept all runs before that one. */
  #indexOfRun(passes: (placed: PlacedRun) => boolean): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const placed = this.#runs[middle];
      if (placed && passes(placed)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function eventPlace(before: PlacedRun | undefined, tableRow: number): TablePlace {
  const row = viewRowAfter(before, tableRow);
  const isBelowRun = before?.isExpanded === true && row < before.run.startIndex + before.run.count;
  return { kind: 'event', row, expandedRun: isBelowRun ? before.run : undefined };
}

/**
 * Returns the row of the view for a row of the table that is not the row of a run. `placed` is the last run above that
 * row; undefined if there is none.
 */
function viewRowAfter(placed: PlacedRun | undefined, tableRow: number): number {
  if (!placed) return tableRow;
  const after = tableRow - placed.tableRow - 1;
  return placed.run.startIndex + after + (placed.isExpanded ? 0 : placed.run.count);
}
