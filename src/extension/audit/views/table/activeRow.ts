import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import { SourceError } from '../../../../core/audit/table/sourceError.ts';
import type { AuditTrail, TrailEvent } from '../../../../core/audit/table/trail.ts';
import type { ActiveRow } from '../../../../protocol/audit.ts';
import type { TableModel } from './tableModel.ts';

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
    const row = await this.#findSameEvent(before, active.row.row, now);
    return row === undefined ? undefined : { ...active.row, row };
  }

  #drawnRows(): DrawnRows | undefined {
    const state = this.#tableModel.state();
    return state && this.#tableModel.getDrawnStateOrThrow(state.rev);
  }

  /** Returns the row in `now` of the event that had a row in `before`; undefined if it is not found. */
  async #findSameEvent(before: DrawnRows, row: number, now: DrawnRows): Promise<number | undefined> {
    const [place] = before.folded.places(row, row + 1);
    const isSameListing = before.listing === now.listing && before.isEvents && now.isEvents;
    if (!isSameListing || place?.kind !== 'event') return undefined;
    const from = place.row;
    const [event] = (await this.#read(before.view, from, from + 1)) ?? [];
    // Events that were added since are usually the newest ones. They move the event down by at most their number.
    const added = Math.max(0, now.view.counts.passing - before.view.counts.passing);
    const near = await this.#read(now.view, from, from + Math.min(added + 1, MAX_SEARCHED_EVENTS));
    const index = near?.findIndex(({ key }) => key === event?.key) ?? -1;
    if (index < 0) return undefined;
    const found = now.folded.tableRow(from + index);
    return now.folded.places(found, found + 1)[0]?.kind === 'event' ? found : undefined;
  }

  /** Returns rows of a view; undefined if they can't be read, which the table itself displays. */
  #read(view: DrawnRows['view'], from: number, to: number): Promise<readonly TrailEvent[] | undefined> {
    return this.#trail.window(view.handle, from, to).catch((error: unknown) => {
      if (!(error instanceof SourceError)) return rethrowUnlessCancelled(error);
    });
  }
}
