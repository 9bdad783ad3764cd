import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findCommandForKey, type Key } from '../../../src/webview/shared/grid/input/keyboard.ts';
import {
  computeSelectedRectangle,
  createSelectionAt,
  createSelectionOfActiveColumn,
  createSelectionOfActiveRow,
  createSelectionOfAll,
  extendSelectionTo,
  HEADER_ROW,
  isCellInRectangle,
  ROW_NUMBER_COLUMN,
} from '../../../src/webview/shared/grid/selection.ts';

const extent = { rows: 25, columns: 10 };
const key = (text: string): Key => {
  const parts = text.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
};

describe('grid selection', () => {
  it('selects what is at the place', () => {
    const area = (row: number, column: number) =>
      computeSelectedRectangle(createSelectionAt({ row, column }), extent);
    assert.deepEqual(area(3, 4), { fromRow: 3, toRow: 4, fromColumn: 4, toColumn: 5 });
    assert.equal(area(HEADER_ROW, 4), undefined, 'a header is sorted by, not selected');
    assert.deepEqual(area(3, ROW_NUMBER_COLUMN), { fromRow: 3, toRow: 4, fromColumn: 0, toColumn: 10 });
    assert.deepEqual(area(HEADER_ROW, ROW_NUMBER_COLUMN), {
      fromRow: 0,
      toRow: 25,
      fromColumn: 0,
      toColumn: 10,
    });
  });

  it('extends in every direction and stays with whole rows and columns', () => {
    const from = createSelectionAt({ row: 5, column: 5 });
    assert.deepEqual(computeSelectedRectangle(extendSelectionTo(from, { row: 3, column: 7 }), extent), {
      fromRow: 3,
      toRow: 6,
      fromColumn: 5,
      toColumn: 8,
    });
    assert.deepEqual(
      computeSelectedRectangle(
        extendSelectionTo(createSelectionOfActiveRow(from), { row: 7, column: 5 }),
        extent,
      ),
      {
        fromRow: 5,
        toRow: 8,
        fromColumn: 0,
        toColumn: 10,
      },
    );
    assert.deepEqual(
      computeSelectedRectangle(
        extendSelectionTo(createSelectionOfActiveColumn(from), { row: 5, column: 2 }),
        extent,
      ),
      {
        fromRow: 0,
        toRow: 25,
        fromColumn: 2,
        toColumn: 6,
      },
    );
  });

  it('selects whole columns from one header to another', () => {
    const from = createSelectionAt({ row: HEADER_ROW, column: 4 });
    const columns = extendSelectionTo(from, { row: HEADER_ROW, column: 2 });
    assert.deepEqual(computeSelectedRectangle(columns, extent), {
      fromRow: 0,
      toRow: 25,
      fromColumn: 2,
      toColumn: 5,
    });
  });

  it('selects nothing where there is nothing', () => {
    assert.equal(
      computeSelectedRectangle(createSelectionOfAll(createSelectionAt({ row: 0, column: 0 })), {
        rows: 0,
        columns: 3,
      }),
      undefined,
    );
    assert.equal(isCellInRectangle(undefined, 0, 0), false);
  });
});

describe('grid keyboard', () => {
  it('moves to the edges and by pages', () => {
    const to = (text: string, row = 10, column = 5) => {
      const command = findCommandForKey(key(text), { row, column }, extent, 8);
      return command?.kind === 'move' ? [command.to.row, command.to.column, command.extend] : command?.kind;
    };
    assert.deepEqual(to('ArrowUp'), [9, 5, false]);
    assert.deepEqual(to('ArrowUp', 0), [HEADER_ROW, 5, false]);
    assert.deepEqual(to('ArrowLeft', 10, 0), [10, ROW_NUMBER_COLUMN, false]);
    assert.deepEqual(to('Ctrl+ArrowDown'), [24, 5, false]);
    assert.deepEqual(to('Meta+ArrowRight'), [10, 9, false]);
    assert.deepEqual(to('PageDown'), [18, 5, false]);
    assert.deepEqual(to('PageDown', 20), [24, 5, false]);
    assert.deepEqual(to('PageUp', 4), [0, 5, false]);
    assert.deepEqual(to('PageUp', 0), [HEADER_ROW, 5, false]);
    assert.deepEqual(to('Home'), [10, 0, false]);
    assert.deepEqual(to('Home', 10, 0), [10, ROW_NUMBER_COLUMN, false]);
    assert.deepEqual(to('Ctrl+End'), [24, 9, false]);
    assert.deepEqual(to('Shift+Ctrl+Home'), [0, 0, true]);
    assert.deepEqual(to('Escape'), 'leave');
    assert.deepEqual(to('F6'), 'leave');
  });

  it('leaves alone what belongs to the editor or the browser', () => {
    const strange = ['Ctrl+e', 'Ctrl+r', 'Ctrl+d', 'Ctrl+p', 'F1', 'Tab', 'Shift+Tab', 'a', 'Alt+ArrowLeft'];
    for (const text of [...strange, 'Alt+PageDown', 'Ctrl+Shift+c', 'Shift+Alt+ArrowLeft']) {
      assert.equal(findCommandForKey(key(text), { row: 1, column: 1 }, extent, 8), undefined, text);
    }
  });

  it('never leaves the table, whatever is pressed', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];
    const pressed = fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean(), fc.boolean()), {
      maxLength: 30,
    });
    const sizes = fc.record({ rows: fc.nat(40), columns: fc.nat(8) });
    fc.assert(
      fc.property(pressed, sizes, (presses, size) => {
        let at = { row: 0, column: 0 };
        for (const [name, ctrlKey, shiftKey] of presses) {
          const command = findCommandForKey(
            { key: name, ctrlKey, shiftKey, metaKey: false, altKey: false },
            at,
            size,
            7,
          );
          assert.equal(command?.kind, 'move');
          if (command?.kind === 'move') at = command.to;
          assert.ok(at.row >= HEADER_ROW && at.row < Math.max(size.rows, 0) + 0.5);
          assert.ok(at.column >= ROW_NUMBER_COLUMN && at.column <= size.columns);
        }
      }),
    );
  });
});
