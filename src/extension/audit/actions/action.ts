import type { ActionSubject } from './traits.ts';

/** The properties that actions on events and actions on values have in common. */
export interface Action<Trait extends string> {
  /** The traits that an event or value must all have for the action to be offered. */
  readonly traits: readonly Trait[];
  /**
   * The position in menus as `group@order`, as the manifest writes it. Actions that never apply at once, such as
   * marking and removing the mark, may share a position.
   */
  readonly place: `${number}_${string}@${number}`;
  /**
   * The name of a codicon; undefined for no icon. A button in the details of an event needs an icon that
   * `media/icons.css` defines.
   */
  readonly icon?: string;
  /**
   * The position of the action's button in the rows of the Audit Events view, ascending from 1; undefined if those rows
   * have no button for it.
   */
  readonly inline?: number;
  /** True if the details of an event have a button for the action. */
  readonly isButton?: true;
}

/** The ID of an action, which is also the ID of its command. */
export type ActionID = `vaultsql.audit.${string}`;

export interface ListedAction extends Action<string> {
  readonly id: ActionID;
  readonly subject: ActionSubject;
}

const orderOf = (place: string): number => Number(place.slice(place.indexOf('@') + 1));
export const groupOf = (place: string): string => place.slice(0, place.indexOf('@'));

/**
 * Compares the positions (`group@order`) of two menu entries: by the name of the group, then by the order. Returns a
 * negative number if `a` comes first.
 */
export const compareMenuPlaces = (a: { readonly place: string }, b: { readonly place: string }): number =>
  groupOf(a.place).localeCompare(groupOf(b.place)) || orderOf(a.place) - orderOf(b.place);
