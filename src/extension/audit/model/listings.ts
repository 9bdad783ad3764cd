import { createFileLedger, type FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import { createLedger, type NewLedger } from '../../../core/audit/feed/ledger.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';
import type { Log } from '../../platform/log.ts';

/**
 * Creates the ledgers of new listings. A listing contains the events of a connection for one set of service filters, or
 * the events of files that were opened together. The store keeps each listing under a number.
 */
export class Listings {
  readonly #trail: Pick<LocalTrail, 'add'>;
  readonly #log: Pick<Log, 'defect'>;
  #last = 0;

  constructor(trail: Pick<LocalTrail, 'add'>, log: Pick<Log, 'defect'>) {
    this.#trail = trail;
    this.#log = log;
  }

  readonly beginServiceListing: NewLedger = (paging) => {
    const listing = ++this.#last;
    const failed = (error: unknown): void => this.#log.defect('audit trail', error);
    return createLedger({
      listing,
      paging,
      onNewEvents: (events) => void this.#trail.add(listing, events).catch(failed),
    });
  };

  beginFileListing(): FileLedger {
    return createFileLedger(++this.#last);
  }
}
