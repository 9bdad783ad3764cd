import assert from 'node:assert/strict';
import { ColumnModel } from '../../../src/webview/shared/grid/columns.ts';
import { createPlacement, findPositionAtPoint } from '../../../src/webview/shared/grid/placement.ts';
import type { Viewport } from '../../../src/webview/shared/grid/viewport/viewport.ts';
import { createLayoutStore, hashColumnNames } from '../../../src/webview/shared/layoutStore.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name, numeric: false }));

function model(...names: readonly string[]) {
  let changes = 0;
  const columns = new ColumnModel(() => {
    changes += 1;
  });
  columns.setColumnsWithFittingWidths(
    named(...names),
    names.map(() => 100),
  );
  const order = () => {
    const { pinned, center } = columns.getPlacedVisibleColumns();
    return [pinned.map((one) => one.name).join(), center.map((one) => one.name).join()];
  };
  return { columns, order, changes: () => changes };
}

describe('column model', () => {
  it('widens into the room there is, but neither what somebody set nor what is hidden', () => {
    const { columns } = model('a', 'b', 'c', 'd');
    const widths = () => columns.getPlacedVisibleColumns().center.map(({ width }) => width);
    columns.setAvailableWidth(350);
    columns.setWidth(1, 90);
    columns.setHidden(2, true);
    columns.widenColumns([150, 300, 300, 180]);
    assert.deepEqual(widths(), [123, 90, 136]);
    columns.widenColumns([50, 50, 50, 50]);
    assert.deepEqual(widths(), [123, 90, 136]);
    columns.setAvailableWidth(2_000);
    assert.deepEqual(widths(), [150, 90, 180]);
  });

  it('is as wide as its longest texts where there is room, and leaves room to the others where there is little', () => {
    const { columns } = model('a', 'b', 'c');
    const widths = () => columns.getPlacedVisibleColumns().center.map(({ width }) => width);
    columns.setFittingWidths([500, 100, 900]);
    assert.deepEqual(widths(), [320, 100, 320], 'unknown room');
    columns.setAvailableWidth(1_600);
    assert.deepEqual(widths(), [500, 100, 900]);
    columns.setAvailableWidth(930);
    assert.deepEqual(widths(), [365, 100, 465], 'in proportion to what each lacks');
    columns.setAvailableWidth(600);
    assert.deepEqual(widths(), [320, 100, 320], 'the view scrolls');
    columns.setAvailableWidth(1_000);
    columns.setHidden(1, true);
    assert.deepEqual(widths(), [405, 594], 'what was hidden leaves its room');
    columns.setWidth(0, 100);
    assert.deepEqual(widths(), [100, 594], 'nothing else moves while an edge is dragged');
  });

  it('keeps the order given, whatever the names', () => {
    const names = ['10', '2', '__proto__', '', '', 'constructor'];
    const { columns } = model(...names);
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map((one) => one.name),
      names,
    );
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map((one) => one.left),
      [0, 100, 200, 300, 400, 500],
    );
  });

  it('sets widths within bounds and moves what is to the right', () => {
    const { columns, changes } = model('a', 'b');
    columns.setWidth(0, 250.4);
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map(({ left, width }) => [left, width]),
      [
        [0, 250],
        [250, 100],
      ],
    );
    columns.setWidth(0, 1);
    columns.setWidth(1, 99_999);
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map(({ width }) => width),
      [40, 2_000],
    );
    assert.equal(changes(), 4);
  });

  it('pins, hides and moves', () => {
    const { columns, order } = model('a', 'b', 'c', 'd');
    columns.setPinned(2, true);
    assert.deepEqual(order(), ['c', 'a,b,d']);
    columns.setHidden(1, true);
    assert.deepEqual(order(), ['c', 'a,d']);
    columns.moveColumn(3, 0);
    assert.deepEqual(order(), ['c', 'd,a']);
    columns.setHidden(1, false);
    columns.setPinned(2, false);
    assert.deepEqual(order(), ['', 'd,a,b,c']);
  });

  it('moves a pinned column among the pinned ones, and no column across their border', () => {
    const { columns, order } = model('a', 'b', 'c', 'd');
    columns.setPinned(2, true);
    columns.setPinned(0, true);
    assert.deepEqual(order(), ['c,a', 'b,d']);
    columns.moveColumn(0, 2);
    assert.deepEqual(order(), ['a,c', 'b,d']);
    columns.moveColumn(3, 0);
    assert.deepEqual([order()[0], columns.getLayout().pinned], ['a,c', [0, 2]]);
  });

  it('keeps what was set when columns are added, and forgets it for another table', () => {
    const { columns, order } = model('a', 'b');
    columns.setWidth(1, 222);
    columns.setPinned(1, true);
    columns.setColumnsWithFittingWidths(named('a', 'b', 'c'), [70, 70, 70]);
    assert.deepEqual(order(), ['b', 'a,c']);
    assert.deepEqual(
      columns.getPlacedVisibleColumns().pinned.map(({ width }) => width),
      [222],
    );
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map(({ width }) => width),
      [100, 70],
    );
    columns.setColumnsWithFittingWidths(named('x', 'b'), [70, 70]);
    assert.deepEqual(order(), ['', 'x,b']);
    assert.deepEqual(
      columns.getPlacedVisibleColumns().center.map(({ width }) => width),
      [70, 70],
    );
  });

  it('moves no column when one is revealed, not even after wider values on other pages', () => {
    const { columns } = model('a', 'b', 'c');
    const widths = () => columns.getPlacedVisibleColumns().center.map(({ width }) => width);
    columns.setAvailableWidth(320);
    columns.widenColumns([300, 100, 100]);
    assert.deepEqual(widths(), [120, 100, 100]);
    const revealed = named('a', 'b', 'c').map((column, index) =>
      index === 1 ? { ...column, note: 'shown' } : column,
    );
    columns.setColumnsWithFittingWidths(revealed, [400, 180, 400]);
    assert.deepEqual(widths(), [120, 180, 100]);
  });

  it('gives its layout as numbers and takes it back', () => {
    const first = model('a', 'b', 'c');
    first.columns.setWidth(0, 150);
    first.columns.moveColumn(2, 0);
    first.columns.setHidden(1, true);
    first.columns.setPinned(0, true);
    const layout = first.columns.getLayout();
    assert.deepEqual(layout, { widths: { 0: 150 }, order: [2, 0, 1], hidden: [1], pinned: [0] });
    const second = model('a', 'b', 'c');
    second.columns.setLayout(layout);
    assert.deepEqual(second.order(), first.order());
  });

  it('places only what is visible and what is kept', () => {
    const { columns } = model('a', 'b', 'c', 'd', 'e');
    columns.setPinned(4, true);
    const placement = createPlacement(columns, 40);
    const placed = placement.listColumnsToDraw({ first: 1, last: 2 }, 4);
    assert.deepEqual(
      placed.map(({ name, position, left, pinned }) => [name, position, left, pinned]),
      [
        ['e', 0, 40, true],
        ['b', 2, 240, false],
        ['c', 3, 340, false],
        ['d', 4, 440, false],
      ],
    );
    assert.equal(
      placement.listColumnsToDraw({ first: 1, last: 2 }, 4),
      placed,
      'the same list for the same sight',
    );
    const inView = placement.listColumnsToDraw({ first: 1, last: 2 }, 2);
    assert.equal(
      placement.listColumnsToDraw({ first: 1, last: 2 }, 3),
      inView,
      'another active column in view',
    );
    assert.equal(placement.listColumnsToDraw({ first: 1, last: 2 }, -1), inView, 'an active row number');
    assert.equal(placement.totalWidth, 540);
  });
});

