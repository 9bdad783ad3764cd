import type { ReadProgress } from '../file/fileReads.ts';
import type { Ledger } from './ledger.ts';

export interface FileLedger extends Ledger {
  updateProgress(progress: ReadProgress): void;
}

export function createFileLedger(listing: number): FileLedger {
  let known: Pick<ReadProgress, 'loaded' | 'oldest' | 'newest'> = { loaded: 0 };
  return {
    listing,
    // Files have no pages of a service.
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
