/** Shows the column of notes while displayed events have notes, unless the user hides it. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout } from '../../protocol/columnLayout.ts';
import type { ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /**
   * Shows the column when the first event with a note passes the filters, unless the user hid it before. When none
   * passes any more, hides the column if it was shown for that reason. `hasNewLayout` is true if another column layout
   * was set just before.
   */
  updateVisibility(state: AuditState, hasNewLayout: boolean): void;
  /**
   * Returns the column layout to save. If the column of notes is visible only because there are notes, the layout hides
   * it.
   */
  getLayoutToSave(): ColumnLayout;
}

export function createNoteColumn(columns: Pick<ColumnModel, 'getLayout' | 'setHidden'>): NoteColumn {
  let column = -1;
  let hasNotes = false;
  let isShownForNotes = false;
  let isHiddenByUser = false;
  const isHidden = (): boolean => columns.getLayout().hidden.includes(column);
  return {
    updateVisibility({ columns: all, marks }, hasNewLayout) {
      if (!marks) return;
      const hadNotes = hasNotes;
      const isFirst = column < 0;
      column = marks.column;
      hasNotes = all[column]?.visible === true;
      const mustShow = hasNotes && !isHiddenByUser && (!hadNotes || (hasNewLayout && isShownForNotes));
      // Without a saved layout, the table begins with the column if there are notes.
      if (mustShow && (isFirst || isHidden())) {
        isShownForNotes = true;
        columns.setHidden(column, false);
      } else if (!hasNotes && isShownForNotes) {
        isShownForNotes = false;
        columns.setHidden(column, true);
      }
    },
    getLayoutToSave() {
      const layout = columns.getLayout();
      isHiddenByUser = isHidden() && (isShownForNotes || isHiddenByUser);
      if (isHidden()) isShownForNotes = false;
      return isShownForNotes ? { ...layout, hidden: [...layout.hidden, column] } : layout;
    },
  };
}
