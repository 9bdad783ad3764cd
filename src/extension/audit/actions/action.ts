import type { ActionSubject } from './traits.ts';

/** The properties that actions on events and actions on values have in common. */
export interface Action<Trait extends string> {
  /** The action is offered where its subject has all these traits. */
  readonly traits: readonly Trait[];
  /**
   * The place in every menu, as the manifest writes it: `group@order`. A line separates groups. Two actions that never
   * apply at once, such as marking and removing the mark, share a place.
   */
  readonly place: `${number}_${string}@${number}`;
  /** The name of a codicon. A button in the details needs one that `media/icons.css` has. */
  readonly icon?: string;
  /**
   * The position of the action's button in the rows of the Audit Events view, ascending from 1; undefined if those rows
   * have no button for it.
   */
  readonly inline?: number;
  /** True if the details of an event have a button for it. Actions without one are in the menu behind **More actions**. */
  readonly isButton?: true;
}

/** The ID of an action is the ID of its command; its label is the title of that command. */
export type ActionID = `vaultsql.audit.${string}`;

/** An action together with what the tables say about it. */
export interface ListedAction extends Action<string> {
  readonly id: ActionID;
  readonly subject: ActionSubject;
}

const orderOf = (place: string): number => Number(place.slice(place.indexOf('@') + 1));
export const groupOf = (place: string): string => place.slice(0, place.indexOf('@'));

/** Compares two places as the editor orders menus: by the name of the group, then by the number. */
export const comparePlaces = (a: { readonly place: string }, b: { readonly place: string }): number =>
  groupOf(a.place).localeCompare(groupOf(b.place)) || orderOf(a.place) - orderOf(b.place);
