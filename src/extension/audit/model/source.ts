import {
  createFileShownState,
  createIdleFeedState,
  type FeedState,
  type FileChange,
  type OpenedFile,
  withFileChange,
  withListingChange,
} from '../../../core/audit/feed/feedState.ts';
import type { Ledger } from '../../../core/audit/feed/ledger.ts';
import { exportOrConfirmDroppingMarks, type UnsavedMarksParts } from '../marks/unsavedMarks.ts';
import type { ConnectionSwitch } from './connectionSwitch.ts';
import type { Listings } from './listings.ts';
import type { PageRequests } from './pageRequests.ts';
import type { ModelState } from './state.ts';

interface SourceParts extends UnsavedMarksParts {
  readonly connections: Pick<ConnectionSwitch, 'identity' | 'switchToConnection'>;
  readonly listings: Pick<Listings, 'beginServiceListing'>;
  readonly pages: Pick<PageRequests, 'abortRequest'>;
  readonly state: ModelState;
}

export class DisplayedSource {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  displayOpenedFile(file: OpenedFile): void {
    this.#abortRequestAndSetState(createFileShownState(file));
  }
  updateFileIfDisplayed({ listing }: Pick<Ledger, 'listing'>, change: FileChange): void {
    const { state } = this.#parts;
    if (state.getListingNumber() === listing) state.setFeedState(withFileChange(state.current, change));
  }
  /**
   * Switches to the connection with this name, without requesting its events. If that changes the current connection,
   * an empty listing replaces the displayed events.
   */
  switchConnection(name: string): void {
    // Events of the previous connection must not be mixed with those of the new one, nor be displayed under its name.
    if (this.#parts.connections.switchToConnection(name)) this.displayEmptyListing();
  }
  /**
   * Displays the previous events again with this note, without a request. Does nothing if none were kept for the
   * current connection.
   */
  displayKeptListing(note: string): void {
    const kept = this.#parts.state.getRestorableListing();
    if (kept) this.#abortRequestAndSetState(withListingChange(kept.state, { note }));
  }
  displayEmptyListing(): void {
    const { connections, listings } = this.#parts;
    this.#abortRequestAndSetState(createIdleFeedState(connections.identity(), listings.beginServiceListing));
  }
  /**
   * Resolves to whether the displayed events may be replaced. If marks on events of the displayed files were not
   * exported, the user is prompted first.
   */
  confirmReplacingEvents(): Promise<boolean> {
    return exportOrConfirmDroppingMarks(this.#parts, this.#parts.state.getListingNumber());
  }

  #abortRequestAndSetState(state: FeedState): void {
    this.#parts.pages.abortRequest();
    this.#parts.state.setFeedState(state);
  }
}
