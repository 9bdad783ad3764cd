/** How the user arranged the columns of a table, in a form without names or values. */
import { isBoolean, isNonNegativeSafeInteger, isRecord, listOf, optional, shapeOf } from './validate.ts';

/**
 * Widths in pixels, order, visibility and pinning of columns. Columns are identified by their index in the host's list,
 * so that the layout contains no names and may be saved.
 */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  readonly pinned: readonly number[];
  /**
   * Whether the user hid the column of notes of the audit table, which otherwise appears with the first note. Default:
   * false.
   */
  readonly isNoteHiddenByUser?: boolean;
}

/** A layout with `key`, a hash of the names and the order of the columns that it belongs to. */
export interface SavedLayout extends ColumnLayout {
  readonly key: number;
}

export const isWidthMap = (value: unknown): value is Record<string, number> =>
  isRecord(value) && Object.values(value).every(isNonNegativeSafeInteger);
export const isSavedLayout = shapeOf<SavedLayout>({
  key: isNonNegativeSafeInteger,
  widths: isWidthMap,
  order: listOf(isNonNegativeSafeInteger),
  hidden: listOf(isNonNegativeSafeInteger),
  pinned: listOf(isNonNegativeSafeInteger),
  isNoteHiddenByUser: optional(isBoolean),
});
