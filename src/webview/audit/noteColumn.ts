/** Shows the column of notes when events are marked. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout, ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /**
   * Shows the column when the first event is marked. When none is marked any more, hides it if it was shown for that
   * reason. `hasNewLayout` is true if another layout of the columns was set just before.
   */
  updateVisibility(state: AuditState, hasNewLayout: boolean): void;
  /** Returns the layout to save. A column that is visible only because of marks is hidden in it. */
  takeLayoutToSave(): ColumnLayout;
}

export function createNoteColumn(columns: Pick<ColumnModel, 'layout' | 'setHidden'>): NoteColumn {
  let column = -1;
  let hasMarks = false;
  let isShownForMarks = false;
  const isHidden = (): boolean => columns.layout().hidden.includes(column);
  return {
    updateVisibility({ columns: all, marks }, hasNewLayout) {
      if (!marks) return;
      const hadMarks = hasMarks;
      column = marks.column;
      hasMarks = all[column]?.visible === true;
      const mustShow = hasMarks && (!hadMarks || (hasNewLayout && isShownForMarks));
      if (mustShow && isHidden()) {
        columns.setHidden(column, false);
        isShownForMarks = true;
      } else if (!hasMarks && isShownForMarks) {
        columns.setHidden(column, true);
        isShownForMarks = false;
      }
    },
    takeLayoutToSave() {
      const layout = columns.layout();
      if (isHidden()) isShownForMarks = false;
      return isShownForMarks ? { ...layout, hidden: [...layout.hidden, column] } : layout;
    },
  };
}
