import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import { copyRows, MOST_EVENTS } from '../../../core/audit/sql/eventTables.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { QueryReads } from '../../../core/audit/table/queryReads.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { EventsSqlAnswer } from '../../../protocol/eventsSql.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { GoneError, viewedEvents } from '../loadedEvents.ts';
import type { EventMasking } from '../masking.ts';
import { shownReads } from '../shownReads.ts';
import { EventsProcess } from './eventsProcess.ts';

/** What came of a question. */
export type Answered =
  | { readonly kind: 'rows'; readonly body: string; readonly events: number; readonly unreadable: number }
  | { readonly kind: 'refused'; readonly message: string; readonly position?: number }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tooMany'; readonly events: number }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

export interface EventsSqlOptions {
  readonly feed: Pick<AuditFeed, 'trail' | 'query' | 'listing'>;
  readonly masking: Pick<EventMasking, 'shown' | 'value'>;
  readonly readQuery: () => (text: string) => QueryReads;
  /** File of the process. */
  readonly entry: string;
}

export interface Asking {
  readonly sql: string;
  readonly maxRows: number;
  readonly signal: AbortSignalLike;
  /** Events put into the tables so far. */
  readonly onLoaded?: (events: number) => void;
}

/** Which events the tables hold; with another one they are others. */
interface Tables {
  readonly revision: number;
  readonly events: number;
  readonly unreadable: number;
}

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'filling'; readonly process: EventsProcess }
  | { readonly kind: 'filled'; readonly process: EventsProcess; readonly tables: Tables };

/** A question may take so long; then its process is ended. */
const MOST_SECONDS = 60;
/** Characters of rows that go to the process at a time, and pieces that wait there. */
const PIECE = 1024 * 1024;
const PIECES_UNDER_WAY = 2;
/** Query texts whose reads are remembered. */
const REMEMBERED = 5_000;

/** Questions over all loaded events, answered by a process of its own. Its tables are filled when a question needs it. */
export class EventsSql {
  readonly #options: EventsSqlOptions;
  #state: State = { kind: 'none' };
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: EventsSqlOptions) {
    this.#options = options;
  }

  /** One after the other. Never rejects but with what the trail rejects with. */
  ask(asking: Asking): Promise<Answered> {
    const answered = this.#last.then(() => this.#ask(asking));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  /** Forgets the tables: what may be shown of the events has changed, or they are to be forgotten. */
  forget(): void {
    if (this.#state.kind !== 'none') this.#state.process.end();
    this.#state = { kind: 'none' };
  }

  async #ask(asking: Asking): Promise<Answered> {
    const { signal, sql, maxRows } = asking;
    if (signal.aborted) return { kind: 'cancelled' };
    let timedOut = false;
    const stop = (): void => this.forget();
    signal.addEventListener('abort', stop);
    let timer: NodeJS.Timeout | undefined;
    try {
      const filled = await this.#fill(asking);
      if (filled.kind !== 'filled') return signal.aborted ? { kind: 'cancelled' } : filled;
      timer = setTimeout(() => {
        timedOut = true;
        stop();
      }, MOST_SECONDS * 1000);
      const answer = await filled.process.ask({ type: 'ask', sql, maxRows });
      if (signal.aborted) return { kind: 'cancelled' };
      if (timedOut) return { kind: 'timeout', seconds: MOST_SECONDS };
      return answeredOf(answer, filled.tables);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** The tables with all events loaded now. */
  async #fill(
    asking: Asking,
  ): Promise<Extract<State, { kind: 'filled' }> | Exclude<Answered, { kind: 'rows' | 'refused' }>> {
    const { feed, entry } = this.#options;
    const view = await ofShown(feed, () =>
      feed.trail.view({ ...feed.query(), filters: noFilters, gaps: [] }),
    );
    const events = view.counts.passing;
    if (events === 0) return { kind: 'nothing' };
    if (events > MOST_EVENTS) return { kind: 'tooMany', events };
    const state = this.#state;
    if (state.kind === 'filled' && state.process.isAlive() && state.tables.revision === view.revision)
      return state;
    this.forget();
    if (asking.signal.aborted) return { kind: 'cancelled' };
    const process = new EventsProcess(entry);
    this.#state = { kind: 'filling', process };
    const last = await this.#send(process, view, asking).catch((error: unknown): EventsSqlAnswer => {
      if (error instanceof GoneError) return { type: 'failed', message: error.name };
      throw error;
    });
    if (last.type !== 'loaded') {
      process.end();
      return { kind: 'failed', message: 'message' in last ? last.message : last.type };
    }
    const { revision } = view;
    const filled = {
      kind: 'filled',
      process,
      tables: { revision, events, unreadable: last.unreadable },
    } as const;
    this.#state = filled;
    return filled;
  }

  /** Sends all rows, while the process starts and puts them into its tables. */
  async #send(
    process: EventsProcess,
    view: TrailView,
    { signal, onLoaded }: Asking,
  ): Promise<EventsSqlAnswer> {
    const up = await process.ready;
    if (up.type !== 'ready') return up;
    const underWay: Promise<EventsSqlAnswer>[] = [];
    let [events, reads, count] = ['', '', 0];
    const send = (): void => {
      underWay.push(process.ask({ type: 'add', events, reads }));
      [events, reads] = ['', ''];
    };
    for await (const rows of this.#rows(view)) {
      events += rows.events;
      reads += rows.reads;
      count++;
      if (events.length + reads.length < PIECE) continue;
      send();
      const answer = underWay.length > PIECES_UNDER_WAY ? await underWay.shift() : undefined;
      if (signal.aborted || (answer && answer.type !== 'added')) break;
      onLoaded?.(count);
    }
    if (events !== '') send();
    for (const answer of await Promise.all(underWay)) if (answer.type !== 'added') return answer;
    return process.ask({ type: 'close' });
  }

  async *#rows(view: TrailView) {
    const { feed, masking } = this.#options;
    const readsOf = this.#reader();
    for await (const { number, event } of viewedEvents(feed, view)) {
      const query = queryOf(event);
      const reads = query === undefined ? undefined : shownReads(readsOf(query), masking);
      yield copyRows(number, { event: masking.shown(event), reads });
    }
  }

  #reader(): (text: string) => QueryReads {
    const readQuery = this.#options.readQuery();
    const known = new Map<string, QueryReads>();
    return (text) => {
      const reads = known.get(text) ?? readQuery(text);
      if (known.size < REMEMBERED) known.set(text, reads);
      return reads;
    };
  }
}

function answeredOf(answer: EventsSqlAnswer, { events, unreadable }: Tables): Answered {
  if (answer.type === 'rows') return { kind: 'rows', body: answer.body, events, unreadable };
  if (answer.type === 'failed') return { kind: 'failed', message: answer.message };
  if (answer.type !== 'refused') return { kind: 'failed', message: answer.type };
  const { message, position } = answer;
  return { kind: 'refused', message, ...(position === undefined ? {} : { position }) };
}
