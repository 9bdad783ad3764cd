/** Shows the column of notes while events are marked, unless the user has shown or hidden it. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout, ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /** Shows or hides the column if marks were added or removed. `isLaid` is true if another layout was set before. */
  follow(state: AuditState, isLaid: boolean): void;
  /**
   * Returns the layout to save after the user changed it. A column that is visible only because of marks is hidden in
   * it.
   */
  changed(): ColumnLayout;
}

export function createNoteColumn(columns: Pick<ColumnModel, 'layout' | 'setHidden'>): NoteColumn {
  let column = -1;
  let hasMarks = false;
  /** Whether the column is visible only because events are marked. */
  let isByItself = false;
  const isHidden = (): boolean => columns.layout().hidden.includes(column);
  return {
    follow({ columns: all, marks }, isLaid) {
      if (!marks) return;
      const hadMarks = hasMarks;
      column = marks.column;
      hasMarks = all[column]?.shown === true;
      const comes = hasMarks && (!hadMarks || (isLaid && isByItself));
      if (comes && isHidden()) {
        columns.setHidden(column, false);
        isByItself = true;
      } else if (!hasMarks && isByItself) {
        columns.setHidden(column, true);
        isByItself = false;
      }
    },
    changed() {
      const layout = columns.layout();
      if (isHidden()) isByItself = false;
      return isByItself ? { ...layout, hidden: [...layout.hidden, column] } : layout;
    },
  };
}
