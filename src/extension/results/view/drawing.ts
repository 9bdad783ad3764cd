import type { Disposable } from 'vscode';
import type { ResultsState, ResultsView } from '../../../protocol/results.ts';
import type { Rpc } from '../../../protocol/rpc.ts';

/** A wait that is shorter, in milliseconds, is not drawn: a person would see no more than a flash. */
const LOADING_MS = 100;

/**
 * Sends states to a page as they come; one that only says that an answer is waited for once that has lasted. The editor
 * takes messages one by one, and the rows would come after it.
 */
export class Drawing implements Disposable {
  /** Where to; undefined while there is no page, which begins with the state that it asks for. */
  page: Rpc<ResultsView> | undefined;
  #latest: ResultsState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  draw(state: ResultsState): void {
    this.#latest = state;
    if (state.phase === 'loading') this.#timer ??= setTimeout(() => this.#send(), LOADING_MS);
    else this.#send();
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.page?.dispose();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latest) this.page?.notify('state', this.#latest);
  }
}
