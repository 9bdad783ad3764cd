import * as vscode from 'vscode';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { ModelState } from './state.ts';

/**
 * The event that the user selected last in the tree. The editor drops its own selection each time the tree is drawn again;
 * this one lasts as long as the event's listing is displayed.
 */
export class EventSelection implements vscode.Disposable {
  readonly #state: Pick<ModelState, 'listing'>;
  readonly #changes = new vscode.EventEmitter<void>();
  #selected: { readonly event: AuditEvent; readonly listing: number } | undefined;

  /** Fires when an event is selected or the selection is cleared, but not when the displayed listing changes. */
  readonly onDidChange = this.#changes.event;

  constructor(state: Pick<ModelState, 'listing'>) {
    this.#state = state;
  }

  get(): AuditEvent | undefined {
    return this.#selected?.listing === this.#state.listing() ? this.#selected.event : undefined;
  }
  set(event: AuditEvent): void {
    this.#selected = { event, listing: this.#state.listing() };
    this.#changes.fire();
  }
  clear(): void {
    this.#selected = undefined;
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
