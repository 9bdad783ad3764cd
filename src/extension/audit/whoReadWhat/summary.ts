import { rethrowUnlessCancelled } from '../../../core/audit/table/cancelling.ts';
import type { ViewHandle } from '../../../core/audit/table/eventSet.ts';
import type { AuditTrail, TrailView } from '../../../core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { ExportMasking } from '../export/eventsFile.ts';
import { createReadersTable, type ReadersTable } from './table.ts';

export interface ReadersComputation {
  result(): { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  isDue(view: TrailView): boolean;
  /** Aborts a running computation, which starts again if it is still needed. The last result is kept. */
  cancel(): void;
  discardResult(): void;
  /**
   * Recomputes “who read what” if it is needed and out of date, unless the view is incomplete. A call
   * during a computation joins it.
   */
  run(): Promise<void>;
}

interface ReadingParts {
  readonly trail: Pick<AuditTrail, 'whoReadWhat'>;
  readonly masking: ExportMasking;
  readonly view: () => Promise<TrailView>;
  readonly isWanted: () => boolean;
  readonly onRead: () => void;
}

/** Creates the computation of “who read what”. `onRead` is called after each new result. */
export function createReadersComputation(parts: ReadingParts): ReadersComputation {
  const { trail, masking, isWanted, onRead } = parts;
  let result: { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  let summedUp: ViewHandle | undefined;
  let running: Promise<void> | undefined;
  let pending: AbortController | undefined;

  const isDue = (view: TrailView): boolean => !result || summedUp !== view.handle;
  async function nextDue(): Promise<TrailView | undefined> {
    if (!isWanted()) return undefined;
    const view = await parts.view();
    // While a file is being read, the view is incomplete.
    return view.isComplete && isWanted() && isDue(view) ? view : undefined;
  }

  async function sumUp(): Promise<void> {
    for (let view = await nextDue(); view; view = await nextDue()) {
      // New events do not cancel the computation. Otherwise, nothing would be displayed while events keep arriving.
      const abort = new AbortController();
      pending = abort;
      const found = await trail.whoReadWhat(view.handle, abort.signal).catch(rethrowUnlessCancelled);
      if (!found || abort.signal.aborted || !isWanted()) continue;
      result = { found, readers: createReadersTable(found, masking, { hasAllColumns: false }) };
      summedUp = view.handle;
      onRead();
    }
  }

  return {
    result: () => result,
    isDue,
    cancel: () => pending?.abort(),
    discardResult() {
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
      // A call of `run` just before the end may have had no effect, so check once more.
      .then(async () => ((await nextDue()) ? run() : undefined));
    return running;
  }
}
