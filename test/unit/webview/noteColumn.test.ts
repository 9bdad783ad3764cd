import assert from 'node:assert/strict';
import type { AuditState } from '../../../src/protocol/audit.ts';
import { createNoteColumn } from '../../../src/webview/audit/noteColumn.ts';
import { ColumnModel } from '../../../src/webview/shared/grid/columns.ts';

const NOTE = 1;

/** The columns of a table, as the host's states and the user change them. */
function table() {
  const columns = new ColumnModel(() => undefined);
  const named = ['Time', 'Note'].map((name, at) => ({ name, numeric: false, visible: at !== NOTE }));
  columns.setColumnsWithFittingWidths(
    named,
    named.map(() => 100),
  );
  columns.setLayout({ ...columns.getLayout(), hidden: [NOTE] });
  const noteColumn = createNoteColumn(columns);
  const isShown = (): boolean => !columns.getLayout().hidden.includes(NOTE);
  return {
    noteColumn,
    /** Draws a state, and says whether the column is shown then. */
    draw: (hasNotes: boolean): boolean => {
      const all = named.map((column, at) => ({ ...column, visible: at !== NOTE || hasNotes }));
      const state = { columns: all, marks: { column: NOTE, count: 1, only: false } } as unknown as AuditState;
      noteColumn.updateVisibility(state, false);
      return isShown();
    },
    choose: (isHidden: boolean): void => {
      columns.setHidden(NOTE, isHidden);
      noteColumn.getLayoutToSave();
    },
  };
}

describe('the column of notes', () => {
  it('comes and goes with the events that have notes, and is not saved as chosen', () => {
    const { draw, noteColumn } = table();
    assert.deepEqual([true, false, true].map(draw), [true, false, true]);
    assert.deepEqual(noteColumn.getLayoutToSave().hidden, [NOTE]);
  });

  it('stays hidden once the user hid it, until the user shows it', () => {
    const { draw, choose } = table();
    assert.equal(draw(true), true);
    choose(true);
    assert.deepEqual([true, false, true].map(draw), [false, false, false]);
    choose(false);
    assert.deepEqual([true, false, true].map(draw), [true, true, true]);
  });
});
