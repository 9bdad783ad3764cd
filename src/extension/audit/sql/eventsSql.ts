import type { KeyedMark } from '../../../core/audit/marks/marks.ts';
import type { CopyChunk } from '../../../core/audit/sql/copyChunk.ts';
import { MAX_SQL_EVENTS } from '../../../core/audit/sql/eventTables.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';
import type { Environment } from '../../../core/service/connections/connections.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { EventsSqlResult } from '../../../protocol/eventsSql.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import type { ModelFilters } from '../model/filters.ts';
import { EventsUnloadedError } from '../model/loadedEvents.ts';
import type { EventMasking } from '../model/masking.ts';
import type { ModelState } from '../model/state.ts';
import { EventsProcess, EventsProcessFailed } from './eventsProcess.ts';

/**
 * The result of a statement over the loaded events. `unreadable` is the number of events whose JSON PostgreSQL can't
 * store. `position` is the position of the error in the statement, counted from 1 in Unicode code points.
 */
export type StatementResult =
  | (EventsFacts & {
      readonly kind: 'rows';
      readonly body: string;
      readonly events: number;
      readonly unreadable: number;
    })
  | { readonly kind: 'refused'; readonly message: string; readonly position?: number }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tooMany'; readonly events: number }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Determines how rows made from the loaded events are masked and exported. `environment` is that of the connection from
 * which the events were loaded; undefined if unknown.
 */
export interface EventsFacts {
  readonly environment: Environment | undefined;
  readonly hasPlainLiterals: boolean;
}

interface EventsSqlOptions {
  readonly filters: Pick<ModelFilters, 'createTrailQuery'>;
  readonly marks: Pick<EventMarks, 'listMarks'>;
  readonly state: Pick<ModelState, 'environment' | 'getListingNumber'>;
  readonly trail: Pick<LocalTrail, 'copyRows' | 'view'>;
  readonly masking: Pick<EventMasking, 'rules' | 'addNumberedAddresses'>;
  readonly entry: string;
}

export interface StatementRequest {
  readonly sql: string;
  readonly maxRows: number;
  readonly signal: AbortSignalLike;
  readonly onLoaded?: (events: number, of: number) => void;
}

interface Loaded extends EventsFacts {
  readonly listing: number;
  readonly events: number;
  readonly marks: readonly KeyedMark[];
}

interface Tables extends Loaded {
  readonly unreadable: number;
}

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'filling'; readonly process: EventsProcess }
  | { readonly kind: 'filled'; readonly process: EventsProcess; readonly tables: Tables };

/**
 * Maximum time for a statement in seconds. A statement that takes longer is stopped by ending the process, because
 * there is no other way.
 */
const MAX_STATEMENT_SECONDS = 60;
/**
 * Maximum number of chunks of rows that are sent but not stored yet; low, so that few rows are in
 * memory twice.
 */
const MAX_PENDING_CHUNKS = 2;

export class EventsSql {
  readonly #options: EventsSqlOptions;
  #state: State = { kind: 'none' };
  #last: Promise<unknown> = Promise.resolve();
  #forgotten = 0;
  #isDisposed = false;

  constructor(options: EventsSqlOptions) {
    this.#options = options;
  }

  /**
   * Runs a statement over the loaded events when earlier statements have ended. If the events are
   * replaced meanwhile, the statement is run again over the new ones. If PostgreSQL or its process fails, or the events
   * are unloaded and no others are displayed, the result states that. Other errors reject.
   */
  runOverLoadedEvents(request: StatementRequest): Promise<StatementResult> {
    const answered = this.#last.then(() => this.#runUntilUpToDate(request));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  getEventsFacts(): EventsFacts {
    const { masking, state } = this.#options;
    return { environment: state.environment(), hasPlainLiterals: !masking.rules().literals };
  }

  /** Drops the tables. A running statement is run again over the current events, unless it was aborted. */
  endProcessAndDropTables(): void {
    this.#forgotten++;
    this.#endProcess();
  }
  /** Ends the process. Running and later statements return `cancelled`. */
  dispose(): void {
    this.#isDisposed = true;
    this.endProcessAndDropTables();
  }

