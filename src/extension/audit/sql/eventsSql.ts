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
 * The result of a statement over the loaded events. `rows`: `body` is the JSON of the rows in the format of the
 * service, `events` the number of events in the tables, and `unreadable` the number of events in them whose JSON
 * PostgreSQL can't store. `refused`: PostgreSQL reported an error; `position` is a position in the statement,
 * counted from 1 in Unicode code points, and is absent if the error has none. `nothing`: no events are loaded.
 * `tooMany`: more events are loaded, namely `events`, than the tables may have. `timeout`: the statement was
 * stopped after `seconds`. `cancelled`: the caller aborted the statement, or `EventsSql` was disposed. `failed`:
 * the process that runs PostgreSQL failed, or the events are no longer loaded.
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
 * The facts that determine how rows made from the loaded events are masked and exported: the environment from which
 * the events come (undefined if unknown), and whether literals of queries are in plain text. The properties are those
 * of `EventAnswer`.
 */
export interface EventsFacts {
  readonly environment: Environment | undefined;
  readonly hasPlainLiterals: boolean;
}

interface EventsSqlOptions {
  readonly filters: Pick<ModelFilters, 'query'>;
  readonly marks: Pick<EventMarks, 'listMarks'>;
  readonly state: Pick<ModelState, 'environment' | 'listing'>;
  readonly trail: Pick<LocalTrail, 'copyRows' | 'view'>;
  readonly masking: Pick<EventMasking, 'rules' | 'meet'>;
  /** Path of the bundle of the PostgreSQL process. */
  readonly entry: string;
}

/** A statement to run. If `signal` is aborted, the result is `cancelled`. */
export interface StatementRequest {
  readonly sql: string;
  readonly maxRows: number;
  readonly signal: AbortSignalLike;
  /**
   * Called while the tables are being filled, with the number of events sent to the process so far and the total
   * number.
   */
  readonly onLoaded?: (events: number, of: number) => void;
}

/**
 * Identifies the events in the tables: the first `events` events of a listing, which never change once they are
 * added, and their marks. `marks` is a new array after each change of a mark.
 */
interface Loaded extends EventsFacts {
  readonly listing: number;
  readonly events: number;
  readonly marks: readonly KeyedMark[];
}

/** Tables that are filled. `unreadable` is the number of events whose JSON PostgreSQL can't store. */
interface Tables extends Loaded {
  readonly unreadable: number;
}

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'filling'; readonly process: EventsProcess }
  | { readonly kind: 'filled'; readonly process: EventsProcess; readonly tables: Tables };

/**
 * Maximum time for a statement in seconds. After that, the process is ended, because there is no other way to stop a
 * statement.
 */
const MAX_STATEMENT_SECONDS = 60;
/**
 * Maximum number of chunks of rows that were sent to the process but are not stored yet. At this number, the next chunk
 * is converted only after one of them was stored. The number is low so that few rows are in memory twice.
 */
const MAX_PENDING_CHUNKS = 2;

/** Runs SQL over all loaded events in a separate process. Its tables are filled when a statement needs them. */
export class EventsSql {
  readonly #options: EventsSqlOptions;
  #state: State = { kind: 'none' };
  #last: Promise<unknown> = Promise.resolve();
  /** Number of times the tables were dropped. */
  #forgotten = 0;
  #isDisposed = false;

  constructor(options: EventsSqlOptions) {
    this.#options = options;
  }

