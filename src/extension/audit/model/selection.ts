import type { AuditEvent } from '../../../core/service/types.ts';
import type { ModelState } from './state.ts';

/**
 * The event that the user selected last in the tree. The editor drops its own selection each time the tree is drawn again;
 * this one lasts as long as the event's listing is displayed.
 */
export class EventSelection {
  readonly #state: Pick<ModelState, 'listing'>;
  #selected: { readonly event: AuditEvent; readonly listing: number } | undefined;

  constructor(state: Pick<ModelState, 'listing'>) {
    this.#state = state;
  }

  get(): AuditEvent | undefined {
    return this.#selected?.listing === this.#state.listing() ? this.#selected.event : undefined;
  }
  set(event: AuditEvent): void {
    this.#selected = { event, listing: this.#state.listing() };
  }
  clear(): void {
    this.#selected = undefined;
  }
}