  async #runUntilUpToDate(request: StatementRequest): Promise<StatementResult> {
    for (;;) {
      const [forgotten, listing] = [this.#forgotten, this.#options.state.getListingNumber()];
      const answered = await this.#fillAndRunOnce(request);
      if (this.#isDisposed) return { kind: 'cancelled' };
      // If the tables were dropped meanwhile, the rows may contain values that are masked now.
      const isOutdated =
        forgotten !== this.#forgotten ||
        (answered.kind === 'failed' && listing !== this.#options.state.getListingNumber());
      if (!isOutdated || request.signal.aborted) return answered;
    }
  }

  async #fillAndRunOnce(request: StatementRequest): Promise<StatementResult> {
    const { signal, sql, maxRows } = request;
    if (signal.aborted || this.#isDisposed) return { kind: 'cancelled' };
    let timedOut = false;
    const stop = (): void => this.#endProcess();
    signal.addEventListener('abort', stop);
    let timer: NodeJS.Timeout | undefined;
    try {
      const filled = await this.#fill(request);
      if (filled.kind !== 'filled') return signal.aborted ? { kind: 'cancelled' } : filled;
      timer = setTimeout(() => {
        timedOut = true;
        stop();
      }, MAX_STATEMENT_SECONDS * 1000);
      const answer = await filled.process.runEventsQuery({ sql, maxRows });
      return signal.aborted ? { kind: 'cancelled' } : toStatementResult(answer, filled.tables);
    } catch (error) {
      if (!(error instanceof EventsProcessFailed || error instanceof EventsUnloadedError)) throw error;
      if (signal.aborted) return { kind: 'cancelled' };
      if (timedOut) return { kind: 'timeout', seconds: MAX_STATEMENT_SECONDS };
      return { kind: 'failed', message: error instanceof EventsUnloadedError ? error.name : error.message };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #fill(
    request: StatementRequest,
  ): Promise<Extract<State, { kind: 'filled' }> | Exclude<StatementResult, { kind: 'rows' | 'refused' }>> {
    const loaded = await this.#describeLoadedEvents();
    const { events } = loaded;
    if (events === 0) return { kind: 'nothing' };
    if (events > MAX_SQL_EVENTS) return { kind: 'tooMany', events };
    const state = this.#state;
    if (state.kind === 'filled' && state.process.isAlive() && hasSameEventsAndFacts(state.tables, loaded))
      return state;
    this.#endProcess();
    if (request.signal.aborted || this.#isDisposed) return { kind: 'cancelled' };
    const process = new EventsProcess(this.#options.entry);
    this.#state = { kind: 'filling', process };
    const { unreadable } = await this.#send(process, loaded, request).catch((error: unknown) => {
      process.killProcess();
      throw error;
    });
    const tables = { ...loaded, unreadable };
    const filled = { kind: 'filled', process, tables } as const;
    this.#state = filled;
    return filled;
  }

  #endProcess(): void {
    if (this.#state.kind !== 'none') this.#state.process.killProcess();
    this.#state = { kind: 'none' };
  }

  #describeLoadedEvents(): Promise<Loaded> {
    const { filters, marks, state, trail } = this.#options;
    return readDisplayedListing(state, async () => {
      const query = { ...filters.createTrailQuery(), filters: noFilters, gaps: [] };
      const { counts } = await trail.view(query);
      return {
        listing: query.listing,
        events: counts.passing,
        marks: marks.listMarks(),
        ...this.getEventsFacts(),
      };
    });
  }

  async #send(
    process: EventsProcess,
    { listing, events, marks }: Loaded,
    { signal, onLoaded }: StatementRequest,
  ): Promise<{ readonly unreadable: number }> {
    const pending: Promise<void>[] = [];
    for (let from = 0; from < events && !signal.aborted; ) {
      const chunk = await this.#fetchMaskedRowsChunk({ listing, marks }, from, events);
      const added = process.sendEventRows({ events: chunk.events, reads: chunk.reads });
      // `added` is awaited below. Until then, its rejection must not count as unhandled.
      added.catch(() => undefined);
      pending.push(added);
      from = chunk.next;
      if (pending.length >= MAX_PENDING_CHUNKS) await pending.shift();
      onLoaded?.(from, events);
    }
    await Promise.all(pending);
    return process.makeTablesReadOnly();
  }

  /**
   * Returns the next rows for the tables, masked by the current rules. Literals that the user revealed are masked like
   * others, because revealing applies only to the screen, but these rows can be exported. Throws `EventsUnloadedError`
   * if the events are no longer loaded.
   */
  async #fetchMaskedRowsChunk(
    { listing, marks }: Pick<Loaded, 'listing' | 'marks'>,
    from: number,
    to: number,
  ): Promise<CopyChunk> {
    const { trail, masking } = this.#options;
    for (;;) {
      const rules = { ...masking.rules(), revealed: [], marks };
      const chunk = await trail.copyRows(listing, from, to, rules);
      if (!chunk || chunk.next === from) throw new EventsUnloadedError();
      if (masking.addNumberedAddresses(chunk.newAddresses)) return chunk;
    }
  }
}

const hasSameEventsAndFacts = (a: Loaded, b: Loaded): boolean =>
  a.listing === b.listing && a.events === b.events && a.marks === b.marks && hasSameFacts(a, b);
export const hasSameFacts = (a: EventsFacts, b: EventsFacts): boolean =>
  a.environment === b.environment && a.hasPlainLiterals === b.hasPlainLiterals;

function toStatementResult(answer: EventsSqlResult, tables: Tables): StatementResult {
  if (answer.type === 'rows') {
    const { events, unreadable, environment, hasPlainLiterals } = tables;
    return { kind: 'rows', body: answer.body, events, unreadable, environment, hasPlainLiterals };
  }
  const { message, position } = answer;
  return { kind: 'refused', message, ...(position === undefined ? {} : { position }) };
}