  /**
   * Runs a statement after the ones before it. Failures of PostgreSQL and its process are part of the result. The
   * promise rejects with errors of the store, such as a `SourceError`.
   */
  ask(request: StatementRequest): Promise<StatementResult> {
    const answered = this.#last.then(() => this.#ask(request));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  /** Returns the facts about the events that are loaded now. */
  facts(): EventsFacts {
    const { masking, state } = this.#options;
    return { environment: state.environment(), hasPlainLiterals: !masking.rules().literals };
  }

  /**
   * Drops the tables, because the masks have changed or the events are to be forgotten. A statement that is running
   * is run again over the current events, unless it was aborted.
   */
  forget(): void {
    this.#forgotten++;
    this.#end();
  }
  /** Ends the process that runs PostgreSQL. Running and later statements return the result `cancelled`. */
  dispose(): void {
    this.#isDisposed = true;
    this.forget();
  }

  async #ask(request: StatementRequest): Promise<StatementResult> {
    for (;;) {
      const [forgotten, listing] = [this.#forgotten, this.#options.state.listing()];
      const answered = await this.#askOnce(request);
      if (this.#isDisposed) return { kind: 'cancelled' };
      // If the tables were dropped meanwhile, the rows may contain values that are masked now.
      const isOutdated =
        forgotten !== this.#forgotten ||
        (answered.kind === 'failed' && listing !== this.#options.state.listing());
      if (!isOutdated || request.signal.aborted) return answered;
    }
  }

  async #askOnce(request: StatementRequest): Promise<StatementResult> {
    const { signal, sql, maxRows } = request;
    if (signal.aborted || this.#isDisposed) return { kind: 'cancelled' };
    let timedOut = false;
    const stop = (): void => this.#end();
    signal.addEventListener('abort', stop);
    let timer: NodeJS.Timeout | undefined;
    try {
      const filled = await this.#fill(request);
      if (filled.kind !== 'filled') return signal.aborted ? { kind: 'cancelled' } : filled;
      timer = setTimeout(() => {
        timedOut = true;
        stop();
      }, MAX_STATEMENT_SECONDS * 1000);
      const answer = await filled.process.ask({ sql, maxRows });
      return signal.aborted ? { kind: 'cancelled' } : answeredOf(answer, filled.tables);
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

  /**
   * Returns tables that contain all events loaded now, filling them first if needed; or the reason why there are
   * none.
   */
  async #fill(
    request: StatementRequest,
  ): Promise<Extract<State, { kind: 'filled' }> | Exclude<StatementResult, { kind: 'rows' | 'refused' }>> {
    const loaded = await this.#loaded();
    const { events } = loaded;
    if (events === 0) return { kind: 'nothing' };
    if (events > MAX_SQL_EVENTS) return { kind: 'tooMany', events };
    const state = this.#state;
    if (state.kind === 'filled' && state.process.isAlive() && isSame(state.tables, loaded)) return state;
    this.#end();
    if (request.signal.aborted || this.#isDisposed) return { kind: 'cancelled' };
    const process = new EventsProcess(this.#options.entry);
    this.#state = { kind: 'filling', process };
    const { unreadable } = await this.#send(process, loaded, request).catch((error: unknown) => {
      process.end();
      throw error;
    });
    const tables = { ...loaded, unreadable };
    const filled = { kind: 'filled', process, tables } as const;
    this.#state = filled;
    return filled;
  }

  #end(): void {
    if (this.#state.kind !== 'none') this.#state.process.end();
    this.#state = { kind: 'none' };
  }

  #loaded(): Promise<Loaded> {
    const { filters, marks, state, trail } = this.#options;
    return readDisplayedListing(state, async () => {
      const query = { ...filters.query(), filters: noFilters, gaps: [] };
      const { counts } = await trail.view(query);
      return { listing: query.listing, events: counts.passing, marks: marks.listMarks(), ...this.facts() };
    });
  }

  /**
   * Sends all rows to the process and completes the tables. The store's thread converts rows while the process starts
   * and stores earlier ones. Resolves to the number of events whose JSON PostgreSQL can't store.
   */
  async #send(
    process: EventsProcess,
    { listing, events, marks }: Loaded,
    { signal, onLoaded }: StatementRequest,
  ): Promise<{ readonly unreadable: number }> {
    const pending: Promise<void>[] = [];
    for (let from = 0; from < events && !signal.aborted; ) {
      const chunk = await this.#copyChunk({ listing, marks }, from, events);
      const added = process.add({ events: chunk.events, reads: chunk.reads });
      // It is awaited below. Until then, its rejection must not count as unhandled.
      added.catch(() => undefined);
      pending.push(added);
      from = chunk.next;
      if (pending.length >= MAX_PENDING_CHUNKS) await pending.shift();
      onLoaded?.(from, events);
    }
    await Promise.all(pending);
    return process.close();
  }

  /**
   * Returns one chunk of rows, beginning with the event number `from` and ending before `to`, masked as currently
   * set. If the masks numbered other addresses in the meantime, the chunk is converted again. Literals of events that
   * the user revealed stay masked: revealing applies only to the screen, but these rows can be copied, compared, and
   * exported. Throws `EventsUnloadedError` if the events are no longer loaded.
   */
  async #copyChunk(
    { listing, marks }: Pick<Loaded, 'listing' | 'marks'>,
    from: number,
    to: number,
  ): Promise<CopyChunk> {
    const { trail, masking } = this.#options;
    for (;;) {
      const rules = { ...masking.rules(), revealed: [], marks };
      const chunk = await trail.copyRows(listing, from, to, rules);
      if (!chunk || chunk.next === from) throw new EventsUnloadedError();
      if (masking.meet(chunk.newAddresses)) return chunk;
    }
  }
}

const isSame = (a: Loaded, b: Loaded): boolean =>
  a.listing === b.listing && a.events === b.events && a.marks === b.marks && hasSameFacts(a, b);
export const hasSameFacts = (a: EventsFacts, b: EventsFacts): boolean =>
  a.environment === b.environment && a.hasPlainLiterals === b.hasPlainLiterals;

function answeredOf(answer: EventsSqlResult, tables: Tables): StatementResult {
  if (answer.type === 'rows') {
    const { events, unreadable, environment, hasPlainLiterals } = tables;
    return { kind: 'rows', body: answer.body, events, unreadable, environment, hasPlainLiterals };
  }
  const { message, position } = answer;
  return { kind: 'refused', message, ...(position === undefined ? {} : { position }) };
}
