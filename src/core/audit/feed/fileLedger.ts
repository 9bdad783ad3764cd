/** The ledger of a listing whose events are read from files. */
import type { ReadProgress } from '../file/fileReads.ts';
import type { Ledger } from './ledger.ts';

/** A ledger without paging. It reports the number and times of the events read from files so far. */
export interface FileLedger extends Ledger {
  /** Updates the number and times of the loaded events from the progress of reading the files. */
  updateProgress(progress: ReadProgress): void;
}

/**
 * Creates the ledger of a listing whose files have not been read yet. `listing` is the number of the listing in the
 * trail.
 */
export function createFileLedger(listing: number): FileLedger {
  let known: Pick<ReadProgress, 'loaded' | 'oldest' | 'newest'> = { loaded: 0 };
  return {
    listing,
    // No service gives pages for it.
    addPage: () => [],
    recordRefusal: () => false,
    provenance: () => ({
      support: 'unsupported',
      more: 'unknown',
      reason: known.loaded > 0 ? 'unsupported' : 'nothingLoaded',
      pages: 0,
      ...known,
    }),
    updateProgress({ loaded, oldest, newest }) {
      known = { loaded, ...(oldest ? { oldest } : {}), ...(newest ? { newest } : {}) };
    },
  };
}
