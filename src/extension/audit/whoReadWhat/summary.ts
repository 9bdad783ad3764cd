import type { ViewHandle } from '../../../core/audit/table/eventSet.ts';
import { type AuditTrail, TrailCancelled, type TrailView } from '../../../core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { ExportMasking } from '../export/eventsFile.ts';
import { type ReadersTable, readersTable } from './table.ts';

export interface Reading {
  /** What the events shown amount to, as last summed up; undefined where other filters or other events came since. */
  result(): { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  /** Whether the events of the view are not, or not just, those that were summed up. */
  isDue(view: TrailView): boolean;
  /** Drops the result and what is being summed up: it is of other events. */
  drop(): void;
  /** Sums up until nothing is due or wanted any more; while that continues, no second one begins. */
  run(): Promise<void>;
}

interface ReadingParts {
  readonly trail: Pick<AuditTrail, 'whoReadWhat'>;
  readonly masking: ExportMasking;
  /** The view of the trail as it is to be shown now. */
  readonly view: () => Promise<TrailView>;
  readonly isWanted: () => boolean;
  readonly onRead: () => void;
}

/** Who read what by the events that the table shows, kept in step with them. */
export function createReading(parts: ReadingParts): Reading {
  const { trail, masking, isWanted, onRead } = parts;
  let result: { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  /** The view behind `result`. */
  let summedUp: ViewHandle | undefined;
  let running: Promise<void> | undefined;
  /** Cancels the trail's pending computation. */
  let pending: AbortController | undefined;

  const isDue = (view: TrailView): boolean => !result || summedUp !== view.handle;
  /** The view to sum up, where one is due. */
  async function nextDue(): Promise<TrailView | undefined> {
    if (!isWanted()) return undefined;
    const view = await parts.view();
    // While a file is being read it is asked again with each part.
    return view.isComplete && isWanted() && isDue(view) ? view : undefined;
  }

  async function sumUp(): Promise<void> {
    for (let view = await nextDue(); view; view = await nextDue()) {
      // New events do not cancel it: while they keep coming, nothing would ever be displayed.
      const abort = new AbortController();
      pending = abort;
      const found = await trail.whoReadWhat(view.handle, abort.signal).catch(undefinedIfCancelled);
      if (!found || abort.signal.aborted || !isWanted()) continue;
      result = { found, readers: readersTable(found, masking) };
      summedUp = view.handle;
      onRead();
    }
  }

  return {
    result: () => result,
    isDue,
    drop() {
      pending?.abort();
      result = undefined;
      summedUp = undefined;
    },
    run,
  };

  function run(): Promise<void> {
    running ??= sumUp()
      .finally(() => {
        running = undefined;
      })
      // Asked again just when it was done.
      .then(async () => ((await nextDue()) ? run() : undefined));
    return running;
  }
}

function undefinedIfCancelled(error: unknown): undefined {
  if (!(error instanceof TrailCancelled)) throw error;
}
