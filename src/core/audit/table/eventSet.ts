/**
 * Opaque names by which other code refers to events and views of a source. Only the source that returned a name can
 * interpret it.
 */

declare const viewName: unique symbol;
declare const eventName: unique symbol;
declare const setName: unique symbol;

/** Names a view of a trail. Views with the same handle have the same rows in the same order. */
export type ViewHandle = (number | string) & { readonly [viewName]: true };

/** Names an event within its listing. Keys can be compared with `===`, but have no order. */
export type EventKey = (number | string) & { readonly [eventName]: true };

/**
 * Names any number of events of a listing, in a fixed order. Stays valid when the view that it came from is no longer
 * kept.
 */
export interface EventSet {
  readonly [setName]: true;
  readonly length: number;
}
