/**
 * Opaque names by which other code refers to events and views of a source. Only the source that returned a name can
 * interpret it: for the local store a key is a row number, for a database it may be an event ID. All names are
 * plain data that can be sent to other threads.
 */

declare const viewName: unique symbol;
declare const eventName: unique symbol;
declare const setName: unique symbol;

/** Names a view of a trail. Views with the same handle have the same rows in the same order. */
export type ViewHandle = (number | string) & { readonly [viewName]: true };

/**
 * Names an event within its listing, for as long as the listing exists. Keys can be compared with `===` but have no
 * order.
 */
export type EventKey = (number | string) & { readonly [eventName]: true };

/**
 * Names any number of events of a listing, in a fixed order. The set does not change when events are added to the
 * listing, and is valid as long as the listing exists, even if the view it came from is no longer kept. A source may
 * represent it as a list of keys or as a condition.
 */
export interface EventSet {
  readonly [setName]: true;
  readonly length: number;
}
