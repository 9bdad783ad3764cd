/** What is known of a listing that files are read into, as far as they have been read. */
import type { ReadProgress } from '../file/reading.ts';
import type { Ledger } from './ledger.ts';

export interface FileLedger extends Ledger {
  /** The reading has come so far. */
  readOn(progress: ReadProgress): void;
}

/** Of files that nothing was read of yet. */
export function createFileLedger(listing: number): FileLedger {
  let known: Pick<ReadProgress, 'loaded' | 'oldest' | 'newest'> = { loaded: 0 };
  return {
    listing,
    // No service gives pages for it.
    addPage: () => [],
    refused: () => false,
    provenance: () => ({
      support: 'unsupported',
      more: 'unknown',
      reason: known.loaded > 0 ? 'unsupported' : 'nothingLoaded',
      ...known,
    }),
    readOn({ loaded, oldest, newest }) {
      known = { loaded, ...(oldest ? { oldest } : {}), ...(newest ? { newest } : {}) };
    },
  };
}
