import type { ActionSubject } from './traits.ts';

export interface Action<Trait extends string> {
  /** The traits that an event or value must all have for the action to be offered. */
  readonly traits: readonly Trait[];
  /** The position in menus as `group@order`. Actions that exclude each other may share one. */
  readonly place: `${number}_${string}@${number}`;
  /**
   * The name of a codicon. A button in the details of an event needs one that `media/icons.css`
   * defines.
   */
  readonly icon?: string;
  readonly inline?: number;
  readonly isButton?: true;
}

export type ActionID = `vaultsql.audit.${string}`;

export interface ListedAction extends Action<string> {
  readonly id: ActionID;
  readonly subject: ActionSubject;
}

const orderOf = (place: string): number => Number(place.slice(place.indexOf('@') + 1));
const menuGroup = (place: string): string => place.slice(0, place.indexOf('@'));

export const compareMenuPlaces = (a: { readonly place: string }, b: { readonly place: string }): number =>
  menuGroup(a.place).localeCompare(menuGroup(b.place)) || orderOf(a.place) - orderOf(b.place);
