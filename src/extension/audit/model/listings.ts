import { createFileLedger, type FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import { createLedger, type NewLedger } from '../../../core/audit/feed/ledger.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';
import type { Log } from '../../platform/log.ts';

/**
 * Creates listings. A listing is a set of events that the store keeps under one number: the events of a connection
 * for one set of service filters, or the events of files that were opened together.
 */
export class Listings {
  readonly #trail: Pick<LocalTrail, 'add'>;
  readonly #log: Pick<Log, 'defect'>;
  #last = 0;

  constructor(trail: Pick<LocalTrail, 'add'>, log: Pick<Log, 'defect'>) {
    this.#trail = trail;
    this.#log = log;
  }

  /**
   * Creates an empty listing of the service's events and returns its ledger, which adds each new event to the store.
   * `paging` is what is known about whether the connection's service supports paging.
   */
  readonly begin: NewLedger = (paging) => {
    const listing = ++this.#last;
    const failed = (error: unknown): void => this.#log.defect('audit trail', error);
    return createLedger({
      listing,
      paging,
      keep: (events) => void this.#trail.add(listing, events).catch(failed),
    });
  };

  /** Creates an empty listing for events that the store reads from files, and returns its ledger. */
  beginFile(): FileLedger {
    return createFileLedger(++this.#last);
  }
}
