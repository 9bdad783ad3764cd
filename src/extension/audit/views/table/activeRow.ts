import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import { SourceError } from '../../../../core/audit/table/sourceError.ts';
import type { AuditTrail, TrailEvent } from '../../../../core/audit/table/trail.ts';
import type { ActiveRow } from '../../../../protocol/audit.ts';
import type { RowsOfTable, TableModel } from './tableModel.ts';

type DrawnTable = Pick<TableModel, 'getDrawnStateOrThrow' | 'isStillDisplayed' | 'state'>;
type DrawnRows = ReturnType<TableModel['getDrawnStateOrThrow']>;

/** Maximum number of events that are searched for the event of the active row if others were inserted above it. */
const MAX_SEARCHED_EVENTS = 1_000;

/**
 * The active row of the table, as a webview reported it last. The editor discards the page of a hidden webview, so the
 * row is kept here, in memory.
 */
export class ActiveRowMemory {
  readonly #trail: Pick<AuditTrail, 'window'>;
  readonly #tableModel: DrawnTable;
  #active: { readonly dataRev: number; readonly row: ActiveRow } | undefined;

  constructor(trail: Pick<AuditTrail, 'window'>, tableModel: DrawnTable) {
    this.#trail = trail;
    this.#tableModel = tableModel;
  }

  /**
   * Remembers the active row. `rev` is the revision of the state in which it was active. Does nothing if other rows are
   * displayed by now.
   */
  remember(rev: number, row: ActiveRow | undefined): void {
    if (!this.#tableModel.isStillDisplayed(rev)) return;
    this.#active = row && { dataRev: this.#tableModel.getDrawnStateOrThrow(rev).state.dataRev, row };
  }

  /**
   * Draws the table again by `redraw`, and returns the remembered row. If other rows are displayed afterwards, returns the
   * row that now has the same event; undefined if there is none, or if it is too far below its previous place.
   */
  async followThrough(redraw: () => Promise<void>): Promise<ActiveRow | undefined> {
    const active = this.#active;
    const before = this.#drawnRows();
    await redraw();
    const now = this.#drawnRows();
    if (!active || !before || !now || before.state.dataRev !== active.dataRev) return undefined;
    if (now.state.dataRev === active.dataRev) return active.row;
    const row = await this.#findSameRow(before, active.row.row, now);
    const isEvent = row !== undefined && now.folded.places(row, row + 1)[0]?.kind === 'event';
    return isEvent ? { ...active.row, row } : undefined;
  }

  /**
   * Returns where the active row of the table as drawn `before` is in the table as drawn `now`: the row of the same event
   * or run, or of the run that the event is folded into. Undefined if no row of `before` is active, or if it isn't found.
   */
  async findMovedRow(
    before: RowsOfTable,
    now: RowsOfTable,
  ): Promise<{ readonly from: number; readonly to: number } | undefined> {
    const active = this.#active;
    if (!active || before.state.dataRev !== active.dataRev) return undefined;
    const from = active.row.row;
    const to = await this.#findSameRow(before, from, now);
    return to === undefined ? undefined : { from, to };
  }

  #drawnRows(): DrawnRows | undefined {
    const state = this.#tableModel.state();
    return state && this.#tableModel.getDrawnStateOrThrow(state.rev);
  }

  /** Returns the row in `now` of the event or run that had `row` in `before`; undefined if it is not found. */
  async #findSameRow(before: RowsOfTable, row: number, now: RowsOfTable): Promise<number | undefined> {
    const [place] = before.folded.places(row, row + 1);
    const isSameListing = before.listing === now.listing && before.isEvents && now.isEvents;
    if (!isSameListing || !place) return undefined;
    if (place.kind === 'run') return now.folded.findRowOfRun(place.run.name);
    const from = place.row;
    if (before.view.handle === now.view.handle) return now.folded.tableRow(from);
    const [event] = (await this.#read(before.view, from, from + 1)) ?? [];
    // Events that were added since are usually the newest ones. They move the event down by at most their number.
    const added = Math.max(0, now.view.counts.passing - before.view.counts.passing);
    const near = await this.#read(now.view, from, from + Math.min(added + 1, MAX_SEARCHED_EVENTS));
    const index = near?.findIndex(({ key }) => key === event?.key) ?? -1;
    return index < 0 ? undefined : now.folded.tableRow(from + index);
  }

  /** Returns rows of a view; undefined if they can't be read, which the table itself displays. */
  #read(view: RowsOfTable['view'], from: number, to: number): Promise<readonly TrailEvent[] | undefined> {
    return this.#trail.window(view.handle, from, to).catch((error: unknown) => {
      if (!(error instanceof SourceError)) return rethrowUnlessCancelled(error);
    });
  }
}
