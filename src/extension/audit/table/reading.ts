import type { QueryReads } from '../../../core/audit/table/queryReads.ts';
import type { AuditTable } from '../../../core/audit/table/table.ts';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { ExportMasking } from '../exportFile.ts';
import { type ReadersTable, readersOf, readersTable } from './readers.ts';

export interface Reading {
  /** What the events shown amount to, as last summed up; undefined where other filters or other events came since. */
  result(): { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  /** Whether the events shown are not, or not just, those that were summed up. */
  isDue(): boolean;
  /** Drops the result and what is being summed up: it is of other events. */
  drop(): void;
  /** Sums up until nothing is due or wanted any more; while that goes on, no second one begins. */
  run(): Promise<void>;
}

export interface ReadingParts {
  readonly table: AuditTable;
  readonly masking: ExportMasking;
  readonly readQuery: () => (text: string) => QueryReads;
  /** Once the table has taken in all that is loaded. */
  readonly settled: () => Promise<void>;
  readonly isWanted: () => boolean;
  readonly onRead: () => void;
}

/** Who read what by the events that the table shows, kept in step with them. */
export function createReading(parts: ReadingParts): Reading {
  const { table, masking, readQuery, settled, isWanted, onRead } = parts;
  let result: { readonly found: WhoReadWhat; readonly readers: ReadersTable } | undefined;
  /** The rows behind `result`. */
  let of: Uint32Array | undefined;
  let running: Promise<void> | undefined;
  let turn = 0;

  const isDue = (): boolean => !result || of !== table.view().rows;

  async function sumUp(): Promise<void> {
    await settled();
    while (isWanted() && isDue()) {
      const own = turn;
      const { rows } = table.view();
      const events = Array.from(rows, (row) => table.index.events[row]).filter(
        (event) => event !== undefined,
      );
      // Events that come in between do not stop it: while they keep coming nothing would ever be shown.
      const isStopped = (): boolean => own !== turn || !isWanted();
      const found = await readersOf(events, readQuery(), isStopped);
      if (found && !isStopped()) {
        result = { found, readers: readersTable(found, masking) };
        of = rows;
        onRead();
      }
      await settled();
    }
  }

  return {
    result: () => result,
    isDue,
    drop() {
      turn++;
      result = undefined;
      of = undefined;
    },
    run,
  };

  function run(): Promise<void> {
    running ??= sumUp()
      .finally(() => {
        running = undefined;
      })
      // Asked again just when it was done.
      .then(() => (isWanted() && isDue() ? run() : undefined));
    return running;
  }
}
