import { createFileLedger, type FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import { createLedger, type NewLedger } from '../../../core/audit/feed/ledger.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';
import type { Log } from '../../platform/log.ts';

/**
 * Begins listings. A listing is a set of events that the trail stores under one number: the events of a connection for
 * one set of the service's filters, or those of files that were opened together.
 */
export class Listings {
  readonly #trail: Pick<LocalTrail, 'add'>;
  readonly #log: Pick<Log, 'defect'>;
  #last = 0;

  constructor(trail: Pick<LocalTrail, 'add'>, log: Pick<Log, 'defect'>) {
    this.#trail = trail;
    this.#log = log;
  }

  /** Begins a listing of the service's events. Its ledger adds each new event to the trail. */
  readonly begin: NewLedger = (paging) => {
    const listing = ++this.#last;
    const failed = (error: unknown): void => this.#log.defect('audit trail', error);
    return createLedger({
      listing,
      paging,
      keep: (events) => void this.#trail.add(listing, events).catch(failed),
    });
  };

  /** Begins a listing into which the trail reads files. */
  beginFile(): FileLedger {
    return createFileLedger(++this.#last);
  }
}
