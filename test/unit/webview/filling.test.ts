import assert from 'node:assert/strict';
import { ColumnModel } from '../../../src/webview/shared/grid/columns.ts';
import { fitFlexibleColumnWidths } from '../../../src/webview/shared/grid/flexibleColumns.ts';

const widthsOf = (...pixels: readonly number[]) => new Map(pixels.map((width, index) => [index, width]));
const widthsIn = (pixels: readonly number[], room: number, set: readonly number[] = []): number[] => [
  ...fitFlexibleColumnWidths(
    widthsOf(...pixels),
    { flexible: 3, shrinkable: [1, 2], lessNeeded: [4] },
    new Set(set),
    room,
  ).values(),
];

describe('columns that fill the view', () => {
  it('leave to one of them what the others do not take, be it more or less than its own', () => {
    assert.deepEqual(widthsIn([130, 180, 110, 320], 1_000), [130, 180, 110, 580]);
    assert.deepEqual(widthsIn([130, 180, 110, 320], 730), [130, 180, 110, 310]);
  });

  it('yield where it would have too little, in parts, and no further than can be read', () => {
    assert.deepEqual(widthsIn([130, 180, 110, 320], 700), [130, 156, 110, 304]);
    assert.deepEqual(widthsIn([130, 180, 110, 320], 600), [130, 118, 110, 242], 'all visible');
    assert.deepEqual(widthsIn([130, 180, 110, 320], 400), [130, 118, 110, 144]);
    assert.deepEqual(widthsIn([130, 60, 110, 320], 400), [130, 60, 110, 144], 'what is narrow already stays');
  });

  it('do not yield for a width that its own texts do not need', () => {
    assert.deepEqual(widthsIn([130, 180, 110, 80], 500), [130, 180, 110, 80]);
    assert.deepEqual(widthsIn([130, 180, 110, 80], 400), [130, 118, 110, 80]);
  });

  it('do not yield for one that is less needed, which is beyond the edge instead', () => {
    assert.deepEqual(widthsIn([130, 180, 110, 80, 200], 500), [130, 180, 110, 80, 200]);
    assert.deepEqual(widthsIn([130, 180, 110, 80, 200], 460), [130, 140, 110, 80, 200]);
    assert.deepEqual(widthsIn([130, 180, 110, 80, 200], 1_000), [130, 180, 110, 380, 200]);
  });

  it('keep what the person set', () => {
    assert.deepEqual(widthsIn([130, 180, 110, 320], 400, [1]), [130, 180, 110, 144]);
    assert.deepEqual(widthsIn([130, 180, 110, 250], 2_000, [3]), [130, 180, 110, 250]);
  });

  it('are as wide as they are where the one is not shown', () => {
    const shown = new Map([
      [0, 130],
      [1, 180],
    ]);
    assert.deepEqual(
      [
        ...fitFlexibleColumnWidths(
          shown,
          { flexible: 3, shrinkable: [1], lessNeeded: [] },
          new Set(),
          100,
        ).values(),
      ],
      [130, 180],
    );
  });

  it('follow the room, what is hidden and what is set', () => {
    const columns = new ColumnModel(() => undefined);
    const names = ['a', 'b', 'c'].map((name) => ({ name, numeric: false }));
    const widths = () => columns.getPlacedVisibleColumns().center.map(({ width }) => width);
    columns.setColumnsWithFittingWidths(names, [100, 100, 100]);
    columns.setFlexibleColumns({ flexible: 1, shrinkable: [0], lessNeeded: [] });
    columns.setAvailableWidth(800);
    assert.deepEqual(widths(), [100, 600, 100]);
    columns.setHidden(2, true);
    assert.deepEqual(widths(), [100, 700]);
    columns.setAvailableWidth(900);
    assert.deepEqual(widths(), [100, 800]);
    columns.setWidth(1, 200);
    assert.deepEqual(widths(), [100, 200]);
    columns.setHidden(1, true);
    assert.deepEqual(widths(), [100]);
  });
});
