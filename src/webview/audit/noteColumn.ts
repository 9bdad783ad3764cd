/** Shows the column of notes while displayed events have notes, unless the user hides it. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout } from '../../protocol/columnLayout.ts';
import type { ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /**
   * Adopts from the saved layout of a table's columns whether the user hid the column of notes, unless the user showed
   * or hid it in this page. `saved` is undefined if no layout is saved.
   */
  restoreChoice(saved: ColumnLayout | undefined): void;
  /**
   * Shows the column when the first event with a note passes the filters, unless the user hid it before. When none
   * passes any more, hides the column if it was shown for that reason. `hasNewLayout` is true if another column layout
   * was set just before.
   */
  updateVisibility(state: Pick<AuditState, 'columns' | 'marks'>, hasNewLayout: boolean): void;
  /**
   * Returns the column layout to save, to be called after each change by the user. If the column of notes is visible
   * only because there are notes, the layout hides it.
   */
  getLayoutToSave(): ColumnLayout;
}

export function createNoteColumn(columns: Pick<ColumnModel, 'getLayout' | 'setHidden'>): NoteColumn {
  /** Undefined while the displayed table has no such column. */
  let column: number | undefined;
  let hasNotes = false;
  let isShownForNotes = false;
  /** Undefined until the user shows or hides the column. */
  let isHiddenByUser: boolean | undefined;
  let wasHidden = true;
  const isHidden = (index: number): boolean => columns.getLayout().hidden.includes(index);
  return {
    restoreChoice(saved) {
      isHiddenByUser ??= saved?.isNoteHiddenByUser;
    },
    updateVisibility({ columns: all, marks }, hasNewLayout) {
      column = marks?.column;
      if (column === undefined) return;
      const hadNotes = hasNotes;
      hasNotes = all[column]?.visible === true;
      const mustShow = hasNotes && !isHiddenByUser && (!hadNotes || (hasNewLayout && isShownForNotes));
      if (mustShow && isHidden(column)) {
        isShownForNotes = true;
        columns.setHidden(column, false);
      } else if (!hasNotes && isShownForNotes) {
        isShownForNotes = false;
        columns.setHidden(column, true);
      }
      wasHidden = isHidden(column);
    },
    getLayoutToSave() {
      const layout = columns.getLayout();
      if (column === undefined) return layout;
      const isHiddenNow = isHidden(column);
      if (isHiddenNow !== wasHidden) isHiddenByUser = isHiddenNow;
      wasHidden = isHiddenNow;
      if (isHiddenNow) isShownForNotes = false;
      const hidden = isShownForNotes ? [...layout.hidden, column] : layout.hidden;
      return { ...layout, hidden, ...(isHiddenByUser ? { isNoteHiddenByUser: true } : {}) };
    },
  };
}
