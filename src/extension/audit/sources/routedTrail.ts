import type { EventSet, ViewHandle } from '../../../core/audit/table/eventSet.ts';
import type { Grouping } from '../../../core/audit/table/grouping.ts';
import type { AuditTrail, RowsToCompare, TrailQuery, TrailView } from '../../../core/audit/table/trail.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';

/** Maximum number of view handles whose trail is remembered; more than all trails keep views. */
const MAX_HANDLES = 64;

/** Reads each listing from the trail that has it: one that was added for the listing, or else the default one. */
export class RoutedTrail implements AuditTrail {
  readonly #default: AuditTrail;
  readonly #byListing = new Map<number, AuditTrail>();
  readonly #byHandle = new Map<ViewHandle, AuditTrail>();

  constructor(defaultTrail: AuditTrail) {
    this.#default = defaultTrail;
  }

  /** Reads a listing from `trail` from now on. */
  add(listing: number, trail: AuditTrail): void {
    this.#byListing.set(listing, trail);
  }
  /** Removes the trail of a listing. Calls for its views return undefined from now on, if the default trail does so. */
  remove(listing: number): void {
    const trail = this.#byListing.get(listing);
    this.#byListing.delete(listing);
    for (const [handle, other] of this.#byHandle) if (other === trail) this.#byHandle.delete(handle);
  }

  async view(query: TrailQuery, signal?: AbortSignalLike): Promise<TrailView> {
    const trail = this.#byListing.get(query.listing);
    if (!trail) return this.#default.view(query, signal);
    const view = await trail.view(query, signal);
    if (this.#byListing.get(query.listing) === trail) this.#rememberHandle(view.handle, trail);
    return view;
  }
  window(view: ViewHandle, ...args: readonly [from: number, to: number, signal?: AbortSignalLike]) {
    return this.#ofView(view).window(view, ...args);
  }
  rows(view: ViewHandle, signal?: AbortSignalLike): Promise<EventSet | undefined> {
    return this.#ofView(view).rows(view, signal);
  }
  groups(
    view: ViewHandle,
    ...args: readonly [by: Exclude<Grouping, 'none'>, from: number, to: number, signal?: AbortSignalLike]
  ) {
    return this.#ofView(view).groups(view, ...args);
  }
  whoReadWhat(view: ViewHandle, signal?: AbortSignalLike) {
    return this.#ofView(view).whoReadWhat(view, signal);
  }
  unusualValues(view: ViewHandle, compared: RowsToCompare, signal?: AbortSignalLike) {
    return this.#ofView(view).unusualValues(view, compared, signal);
  }
  events(...args: Parameters<AuditTrail['events']>) {
    return this.#ofListing(args[0]).events(...args);
  }
  members(...args: Parameters<AuditTrail['members']>) {
    return this.#ofListing(args[0]).members(...args);
  }
  find(...args: Parameters<AuditTrail['find']>) {
    return this.#ofListing(args[0]).find(...args);
  }
  values(...args: Parameters<AuditTrail['values']>) {
    return this.#ofListing(args[0]).values(...args);
  }
  vaultNames(...args: Parameters<AuditTrail['vaultNames']>) {
    return this.#ofListing(args[0]).vaultNames(...args);
  }

  #ofListing(listing: number): AuditTrail {
    return this.#byListing.get(listing) ?? this.#default;
  }
  #ofView(view: ViewHandle): AuditTrail {
    return this.#byHandle.get(view) ?? this.#default;
  }
  #rememberHandle(handle: ViewHandle, trail: AuditTrail): void {
    this.#byHandle.delete(handle);
    this.#byHandle.set(handle, trail);
    const [oldest] = this.#byHandle.keys();
    if (this.#byHandle.size > MAX_HANDLES && oldest !== undefined) this.#byHandle.delete(oldest);
  }
}
