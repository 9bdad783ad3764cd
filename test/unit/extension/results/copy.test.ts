import assert from 'node:assert/strict';
import { tabSeparated } from '../../../../src/extension/results/copy.ts';

const columns = ['name', 'ssn', 'city'];
const rows = [
  ['A', '123-45-6789', 'X'],
  ['B', null],
];

describe('copy of the page shown', () => {
  it('has the columns shown in the order shown, and none that is hidden', () => {
    const range = { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 3, columns: [2, 0] };
    assert.equal(tabSeparated(columns, rows, range), 'city\tname\nX\tA\n\tB');
  });
  it('tells NULL from absent, and gives one cell as its bare text', () => {
    const all = { fromRow: 0, toRow: 9, fromColumn: 0, toColumn: 9 };
    assert.equal(tabSeparated(columns, rows, all), 'name\tssn\tcity\nA\t123-45-6789\tX\nB\tNULL\t');
    assert.equal(tabSeparated(columns, rows, { ...all, toRow: 1, fromColumn: 2, toColumn: 3 }), 'X');
    assert.equal(tabSeparated(columns, rows, { ...all, columns: [7, 1], toRow: 1 }), '123-45-6789');
  });
});
