/** One page of rows that has every kind of value. */
import type { Cell, ResultColumn } from '../../src/protocol/results.ts';
import { text } from './fakeHost.ts';

const names = ['id', 'name', 'email', 'ssn', 'date_of_birth', 'active', 'address', 'income', 'note', 'gone'];
export const columns: readonly ResultColumn[] = names.map((name) => ({
  name,
  numeric: name === 'id' || name === 'income',
}));

const notes: readonly Cell[] = [
  { k: 'null', t: '' },
  { k: 'empty', t: '' },
  { k: 'text', t: 'NULL' },
  { k: 'text', t: 'word '.repeat(52).slice(0, 256), cut: true },
];

/** Row `index` of the sample; every second record lacks the last column. */
export function sampleRow(index: number): readonly Cell[] {
  const note = notes[index % notes.length] ?? text('');
  const row: Cell[] = [
    { k: 'number', t: String(1_001 + index) },
    text(['Ann Miller', 'Bob Ñandú', 'Łucja Żak'][index % 3] ?? ''),
    { k: 'redacted', t: 'a****@example.com' },
    index % 4 === 1 ? { k: 'masked', t: '' } : { k: 'redacted', t: '*REDACTED*' },
    { k: 'date', t: `1975-04-${10 + (index % 10)}` },
    { k: 'boolean', t: String(index % 2 === 1) },
    { k: 'object', t: '{"street":"12 Main St","zip":"02139"}' },
    { k: 'number', t: `${52_000 + index * 1_234}.50` },
    note,
  ];
  return index % 2 === 1 ? [...row, text('here')] : row;
}

export const samplePage = (firstIndex: number, count = 25): readonly (readonly Cell[])[] =>
  Array.from({ length: count }, (_, offset) => sampleRow(firstIndex + offset));

export const can = (...names: readonly ('next' | 'previous' | 'first' | 'cancel' | 'showAudit')[]) => ({
  next: names.includes('next'),
  previous: names.includes('previous'),
  first: names.includes('first'),
  cancel: names.includes('cancel'),
  showAudit: names.includes('showAudit'),
});