describe('position under a point', () => {
  it('is in the last column to the right of all columns, also if all are pinned', () => {
    const { columns } = model('a', 'b');
    const box = { left: 0, top: 0 };
    const scroller = { getBoundingClientRect: () => box, clientWidth: 900, clientHeight: 300 };
    const viewport = { findRowAtY: () => 3, findNearestUnpinnedColumn: () => 0 };
    const columnAt = (x: number) =>
      findPositionAtPoint(
        { x, y: 100 },
        scroller as unknown as HTMLElement,
        viewport as unknown as Viewport,
        createPlacement(columns, 40),
      ).column;
    columns.setPinned(0, true);
    assert.equal(columnAt(500), 1);
    columns.setPinned(1, true);
    assert.deepEqual([columnAt(20), columnAt(150), columnAt(500)], [-1, 1, 1]);
    columns.setHidden(0, true);
    columns.setHidden(1, true);
    assert.equal(columnAt(500), -1);
  });
});

describe('saved layouts', () => {
  it('keeps numbers only, for the twenty tables seen last', () => {
    let state: unknown;
    const store = createLayoutStore({
      read: () => state,
      write: (next) => {
        state = next;
      },
    });
    const layout = { widths: { 0: 99 }, order: [1, 0], hidden: [], pinned: [1] };
    for (let table = 0; table < 30; table++) store.saveLayout([`secret-${table}`], layout);
    assert.doesNotMatch(JSON.stringify(state), /secret/);
    assert.deepEqual(store.loadLayout(['secret-29'])?.widths, { 0: 99 });
    assert.deepEqual(store.loadLayout(['secret-10'])?.order, [1, 0]);
    assert.equal(store.loadLayout(['secret-9']), undefined);
  });

  it('keeps the widths of panels beside the layouts, and either as the other is saved', () => {
    let state: unknown;
    const store = createLayoutStore({
      read: () => state,
      write: (next) => {
        state = next;
      },
    });
    assert.equal(store.loadPanelWidth('facets'), undefined);
    store.savePanelWidth('facets', 200);
    store.saveLayout(['a'], { widths: { 0: 99 }, order: [0], hidden: [], pinned: [] });
    store.savePanelWidth('details', 400);
    assert.deepEqual([store.loadPanelWidth('facets'), store.loadPanelWidth('details')], [200, 400]);
    assert.deepEqual(store.loadLayout(['a'])?.widths, { 0: 99 });
  });

  it('takes the layouts of other webviews for columns without a layout, and passes on its own', () => {
    let state: unknown;
    const passedOn: unknown[] = [];
    const store = createLayoutStore(
      {
        read: () => state,
        write: (next) => {
          state = next;
        },
      },
      (layout) => passedOn.push(layout),
    );
    const layout = { widths: {}, order: [0], hidden: [], pinned: [] };
    store.saveLayout(['a'], layout);
    const others = ['a', 'b'].map((name) => ({ ...layout, key: hashColumnNames([name]), hidden: [0] }));
    store.adoptLayouts(others);
    assert.deepEqual([store.loadLayout(['a'])?.hidden, store.loadLayout(['b'])?.hidden], [[], [0]]);
    assert.deepEqual(passedOn, [{ ...layout, key: hashColumnNames(['a']) }]);
  });

  it('takes no harm from what else may be saved', () => {
    for (const state of [
      undefined,
      null,
      7,
      [],
      { layouts: 5, panelWidths: 5 },
      { panelWidths: { facets: -1 } },
      { layouts: [{ key: hashColumnNames(['a']) }] },
    ]) {
      const store = createLayoutStore({ read: () => state, write: () => undefined });
      assert.equal(store.loadLayout(['a']), undefined);
      assert.equal(store.loadPanelWidth('facets'), undefined);
    }
  });

  it('tells names apart by more than their joined text', () => {
    assert.notEqual(hashColumnNames(['a', 'b']), hashColumnNames(['a,b']));
    assert.notEqual(hashColumnNames(['ab', '']), hashColumnNames(['a', 'b']));
  });
});
