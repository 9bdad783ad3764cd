import type { EventSet } from '../../../../core/audit/table/eventSet.ts';
import { EventsLost } from '../../../../core/audit/table/eventsLost.ts';
import type { FieldID } from '../../../../core/audit/table/fields.ts';
import type { Facet, LocalFilters } from '../../../../core/audit/table/filter.ts';
import { DEFAULT_FACET_VALUES } from '../../../../core/audit/table/filter.ts';
import {
  emptyView,
  newestFirst,
  type TrailQuery,
  type TrailSort,
  type TrailView,
} from '../../../../core/audit/table/trail.ts';
import { loadedEvent } from '../../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditMode, AuditState } from '../../../../protocol/audit.ts';
import { OutOfDate } from '../../../../protocol/rpc.ts';
import type { Log } from '../../../platform/log.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { ofShown } from '../../model/ofShown.ts';
import { createReading, type Reading } from '../../whoReadWhat/summary.ts';
import type { ReadersTable } from '../../whoReadWhat/table.ts';
import { zoneShown } from '../../zoneShown.ts';
import { cellsOf, conflictValue, eventColumns, eventLooks, eventValues, type Table } from './eventRows.ts';
import { eventsLost, tableFailed } from './notice.ts';
import { stateOf } from './state.ts';
import type { StatusModel } from './status.ts';

/** Rows that come with a state until a view says how many it draws, and the most. */
const firstRows = 40;
const maxRows = 100;
/** A click may come before the newest state is drawn: facets of so many states are remembered. */
const keptFacets = 20;
/** More values of a facet than a person reads, and few enough to draw. */
const moreValues = 1_000;

interface ModelParts {
  readonly model: StatusModel & Pick<AuditModel, 'trail'>;
  readonly publish: (state: AuditState) => void;
  readonly log: Pick<Log, 'defect'>;
}

/** What a state shows. */
interface Drawn {
  readonly listing: number;
  readonly state: AuditState;
  readonly view: TrailView;
  readonly table: Table;
  /** Where it is who read what. */
  readonly readers: ReadersTable | undefined;
  /** What its rows are told apart by. */
  readonly rowsOf: unknown;
  /** The first state revision that has the same rows as this state. Requests that name it or a later one still fit. */
  readonly since: number;
}

/** What the table shows: some of the loaded events in some order, or who read what by them. A state for each change. */
export class TableModel {
  readonly #parts: ModelParts;
  readonly #reading: Reading;
  #mode: AuditMode = 'events';
  #sort: TrailSort = newestFirst;
  #facetLimits: ReadonlyMap<FieldID, number> = new Map();
  /**
   * The events behind the number that the user chose in “who read what”, and the label of that choice; undefined if none
   * was chosen.
   */
  #picked: { readonly events: EventSet; readonly label: () => string } | undefined;
  /** Of the views that said so the most: all are sent the same. */
  #fitting: number | undefined;
  #formatRev = 0;
  #drawn: Drawn | undefined;
  readonly #facets = new Map<number, readonly Facet[]>();
  /** The drawing on its way, and whether another one is wanted after it, with or without the place kept. */
  #drawing: Promise<void> | undefined;
  #next: { keepPlace: boolean } | undefined;
  #lastDraw = { at: 0, took: 0 };
  #isDisposed = false;

