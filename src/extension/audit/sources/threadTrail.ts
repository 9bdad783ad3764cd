import { Worker } from 'node:worker_threads';
import type { EventData } from '../../../core/audit/feed/compactEvent.ts';
import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/reading.ts';
import type { OddFound } from '../../../core/audit/odd/oddValues.ts';
import type { CopyPiece, CopyRules } from '../../../core/audit/sql/copyPiece.ts';
import type { FieldID } from '../../../core/audit/table/fields.ts';
import type { EventNumbers } from '../../../core/audit/table/filter.ts';
import type { Grouping } from '../../../core/audit/table/groups.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';
import type {
  AuditTrail,
  SeenValue,
  TrailEvent,
  TrailGroups,
  TrailQuery,
  TrailView,
  VaultNames,
} from '../../../core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { TrailCall, TrailMethod, TrailReply } from './messages.ts';

/** Megabytes of objects; columns are beside them, and events in neither. */
const MAX_HEAP_MB = 2_048;

/** What is there of a listing while none was ever added to. */
const nothing: TrailView = {
  ...{ revision: 0, isComplete: true, gaps: [], facets: [], histogram: undefined },
  counts: { loaded: 0, passing: 0, conflicting: 0 },
};

/** The thread ended with all that was loaded. */
export class TrailEnded extends Error {
  override readonly name = 'TrailEnded';
}

interface Pending {
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread, and what it has not answered yet. */
interface Running {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/** The trail in a thread of its own, which begins with the first events and gets none of this process's environment. */
export class ThreadTrail implements AuditTrail {
  readonly #entry: string;
  readonly #onEnded: (error: unknown) => void;
  #running: Running | undefined;
  #id = 0;

  /** `entry` is the path of the thread's entry; `onEnded` hears when it ended by itself: nothing is loaded any more. */
  constructor(entry: string, onEnded: (error: unknown) => void) {
    this.#entry = entry;
    this.#onEnded = onEnded;
  }

  async add(listing: number, events: readonly EventData[]): Promise<void> {
    this.#start();
    await this.#call('add', listing, events);
  }
  async drop(listing: number): Promise<void> {
    await this.#call('drop', listing);
  }
  async view(query: TrailQuery): Promise<TrailView> {
    return (await this.#call<TrailView>('view', query)) ?? nothing;
  }
  async window(revision: number, from: number, to: number): Promise<readonly TrailEvent[] | undefined> {
    if (revision === nothing.revision) return [];
    return this.#call('window', revision, from, to);
  }
  async groups(
    revision: number,
    by: Exclude<Grouping, 'none'>,
    from: number,
    to: number,
  ): Promise<TrailGroups | undefined> {
    if (revision === nothing.revision) return { count: 0, groups: [], gaps: [] };
    return this.#call('groups', revision, by, from, to);
  }
  async events(listing: number, numbers: EventNumbers): Promise<readonly TrailEvent[]> {
    return (await this.#call<readonly TrailEvent[]>('events', listing, numbers)) ?? [];
  }
  find(listing: number, changeID: string): Promise<TrailEvent | undefined> {
    return this.#call('find', listing, changeID);
  }
  async values(listing: number, field: FieldID): Promise<readonly SeenValue[]> {
    return (await this.#call<readonly SeenValue[]>('values', listing, field)) ?? [];
  }
  vaultNames(listing: number): Promise<readonly VaultNames[] | undefined> {
    return this.#call('vaultNames', listing);
  }
  async whoReadWhat(revision: number): Promise<WhoReadWhat | undefined> {
    if (revision === nothing.revision)
      return { rows: [], unread: [], queries: 0, leftOut: 0, actors: 0, others: 0 };
    return this.#call('whoReadWhat', revision);
  }
  async odd(revision: number, from?: number, to?: number): Promise<OddFound | undefined> {
    if (revision === nothing.revision) return { sizes: { here: 0, rest: 0 }, values: [] };
    return this.#call('odd', revision, from, to);
  }
  copyRows(listing: number, from: number, to: number, rules: CopyRules): Promise<CopyPiece | undefined> {
    return this.#call('copyRows', listing, from, to, rules);
  }
  async read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead> {
    this.#start();
    const read = await this.#ask<FilesRead>({ method: 'read', given: [listing, files], onProgress });
    if (!read) throw new TrailEnded('no thread');
    return read;
  }
  async stop(listing: number): Promise<void> {
    await this.#call('stop', listing);
  }
  /** Ends the thread, whatever it is doing. */
  async dispose(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    for (const { reject } of running.pending.values()) reject(new TrailEnded('disposed'));
    await running.worker.terminate();
  }

  /** What the thread answers; undefined where there is none yet. */
  #call<Answer>(method: TrailMethod, ...given: readonly unknown[]): Promise<Answer | undefined> {
    return this.#ask({ method, given });
  }
  async #ask<Answer>({
    method,
    given,
    onProgress,
  }: Omit<TrailCall, 'id'> & Pick<Pending, 'onProgress'>): Promise<Answer | undefined> {
    const running = this.#running;
    if (!running) return undefined;
    const id = ++this.#id;
    return new Promise<Answer | undefined>((resolve, reject) => {
      running.pending.set(id, {
        ...{ resolve: (answer) => resolve(answer as Answer), reject },
        ...(onProgress ? { onProgress } : {}),
      });
      running.worker.postMessage({ id, method, given } satisfies TrailCall);
    });
  }
  #start(): void {
    if (this.#running) return;
    const worker = new Worker(this.#entry, {
      ...{ env: {}, execArgv: [], stderr: true, stdout: true },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const running: Running = { worker, pending: new Map() };
    this.#running = running;
    const ended = (error: unknown): void => {
      for (const { reject } of running.pending.values()) reject(new TrailEnded('ended', { cause: error }));
      running.pending.clear();
      if (this.#running !== running) return;
      this.#running = undefined;
      this.#onEnded(error);
    };
    worker.on('message', (reply: TrailReply) => {
      const pending = running.pending.get(reply.id);
      if (reply.kind === 'progress') {
        pending?.onProgress?.(reply.progress);
        return;
      }
      running.pending.delete(reply.id);
      if (reply.kind === 'answer') pending?.resolve(reply.answer);
      else pending?.reject(reply.kind === 'lost' ? new EventsLost(reply.reason, reply.file) : reply.error);
    });
    worker.on('error', ended);
    worker.on('exit', (code) => ended(new Error(`exit code ${code}`)));
    // It keeps no program running by itself.
    worker.unref();
  }
}
