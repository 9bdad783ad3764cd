import * as vscode from 'vscode';
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
  readonly pages: Pick<PageRequests, 'abortRequest' | 'abortRequestOfConnection' | 'sourceNumber'>;
  readonly state: ModelState;
}

export class DisplayedSource implements vscode.Disposable {
  readonly #parts: SourceParts;
  /** The opening that began last; undefined if it has ended. */
  #opening: { readonly sourceNumber: number } | undefined;
  readonly #openingEnds = new vscode.EventEmitter<void>();
  /** Fires when the opening that began last has ended, whether or not its events are displayed. */
  readonly onDidEndOpening = this.#openingEnds.event;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /**
   * Runs `open`, which opens files or a table. `isCurrent` returns false once other events were requested or displayed,
   * or another opening began. A change of the connection does not end the opening. Automatic loads wait until
   * `onDidEndOpening` fires.
   */
  async runOpening<Result>(open: (isCurrent: () => boolean) => Promise<Result>): Promise<Result> {
    const own = { sourceNumber: this.#parts.pages.sourceNumber };
    this.#opening = own;
    try {
      return await open(() => this.#opening === own && this.isOpening());
    } finally {
      if (this.#opening === own) {
        this.#opening = undefined;
        this.#openingEnds.fire();
      }
    }
  }
  /** Whether files or a table are being opened. Their events will replace the displayed ones. */
  isOpening(): boolean {
    return this.#opening?.sourceNumber === this.#parts.pages.sourceNumber;
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
    this.#parts.pages.abortRequest();
    this.#setEmptyState();
  }
  /**
   * Replaces the displayed events by an empty listing, because the current connection has changed and they belong to
   * another one. Files or a table that are being opened will still be displayed.
   */
  displayEmptyListingOfConnection(): void {
    this.#parts.pages.abortRequestOfConnection();
    this.#setEmptyState();
  }
  /**
   * Resolves to whether the displayed events may be replaced. If marks on events of the displayed files were not
   * exported, the user is prompted first.
   */
  confirmReplacingEvents(): Promise<boolean> {
    return exportOrConfirmDroppingMarks(this.#parts, this.#parts.state.getListingNumber());
  }

  dispose(): void {
    this.#openingEnds.dispose();
  }

  #setEmptyState(): void {
    const { connections, listings, state } = this.#parts;
    state.setFeedState(createIdleFeedState(connections.identity(), listings.beginServiceListing));
  }
  #abortRequestAndSetState(state: FeedState): void {
    this.#parts.pages.abortRequest();
    this.#parts.state.setFeedState(state);
  }
}