  constructor(parts: ModelParts) {
    this.#parts = parts;
    this.#reading = createReading({
      trail: parts.model.trail,
      masking: parts.model.masking,
      view: () => parts.model.trail.view(this.#query()),
      isWanted: () => this.#mode === 'readers' && !this.#isDisposed,
      onRead: () => void this.draw(false),
    });
  }

  get mode(): AuditMode {
    return this.#mode;
  }
  get filters(): LocalFilters {
    return this.#parts.model.filters.applied().local;
  }
  /** Returns the state that was last sent to the views; undefined before the first one. */
  state(): AuditState | undefined {
    return this.#drawn?.state;
  }
  /** Once nothing is left to draw. */
  async drawn(): Promise<void> {
    await this.#drawing;
  }
  /** When the last state was drawn, by `performance.now()`, and how many milliseconds that took. */
  lastDraw(): { readonly at: number; readonly took: number } {
    return this.#lastDraw;
  }

  /**
   * Draws what is to be shown now; resolves where that fails too, which the state says. `keepPlace`: the rows are those
   * before with others among them.
   */
  draw(keepPlace: boolean): Promise<void> {
    this.#next = { keepPlace: keepPlace && this.#next?.keepPlace !== false };
    this.#drawing ??= this.#drawAll();
    return this.#drawing;
  }
  /** Filters the loaded events in all views. */
  setFilters(filters: LocalFilters): void {
    this.#parts.model.filters.setLocal(filters, true);
  }
  /** The model has changed: `keepsPlace` as for drawing; `isOther`: who read what as last summed up is of other events. */
  async follow(keepsPlace: boolean, isOther: boolean): Promise<void> {
    if (isOther) this.#reading.drop();
    await this.draw(keepsPlace);
    await this.readOn();
  }
  setSort(sort: TrailSort): void {
    this.#sort = sort;
    void this.draw(false);
  }
  /** Lists further values of a facet. */
  listMore(field: FieldID): void {
    const listed = this.#facetLimits.get(field) ?? DEFAULT_FACET_VALUES;
    this.#facetLimits = new Map([...this.#facetLimits, [field, listed + moreValues]]);
    void this.draw(true);
  }
  /**
   * Reports that a view has space for `rows` rows. From then on, each state contains as many as the largest view has
   * space for, up to a maximum.
   */
  setFitting(rows: number): void {
    this.#fitting = Math.min(maxRows, Math.max(this.#fitting ?? 0, rows));
  }
  /** Times or values look different now, which is drawn if somebody sees it. */
  onFormatChange(isShown: boolean): void {
    this.#formatRev++;
    if (isShown) void this.draw(true);
  }
  async show(mode: AuditMode): Promise<void> {
    if (mode === this.#mode) return;
    this.#mode = mode;
    await this.draw(false);
    await this.readOn();
  }

  /** Sums up who read what, where that is shown and not in step. */
  async readOn(): Promise<void> {
    if (this.#mode === 'readers') await this.#reading.run().catch((error: unknown) => this.fail(error));
  }
  /** Who read what by the events shown, once it is summed up. */
  async readers(): Promise<ReturnType<Reading['result']>> {
    await this.#reading.run();
    return this.#reading.result();
  }
  /** Shows the events behind a row of who read what, as the state `rev` has it. */
  pickEvents(rev: number, row: number): void {
    const picked = this.drawnIn(rev).readers?.eventsOf(row);
    if (!picked) return;
    const { events } = picked;
    this.#picked = { events, label: picked.label };
    this.#mode = 'events';
    this.setFilters({ ...this.filters, events });
  }

  /** Whether the rows of the state `rev` are still those shown. */
  isDrawn(rev: number): boolean {
    const drawn = this.#drawn;
    return drawn !== undefined && rev >= drawn.since && rev <= drawn.state.rev;
  }
  /** What the state `rev` shows. What was asked about rows that are no longer these is refused. */
  drawnIn(rev: number): Pick<Drawn, 'table' | 'readers' | 'state' | 'view'> & { readonly isEvents: boolean } {
    const drawn = this.#drawn;
    if (!drawn || !this.isDrawn(rev)) throw new OutOfDate('outdated');
    return { ...drawn, isEvents: drawn.state.mode === 'events' };
  }
  /** The event in a row of the state `rev`; undefined where it shows no events. */
  async event(rev: number, row: number): Promise<AuditEvent | undefined> {
    return (await this.events(rev, row, row + 1))[0];
  }
  /** The events in rows `from` … `to` − 1 of the state `rev`; none where it shows no events. */
  async events(rev: number, from: number, to: number): Promise<readonly AuditEvent[]> {
    if (!this.drawnIn(rev).isEvents || !this.#drawn) return [];
    const { handle } = this.#drawn.view;
    const found = await this.#parts.model.trail.window(handle, from, to);
    if (!found) throw new OutOfDate('outdated');
    return found.map((one) => loadedEvent(one).event);
  }
  /** A value of a facet as it was listed in the state `rev`. */
  facetValue(rev: number, facet: string, value: number): Facet['values'][number] | undefined {
    if (this.#drawn?.listing !== this.#parts.model.state.listing()) return undefined;
    return this.#facets.get(rev)?.find(({ field }) => field === facet)?.values[value];
  }
  /** Shows over what was drawn before that something failed; what is a defect of ours is logged. */
  fail(error: unknown): void {
    const isLost = error instanceof EventsLost;
    if (!isLost) this.#parts.log.defect('audit table', error);
    const notice = isLost ? eventsLost(error) : tableFailed();
    const drawn = this.#drawn ?? this.#nothing();
    this.#show({ ...drawn, state: { ...drawn.state, rev: drawn.state.rev + 1, notice } });
  }
  dispose(): void {
    this.#isDisposed = true;
    this.#reading.drop();
  }

  #query(): TrailQuery {
    const { model } = this.#parts;
    const { offsets } = zoneShown(model.masking.zone(), model.state.provenance());
    return { ...model.filters.query(), sort: this.#sort, facetLimits: this.#facetLimits, zone: { offsets } };
  }
  async #drawAll(): Promise<void> {
    try {
      while (this.#next && !this.#isDisposed) {
        const { keepPlace } = this.#next;
        this.#next = undefined;
        await this.#drawOnce(keepPlace).catch((error: unknown) => this.fail(error));
      }
    } finally {
      this.#drawing = undefined;
    }
  }
  async #drawOnce(keepPlace: boolean): Promise<void> {
    const started = performance.now();
    this.#show(await ofShown(this.#parts.model.state, () => this.#read(keepPlace)));
    this.#lastDraw = { at: performance.now(), took: performance.now() - started };
  }
  /** What is to be shown; undefined where its rows are outdated by now. */
  async #read(keepPlace: boolean): Promise<Drawn | undefined> {
    const { model } = this.#parts;
    const listing = model.state.listing();
    const query = this.#query();
    const formatRev = this.#formatRev;
    const view = await model.trail.view(query);
    const result = this.#mode === 'readers' ? this.#reading.result() : undefined;
    const readers = result?.readers;
    const table = readers ?? this.#eventTable(view);
    const rows = await cellsOf(table, 0, this.#fitting ?? firstRows, model.masking.zone());
    if (!rows) return undefined;
    const before = this.#drawn;
    const rowsOf = readers ?? view.handle;
    const hasSameRows = before?.rowsOf === rowsOf;
    const looksSame = hasSameRows && before.state.formatRev === formatRev;
    const rev = (before?.state.rev ?? 0) + 1;
    const state = stateOf({
      rev,
      model,
      view,
      query,
      rows,
      formatRev,
      pickedLabel: this.#pickedLabel(),
      dataRev: (before?.state.dataRev ?? 0) + (looksSame ? 0 : 1),
      keepPlace: looksSame ? before.state.keepPlace : keepPlace,
      mode: readers ? 'readers' : 'events',
      isReading: this.#mode === 'readers' && this.#reading.isDue(view),
      summed: result?.found,
      columns: table.columns,
      rowCount: table.rowCount,
    });
    return { listing, state, view, table, readers, rowsOf, since: hasSameRows ? before.since : rev };
  }
  #show(drawn: Drawn): void {
    const { state, view } = drawn;
    if (this.#drawn?.listing !== drawn.listing) this.#facets.clear();
    this.#drawn = drawn;
    this.#facets.set(state.rev, view.facets);
    this.#facets.delete(state.rev - keptFacets);
    if (!this.#isDisposed) this.#parts.publish(state);
  }
  /** What is there before anything was drawn. */
  #nothing(): Drawn {
    const { model } = this.#parts;
    const view = emptyView;
    const columns = eventColumns(false);
    const table: Table = { columns, rowCount: 0, rows: async () => [] };
    const state = stateOf({
      rev: 0,
      dataRev: 0,
      formatRev: this.#formatRev,
      keepPlace: false,
      pickedLabel: '',
      model,
      view,
      query: this.#query(),
      mode: 'events',
      isReading: false,
      columns,
      rowCount: 0,
      rows: [],
    });
    return {
      listing: model.state.listing(),
      state,
      view,
      table,
      readers: undefined,
      rowsOf: undefined,
      since: 0,
    };
  }
  /** What the events picked are called; a label may hold values, and is kept no longer than they are filtered by. */
  #pickedLabel(): string {
    if (this.#picked?.events !== this.filters.events) this.#picked = undefined;
    return this.#picked?.label() ?? '';
  }
  #eventTable({ handle, counts }: TrailView): Table {
    const { trail, masking, marks } = this.#parts.model;
    const hasConflicts = counts.conflicting > 0;
    return {
      columns: eventColumns(marks.size > 0, hasConflicts),
      rowCount: counts.passing,
      looks: eventLooks(),
      rows: async (from, to) =>
        (await trail.window(handle, from, to))?.map((row) => {
          const { event } = loadedEvent(row);
          const values = eventValues(masking.shown(event), marks.of(event));
          return hasConflicts ? [...values, conflictValue(event)] : values;
        }),
    };
  }
}
