import {
  type FeedState,
  fileChanged,
  fileOpened,
  idleState,
  listingChanged,
  type OpenedFile,
} from '../../../core/audit/feed/feedState.ts';
import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import { confirmDroppingMarks, type UnsavedMarks } from '../marks/unsavedMarks.ts';
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

/** Replaces the displayed events with those of opened files or of another connection, or drops them. */
export class DisplayedSource {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /**
   * Displays the events of files and aborts the pending request. The next request that loads the newest events
   * displays those of the service again.
   */
  open(file: OpenedFile): void {
    this.#replace(fileOpened(file));
  }
  /**
   * Updates the doubts about the displayed files and whether they are still being read. Does nothing if the displayed
   * listing is not that of the given ledger.
   */
  updateFile({ listing }: Pick<Ledger, 'listing'>, change: Pick<OpenedFile, 'doubts' | 'isReading'>): void {
    const { state } = this.#parts;
    if (state.listing() === listing) state.set(fileChanged(state.current, change));
  }
  /**
   * Switches to the events of the connection with this name (see `ConnectionSwitch`). If events are now requested from
   * another connection than before, drops the loaded events, also those of files.
   */
  switchConnection(name: string): void {
    // Events of another connection must not be mixed with this one's, nor be listed under its filters.
    if (this.#parts.connections.switchTo(name)) this.resetStore();
  }
  /**
   * Displays the events again that were displayed before the service filters changed or a file was opened, with this
   * note, without a request. The events that are displayed now are kept instead if they come from the service. Does
   * nothing if there are no such events.
   */
  goBack(note: string): void {
    const kept = this.#parts.state.kept();
    if (kept) this.#replace(listingChanged(kept.state, { note }));
  }
  /** Drops all loaded events and aborts the pending request. */
  resetStore(): void {
    const { connections, listings } = this.#parts;
    this.#replace(idleState(connections.identity(), listings.begin));
  }
  /**
   * Resolves to whether the displayed events may be replaced by others. If they are from files and have marks or notes
   * that were not exported, the user is asked first and can export or discard them.
   */
  mayReplace(): Promise<boolean> {
    return confirmDroppingMarks(this.#parts, this.#parts.state.listing());
  }

  #replace(state: FeedState): void {
    this.#parts.pages.abortRequest();
    this.#parts.state.set(state);
  }
}
