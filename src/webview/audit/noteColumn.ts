/** The column of notes: there while events are marked, unless the person wants it otherwise. */
import type { AuditState } from '../../protocol/audit.ts';
import type { ColumnLayout, ColumnModel } from '../shared/grid/columns.ts';

export interface NoteColumn {
  /** Shows or hides it where marks have come or gone; `isLaid` after another layout was set. */
  follow(state: AuditState, isLaid: boolean): void;
  /** The person has changed the columns: what to keep of that, without what is shown by itself. */
  changed(): ColumnLayout;
}

export function createNoteColumn(columns: Pick<ColumnModel, 'layout' | 'setHidden'>): NoteColumn {
  let column = -1;
  let hasMarks = false;
  /** Whether it is shown because of the marks alone. */
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
