import { msToTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { AuditQuery } from '../../../../core/audit/query/auditQuery.ts';
import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import type { EventSet } from '../../../../core/audit/table/eventSet.ts';
import { allFacetValues, searchFacets } from '../../../../core/audit/table/facetSearch.ts';
import type { FieldID } from '../../../../core/audit/table/fields.ts';
import type { Facet, LocalFilters } from '../../../../core/audit/table/filter.ts';
import { DEFAULT_FACET_VALUES } from '../../../../core/audit/table/filter.ts';
import { SourceError } from '../../../../core/audit/table/sourceError.ts';
import {
  emptyView,
  newestFirst,
  type TrailQuery,
  type TrailSort,
  type TrailView,
} from '../../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditMode, AuditState } from '../../../../protocol/audit.ts';
import { OutOfDate } from '../../../../protocol/rpc.ts';
import type { Log } from '../../../platform/log.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { readDisplayedListing } from '../../model/displayedListing.ts';
import { createReadersComputation, type ReadersComputation } from '../../whoReadWhat/summary.ts';
import type { ReadersTable } from '../../whoReadWhat/table.ts';
import { createDisplayZoneForEvents } from '../../zoneShown.ts';
import { eventColumns, readCells, type Table } from './eventRows.ts';
import { createEventTable, hasPassingNote, readEvents } from './eventTable.ts';
import { FoldedRows } from './foldedRows.ts';
import type { TableLook } from './look.ts';
import { NamedRuns } from './namedRuns.ts';
import { tableFailedNotice, unreadableNotice } from './notice.ts';
import { createReadingState, createState, facetValueLabel } from './state.ts';
import { asOfText, type StatusModel } from './status.ts';

const DEFAULT_FIRST_ROWS = 40;
const MAX_FIRST_ROWS = 100;
/**
 * Maximum number of states whose facets are remembered. The user may click a facet before the webview has drawn the
 * newest state.
 */
const MAX_REMEMBERED_FACETS = 20;
const ADDED_FACET_VALUES = 1_000;
/**
 * Time in milliseconds after which the table says that ClickHouse is still computing. With a shorter time, the text would
 * flash at most questions.
 */
const READING_SHOWN_AFTER_MS = 500;

interface ModelParts {
  readonly model: StatusModel & Pick<AuditModel, 'trail'>;
  readonly publish: (state: AuditState) => void;
  readonly log: Pick<Log, 'defect'>;
  /** Returns where the active row of `before` is in `now`; undefined if no row is active, or if it isn't found. */
  readonly findMovedRow: (before: RowsOfTable, now: RowsOfTable) => Promise<AuditState['movedRow']>;
}

interface DrawnState {
  readonly listing: number;
  readonly state: AuditState;
  /** When the rows were requested, in milliseconds since 1970. */
  readonly requestedAt: number;
  /** The status line of the rows as they were drawn, without a remark about their age. */
  readonly status: string;
  readonly view: TrailView;
  readonly table: Table;
  readonly folded: FoldedRows;
  readonly readers: ReadersTable | undefined;
  readonly rowsIdentity: unknown;
  /** Revision of the state that introduced these rows. Requests with that revision or a later one are still valid. */
  readonly firstRev: number;
  readonly rowReads: AbortController;
}

/** The rows of the table as they were drawn once. `isEvents` is false for “who read what”. */
export interface RowsOfTable extends Pick<DrawnState, 'folded' | 'listing' | 'state' | 'view'> {
  readonly isEvents: boolean;
}

const toRowsOfTable = (drawn: DrawnState): RowsOfTable => ({
  ...drawn,
  isEvents: drawn.state.mode === 'events',
});

/**
 * The content of the audit table: the loaded events that match the filters, or who read what
 * according to them. `rev` is the revision of a published state.
 */
export class TableModel {
  readonly #parts: ModelParts;
  readonly #reading: ReadersComputation;
  #mode: AuditMode = 'events';
  #sorts: readonly TrailSort[] = newestFirst;
  /** `rev` increases each time `setLookAndRedraw` is called. */
  #layout: { readonly rev: number; readonly value: Omit<TableLook, 'sorts'> } | undefined;
  #facetLimits: ReadonlyMap<FieldID, number> = new Map();
  #facetSearch = '';
  readonly #runs = new NamedRuns();
  #chosenEvents: { readonly events: EventSet; readonly label: () => string } | undefined;
  /**
   * Largest number of rows for which a webview has reported space, limited to `MAX_FIRST_ROWS`. Undefined if none has
   * reported it yet. There is one number for all webviews, because all receive the same rows.
   */
  #visibleRowCount: number | undefined;
  #formatRev = 0;
  #drawn: DrawnState | undefined;
  readonly #facets = new Map<number, readonly Facet[]>();
  #pendingRead: AbortController | undefined;
  #pendingRedraw: Promise<void> | undefined;
  #nextRedraw: { keepsPosition: boolean } | undefined;
  #lastDraw = { at: 0, took: 0 };
  #isDisposed = false;

  constructor(parts: ModelParts) {
    this.#parts = parts;
    this.#reading = createReadersComputation({
      trail: parts.model.trail,
      masking: parts.model.masking,
      view: () => parts.model.trail.view(this.#query()),
      isWanted: () => this.#mode === 'readers' && !this.#isDisposed,
      onRead: () => void this.redrawTable(false),
    });
  }

  get mode(): AuditMode {
    return this.#mode;
  }
  get filters(): LocalFilters {
    return this.#parts.model.filters.getAppliedFilters().local;
  }
  state(): AuditState | undefined {
    return this.#drawn?.state;
  }
  async waitUntilDrawn(): Promise<void> {
    await this.#pendingRedraw;
  }
  /**
   * Returns when the last successful redraw ended, as a value of `performance.now()`, and how many milliseconds it
   * took. Both are 0 if there was none.
   */
  getLastDrawTiming(): { readonly at: number; readonly took: number } {
    return this.#lastDraw;
  }

  /**
   * Redraws the table. Resolves when no redraw is pending. `keepsPosition` is true if the displayed rows remain, so
   * that webviews keep their scroll position. If it is false, a redraw in progress is cancelled and another follows.
   */
  redrawTable(keepsPosition: boolean): Promise<void> {
    if (!keepsPosition) this.#pendingRead?.abort();
    this.#nextRedraw = { keepsPosition: keepsPosition && this.#nextRedraw?.keepsPosition !== false };
    this.#pendingRedraw ??= this.#drawUntilCurrent();
    return this.#pendingRedraw;
  }
  changeQuestion(change: (question: AuditQuery) => AuditQuery): void {
    this.#parts.model.filters.changeQuestion(change, true);
  }
  setLocalFilters(filters: LocalFilters): void {
    this.#parts.model.filters.setLocalFilters(filters, true);
  }
  /**
   * Redraws the table after a change of the model, and updates “who read what” if it is displayed. `hasOtherEvents` is
   * true if “who read what” was computed from other events and must be discarded.
   */
  async redrawAfterChange(keepsPosition: boolean, hasOtherEvents: boolean): Promise<void> {
    if (hasOtherEvents) this.#reading.discardResult();
    await this.redrawTable(keepsPosition);
    await this.computeReadersIfDisplayed();
  }
  setSortsAndRedraw(sorts: readonly TrailSort[]): void {
    this.#sorts = sorts;
    void this.redrawTable(false);
  }
  getTableLook(): TableLook {
    return { sorts: this.#sorts, ...this.#layout?.value };
  }
  setLookAndRedraw({ sorts, ...layout }: TableLook): void {
    if (sorts) this.#sorts = sorts;
    this.#layout = { rev: (this.#layout?.rev ?? 0) + 1, value: { ...this.#layout?.value, ...layout } };
    void this.redrawTable(false);
  }
  /** Records which columns a webview displays, and whether it displays the histogram, as the webview reports it. */
  recordLayout(layout: Omit<TableLook, 'sorts'>): void {
    this.#layout = { rev: this.#layout?.rev ?? 0, value: layout };
  }
  raiseFacetLimitAndRedraw(field: FieldID): void {
    const listed = this.#facetLimits.get(field) ?? DEFAULT_FACET_VALUES;
    this.#facetLimits = new Map([...this.#facetLimits, [field, listed + ADDED_FACET_VALUES]]);
    void this.redrawTable(true);
  }
  /**
   * Expands or collapses the run of own events in a 0-based row, and resolves when the table was redrawn. Does nothing
   * if the row is not that of a run. Rejects with `OutOfDate` if other rows are displayed by now.
   */
  async expandOrCollapseRun(rev: number, row: number, isExpanded: boolean): Promise<void> {
    const { folded, isEvents, listing } = this.getDrawnStateOrThrow(rev);
    const [place] = folded.places(row, row + 1);
    if (!isEvents || place?.kind !== 'run') return;
    this.#runs.setExpanded(listing, place.run, isExpanded);
    await this.redrawTable(true);
  }
  setFacetSearchAndRedraw(text: string): void {
    this.#facetSearch = text.trim();
    void this.redrawTable(true);
  }
  /**
   * Records that a webview has space for `rows` rows. Later states contain as many rows as fit in the largest webview
   * so far, at most `MAX_FIRST_ROWS`.
   */
  setVisibleRowCount(rows: number): void {
    this.#visibleRowCount = Math.min(MAX_FIRST_ROWS, Math.max(this.#visibleRowCount ?? 0, rows));
  }
  /**
   * Redraws the table because the time zone, masks, or marks have changed. If the table is not displayed, the change
   * takes effect with the next state.
   */
  redrawAfterFormatChange(isTableShown: boolean): void {
    this.#formatRev++;
    if (isTableShown) void this.redrawTable(true);
  }
  async setMode(mode: AuditMode): Promise<void> {
    if (mode === this.#mode) return;
    this.#mode = mode;
    if (mode !== 'readers') this.#reading.cancel();
    await this.redrawTable(false);
    await this.computeReadersIfDisplayed();
  }

  async computeReadersIfDisplayed(): Promise<void> {
    if (this.#mode === 'readers')
      await this.#reading.run().catch((error: unknown) => this.displayError(error));
  }
  /**
   * Computes “who read what” if it is displayed. Resolves to the latest result; undefined if there
   * is none.
   */
  async computeReaders(): Promise<ReturnType<ReadersComputation['result']>> {
    await this.#reading.run();
    return this.#reading.result();
  }
  /**
   * Filters the events by those behind a 0-based row of “who read what”, and displays them. Throws `OutOfDate` if other
   * rows are displayed by now.
   */
  displayEventsOfRow(rev: number, row: number): void {
    const picked = this.getDrawnStateOrThrow(rev).readers?.getEventsOfRow(row);
    if (!picked) return;
    const { events } = picked;
    this.#chosenEvents = { events, label: picked.label };
    this.#mode = 'events';
    this.setLocalFilters({ ...this.filters, events });
  }

  /** Whether the rows of the state with revision `rev` are still the displayed ones. */
  isStillDisplayed(rev: number): boolean {
    const drawn = this.#drawn;
    return drawn !== undefined && rev >= drawn.firstRev && rev <= drawn.state.rev;
  }
  /**
   * Returns the newest drawn state, which has the same rows as the state with revision `rev`. Throws `OutOfDate` if
   * other rows are displayed by now.
   */
  getDrawnStateOrThrow(rev: number): Pick<
    DrawnState,
    'folded' | 'listing' | 'table' | 'readers' | 'rowReads' | 'state' | 'view'
  > & {
    readonly isEvents: boolean;
  } {
    const drawn = this.#drawn;
    if (!drawn || !this.isStillDisplayed(rev)) throw new OutOfDate('outdated');
    return { ...drawn, isEvents: drawn.state.mode === 'events' };
  }
  async readEventInRow(rev: number, row: number): Promise<AuditEvent | undefined> {
    return (await this.readEventsInRows(rev, row, row + 1))[0];
  }
  /**
   * Returns the events in rows `from` to `to` − 1 (0-based). The row of a run has no event of its own and is skipped.
   * Empty in “who read what”. Rejects with `OutOfDate` if other rows are displayed by now.
   */
  async readEventsInRows(rev: number, from: number, to: number): Promise<readonly AuditEvent[]> {
    if (!this.getDrawnStateOrThrow(rev).isEvents || !this.#drawn) return [];
    const { folded, rowReads, view } = this.#drawn;
    const { trail } = this.#parts.model;
    const found = await readEvents(trail, view, folded.places(from, to), rowReads.signal).catch(
      rethrowUnlessCancelled,
    );
    if (!found) throw new OutOfDate('outdated');
    return found;
  }
  /**
   * Returns the value at the 0-based index `value` of a facet as the state with revision `rev`
   * listed it; undefined if there is no such value or that state is outdated.
   */
  findFacetValue(rev: number, facet: string, index: number): Facet['values'][number] | undefined {
    if (this.#drawn?.listing !== this.#parts.model.state.getListingNumber()) return undefined;
    return this.#facets.get(rev)?.find(({ field }) => field === facet)?.values[index];
  }
  /**
   * Publishes the last drawn state, or an empty one, with a notice about the error. If there are rows, the status line
   * says as of when they are. An error other than a `SourceError` is logged as a defect.
   */
  displayError(error: unknown): void {
    const problem = error instanceof SourceError ? error.problem : undefined;
    if (!problem) this.#parts.log.defect('audit table', error);
    const notice = problem ? unreadableNotice(problem) : tableFailedNotice();
    const drawn = this.#drawn ?? this.#createEmptyState();
    const { requestedAt } = drawn;
    const { isReading: _, ...state } = drawn.state;
    const time = this.#parts.model.masking.formatTime(msToTimestamp(requestedAt));
    const status = state.rowCount > 0 ? asOfText(drawn.status, time) : drawn.status;
    this.#publishState({ ...drawn, state: { ...state, rev: state.rev + 1, notice, status } });
  }
  dispose(): void {
    this.#isDisposed = true;
    this.#pendingRead?.abort();
    this.#drawn?.rowReads.abort();
    this.#reading.discardResult();
  }

  #query(): TrailQuery {
    const { model } = this.#parts;
    const { offsets } = createDisplayZoneForEvents(model.masking.zone(), model.state.provenance());
    const own = model.filters.getOwnEventsToFold();
    return {
      ...model.filters.createTrailQuery(),
      sorts: this.#sorts,
      facetLimits: this.#facetSearch ? allFacetValues : this.#facetLimits,
      zone: { offsets },
      ...(own ? { own } : {}),
    };
  }
  async #drawUntilCurrent(): Promise<void> {
    try {
      while (this.#nextRedraw && !this.#isDisposed) {
        const { keepsPosition } = this.#nextRedraw;
        this.#nextRedraw = undefined;
        await this.#drawOnce(keepsPosition).catch((error: unknown) => this.displayError(error));
      }
    } finally {
      this.#pendingRedraw = undefined;
    }
  }
  async #drawOnce(keepsPosition: boolean): Promise<void> {
    const started = performance.now();
    const controller = new AbortController();
    this.#pendingRead = controller;
    const drawn = await readDisplayedListing(this.#parts.model.state, () =>
      this.#computeDrawnState(keepsPosition, controller.signal),
    ).catch(rethrowUnlessCancelled);
    if (!drawn || controller.signal.aborted) return;
    const movedRow = keepsPosition ? await this.#findMovedRow(drawn) : undefined;
    if (controller.signal.aborted) return;
    this.#publishState(movedRow ? { ...drawn, state: { ...drawn.state, movedRow } } : drawn);
    this.#lastDraw = { at: performance.now(), took: performance.now() - started };
  }
  async #computeDrawnState(keepsPosition: boolean, signal: AbortSignal): Promise<DrawnState | undefined> {
    const { model } = this.#parts;
    const requestedAt = Date.now();
    const listing = model.state.getListingNumber();
    const query = this.#query();
    const formatRev = this.#formatRev;
    const facetSearch = this.#facetSearch;
    const view = this.#searchFacets(await this.#readView(query, signal), facetSearch);
    const result = this.#mode === 'readers' ? this.#reading.result() : undefined;
    const readers = result?.readers;
    const before = this.#drawn;
    const folded = new FoldedRows(view.counts.passing, this.#runs.nameRuns(listing, view.ownRuns), (run) =>
      this.#runs.isExpanded(listing, run),
    );
    const table =
      readers ??
      createEventTable({ model, view, folded, hasNotes: await hasPassingNote(model, query, signal) });
    const rows = await readCells(
      table,
      0,
      this.#visibleRowCount ?? DEFAULT_FIRST_ROWS,
      model.masking.zone(),
      signal,
    );
    if (!rows) return undefined;
    const rowsIdentity = readers ?? view.handle;
    const hasSameRows =
      before?.rowsIdentity === rowsIdentity && (readers !== undefined || before.folded.hasSameFolds(folded));
    const looksSame = hasSameRows && before.state.formatRev === formatRev;
    const rev = (before?.state.rev ?? 0) + 1;
    const state = createState({
      rev,
      model,
      view,
      facetSearch,
      folded,
      query,
      rows,
      formatRev,
      chosenEventsLabel: this.#takeChosenEventsLabel(),
      layout: this.#layout,
      dataRev: (before?.state.dataRev ?? 0) + (looksSame ? 0 : 1),
      keepsPosition: looksSame ? before.state.keepsPosition : keepsPosition,
      mode: readers ? 'readers' : 'events',
      isParsing: this.#mode === 'readers' && this.#reading.isDue(view),
      readsSummary: result?.found,
      columns: table.columns,
      rowCount: table.rowCount,
    });
    return {
      listing,
      state,
      requestedAt,
      status: state.status,
      view,
      table,
      folded,
      readers,
      rowsIdentity,
      firstRev: hasSameRows ? before.firstRev : rev,
      rowReads: hasSameRows ? before.rowReads : new AbortController(),
    };
  }
  async #readView(query: TrailQuery, signal: AbortSignal): Promise<TrailView> {
    const timer = setTimeout(() => !signal.aborted && this.#displayReading(), READING_SHOWN_AFTER_MS);
    return this.#parts.model.trail.view(query, signal).finally(() => clearTimeout(timer));
  }
  #displayReading(): void {
    const drawn = this.#drawn;
    const { state } = this.#parts.model;
    if (!state.file()?.table || drawn?.listing !== state.getListingNumber()) return;
    this.#publishState({ ...drawn, state: createReadingState(drawn, this.#parts.model) });
  }
  /** Returns where the active row is in `drawn`; undefined if the rows are the displayed ones, or if it isn't found. */
  async #findMovedRow(drawn: DrawnState): Promise<AuditState['movedRow']> {
    const before = this.#drawn;
    if (!before || drawn.rowReads === before.rowReads) return undefined;
    return this.#parts.findMovedRow(toRowsOfTable(before), toRowsOfTable(drawn));
  }
  #searchFacets(view: TrailView, text: string): TrailView {
    if (!text) return view;
    const { masking } = this.#parts.model;
    const facets = searchFacets(view.facets, {
      text,
      limits: this.#facetLimits,
      getDisplayText: (field, value) => facetValueLabel(field, value, masking),
    });
    return { ...view, facets };
  }
  #publishState(drawn: DrawnState): void {
    const { state, view } = drawn;
    if (this.#drawn?.listing !== drawn.listing) this.#facets.clear();
    if (this.#drawn?.rowReads !== drawn.rowReads) this.#drawn?.rowReads.abort();
    this.#drawn = drawn;
    this.#facets.set(state.rev, view.facets);
    this.#facets.delete(state.rev - MAX_REMEMBERED_FACETS);
    if (!this.#isDisposed) this.#parts.publish(state);
  }
  #createEmptyState(): DrawnState {
    const { model } = this.#parts;
    const columns = eventColumns(false);
    const table: Table = { columns, rowCount: 0, rows: async () => [] };
    const folded = new FoldedRows(0, [], () => false);
    const state = createState({
      rev: 0,
      dataRev: 0,
      formatRev: this.#formatRev,
      keepsPosition: false,
      layout: undefined,
      facetSearch: '',
      chosenEventsLabel: '',
      model,
      view: emptyView,
      folded,
      query: this.#query(),
      mode: 'events',
      isParsing: false,
      columns,
      rowCount: 0,
      rows: [],
    });
    return {
      listing: model.state.getListingNumber(),
      state,
      requestedAt: Date.now(),
      status: state.status,
      view: emptyView,
      table,
      folded,
      readers: undefined,
      rowsIdentity: undefined,
      firstRev: 0,
      rowReads: new AbortController(),
    };
  }
  /**
   * Returns the label of the chosen events; empty if there is none. If the events are no longer filtered by those,
   * forgets the label, because it may contain values.
   */
  #takeChosenEventsLabel(): string {
    if (this.#chosenEvents?.events !== this.filters.events) this.#chosenEvents = undefined;
    return this.#chosenEvents?.label() ?? '';
  }
}
