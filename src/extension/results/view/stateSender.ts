import type { Disposable } from 'vscode';
import type { ResultsState, ResultsView } from '../../../protocol/results.ts';
import type { Rpc } from '../../../protocol/rpc.ts';

const LOADING_DELAY_MS = 100;

/**
 * Sends states to the webview of a results viewer. A `loading` state is sent after a short delay, unless another state
 * replaces it meanwhile, so that a short wait does not cause a flash.
 */
export class StateSender implements Disposable {
  webview: Rpc<ResultsView> | undefined;
  #latest: ResultsState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  sendOrScheduleState(state: ResultsState): void {
    this.#latest = state;
    if (state.phase === 'loading') this.#timer ??= setTimeout(() => this.#sendLatest(), LOADING_DELAY_MS);
    else this.#sendLatest();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.webview?.dispose();
  }

  #sendLatest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latest) this.webview?.notify('state', this.#latest);
  }
}
