import assert from 'node:assert/strict';
import type { ColumnLayout } from '../../../src/protocol/columnLayout.ts';
import { createNoteColumn } from '../../../src/webview/audit/noteColumn.ts';
import { ColumnModel } from '../../../src/webview/shared/grid/columns.ts';

const NOTE = 1;

/** The columns of a table, as the host's states and the user change them, at first with a saved layout. */
function table(saved?: ColumnLayout) {
  const columns = new ColumnModel(() => undefined);
  const named = ['Time', 'Note'].map((name, at) => ({ name, numeric: false, visible: at !== NOTE }));
  columns.setColumnsWithFittingWidths(
    named,
    named.map(() => 100),
  );
  columns.setLayout({ ...columns.getLayout(), hidden: [NOTE] });
  const noteColumn = createNoteColumn(columns);
  noteColumn.restoreChoice(saved);
  const isShown = (): boolean => !columns.getLayout().hidden.includes(NOTE);
  return {
    columns,
    noteColumn,
    /** Draws a state, and says whether the column is shown then. */
    draw: (hasNotes: boolean): boolean => {
      const all = named.map((column, at) => ({ ...column, visible: at !== NOTE || hasNotes }));
      const displayed = all.map((column) => ({ ...column, sortable: false }));
      noteColumn.updateVisibility(
        { columns: displayed, marks: { column: NOTE, count: 1, only: false } },
        false,
      );
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

  it('stays hidden if the user showed and hid it before there was a note', () => {
    const { draw, choose } = table();
    draw(false);
    choose(false);
    choose(true);
    assert.equal(draw(true), false);
  });

  it('stays hidden in a later page, by the saved layout', () => {
    const { draw, choose, noteColumn } = table();
    draw(true);
    choose(true);
    const later = table(noteColumn.getLayoutToSave());
    assert.deepEqual([true, false, true].map(later.draw), [false, false, false]);
    later.choose(false);
    assert.equal(table(later.noteColumn.getLayoutToSave()).draw(true), true);
  });

  it('stays hidden if another table, which has none, is arranged meanwhile', () => {
    const { draw, choose, columns, noteColumn } = table();
    draw(true);
    choose(true);
    noteColumn.updateVisibility({ columns: [] }, true);
    columns.setLayout({ widths: {}, order: [], hidden: [], pinned: [] });
    noteColumn.getLayoutToSave();
    columns.setLayout({ widths: {}, order: [], hidden: [NOTE], pinned: [] });
    assert.deepEqual([false, true].map(draw), [false, false]);
  });
});
