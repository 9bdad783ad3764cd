import {
  type FeedState,
  fileChanged,
  fileOpened,
  idleState,
  type OpenedFile,
} from '../../../core/audit/feed/feedState.ts';
import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import { mayDropMarks, type UnsavedMarks } from '../marks/unsavedMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { Listings } from './listings.ts';
import type { PageRequests } from './pageRequests.ts';
import type { ModelState } from './state.ts';

interface SourceParts extends UnsavedMarks {
  readonly connections: Pick<ConnectionSwitch, 'identity' | 'switchTo'>;
  readonly listings: Pick<Listings, 'begin'>;
  readonly pages: Pick<PageRequests, 'abortRequest'>;
  readonly state: ModelState;
}

/** Replaces the displayed events by those of opened files or of another connection, or drops them. */
export class DisplayedSource {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Displays the events of files. The next request that loads the newest events leads back to the service. */
  open(file: OpenedFile): void {
    this.#replace(fileOpened(file));
  }
  /** Updates what is known of the displayed files while they are read. Does nothing if another listing is displayed. */
  readOn({ listing }: Pick<Ledger, 'listing'>, change: Pick<OpenedFile, 'doubts' | 'isReading'>): void {
    const { state } = this.#parts;
    if (state.listing() === listing) state.set(fileChanged(state.current, change));
  }
  /** Switches to the events of another connection than the one that queries go to, until the user selects another vault. */
  switchConnection(name: string): void {
    // The answers of another connection must not meet this one's events, nor be listed under its filters.
    if (this.#parts.connections.switchTo(name)) this.resetStore();
  }
  /** Drops all loaded events and aborts the pending request. */
  resetStore(): void {
    const { connections, listings } = this.#parts;
    this.#replace(idleState(connections.identity(), listings.begin));
  }
  /**
   * Whether the displayed events may be replaced by others, which removes marks made on events of files. The user is
   * asked if some of these marks are in no file.
   */
  mayReplace(): Promise<boolean> {
    return mayDropMarks(this.#parts, this.#parts.state.listing());
  }

  #replace(state: FeedState): void {
    this.#parts.pages.abortRequest();
    this.#parts.state.set(state);
  }
}
