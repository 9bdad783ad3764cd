import * as vscode from 'vscode';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { ModelState } from './state.ts';

/** The selected event. It stays selected when the tree is redrawn, although the editor then drops its own selection. */
export class EventSelection implements vscode.Disposable {
  readonly #state: Pick<ModelState, 'getListingNumber'>;
  readonly #changes = new vscode.EventEmitter<void>();
  #selected: { readonly event: AuditEvent; readonly listing: number } | undefined;

  /** Fires when an event is selected or the selection is cleared, but not when the displayed listing changes. */
  readonly onDidChange = this.#changes.event;

  constructor(state: Pick<ModelState, 'getListingNumber'>) {
    this.#state = state;
  }

  /** Returns the selected event; undefined if none is selected or another listing than the event's is displayed. */
  getSelectedEvent(): AuditEvent | undefined {
    return this.#selected?.listing === this.#state.getListingNumber() ? this.#selected.event : undefined;
  }
  selectEvent(event: AuditEvent): void {
    this.#selected = { event, listing: this.#state.getListingNumber() };
    this.#changes.fire();
  }
  clearSelectedEvent(): void {
    this.#selected = undefined;
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
