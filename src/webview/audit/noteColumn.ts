/** Shows the column of notes when the first note appears. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout, ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /**
   * Shows the column when there is a first note. When there are no notes left, hides the column if it was shown for
   * that reason. `hasNewLayout` is true if another column layout was set just before.
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
  const isHidden = (): boolean => columns.getLayout().hidden.includes(column);
  return {
    updateVisibility({ columns: all, marks }, hasNewLayout) {
      if (!marks) return;
      const hadNotes = hasNotes;
      column = marks.column;
      hasNotes = all[column]?.visible === true;
      const mustShow = hasNotes && (!hadNotes || (hasNewLayout && isShownForNotes));
      if (mustShow && isHidden()) {
        columns.setHidden(column, false);
        isShownForNotes = true;
      } else if (!hasNotes && isShownForNotes) {
        columns.setHidden(column, true);
        isShownForNotes = false;
      }
    },
    getLayoutToSave() {
      const layout = columns.getLayout();
      if (isHidden()) isShownForNotes = false;
      return isShownForNotes ? { ...layout, hidden: [...layout.hidden, column] } : layout;
    },
  };
}
