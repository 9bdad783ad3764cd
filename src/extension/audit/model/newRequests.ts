import * as vscode from 'vscode';
import type { NetworkLog, RequestAttempt } from '../../../core/service/networkLog.ts';
import type { ModelState } from './state.ts';

/**
 * Path template of the request that runs a query. Other requests, such as those that list events,
 * are not counted (S32, S40).
 */
const QUERY = '/v1/vaults/{vaultID}/query';

/**
 * Counts the responses to queries that this window sent to the displayed connection since the displayed listing
 * replaced another one or, if later, following ended. A query that is retried automatically can count several times.
 * Nothing is counted before the listing is loaded, while events are followed, or while files are displayed.
 */
export class NewQueryCounter implements vscode.Disposable {
  /** Fires when the count increases, but not when it is reset to 0. */
  readonly onDidChange: vscode.Event<void>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly #state: Pick<ModelState, 'getListingNumber' | 'onDidChange' | 'snapshot'>;
  readonly #listening: vscode.Disposable;
  #count = 0;
  #listing: number;

  constructor(
    state: Pick<ModelState, 'getListingNumber' | 'onDidChange' | 'snapshot'>,
    networkLog: Pick<NetworkLog, 'onChange'>,
  ) {
    this.#state = state;
    this.#listing = state.getListingNumber();
    this.onDidChange = this.#changes.event;
    const unlisten = networkLog.onChange((added) => added && this.#countAnsweredQuery(added));
    this.#listening = vscode.Disposable.from(
      state.onDidChange(() => this.#resetCountForNewListing()),
      { dispose: unlisten },
    );
  }

  getNewQueryCount(): number {
    return this.#count;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changes.dispose();
  }

  #resetCountForNewListing(): void {
    const { following } = this.#state.snapshot();
    if (this.#state.getListingNumber() === this.#listing && !following) return;
    this.#listing = this.#state.getListingNumber();
    this.#count = 0;
  }

  #countAnsweredQuery({ connection, template, result }: RequestAttempt): void {
    const { following, file, connection: shown, phase } = this.#state.snapshot();
    const isShown = !file && !following && connection === shown?.name;
    const isLoaded = phase.content === 'events' || phase.content === 'empty';
    if (!isShown || !isLoaded || template !== QUERY || result.kind !== 'answered') return;
    this.#count++;
    this.#changes.fire();
  }
}
