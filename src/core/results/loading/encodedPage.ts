/**
 * Stores the records of one response compactly: one text with the values end to end, and one number per cell. Parsed
 * values would take more memory.
 */
import { ExactNumber, type JsonValue, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { QueryRecord } from '../../service/types.ts';
import type { ColumnUnion, Row } from './columnUnion.ts';

export interface EncodedPage {
  /** Indices in the result, ascending, of the columns that at least one record of the page has. */
  readonly columns: readonly number[];
  readonly rowCount: number;
  /**
   * One number per cell, row by row, with a cell for each of `columns`. The number is the end offset of the cell's
   * value in `text`, times 8, plus the tag of the value's type.
   */
  readonly cells: Uint32Array;
  readonly text: string;
}

const ABSENT = 0;
const NULL = 1;
const TRUE = 2;
const FALSE = 3;
const TEXT = 4;
const NUMBER = 5;
const EXACT = 6;
const JSON_TEXT = 7;
const CONSTANTS: readonly (JsonValue | undefined)[] = [undefined, null, true, false];

/**
 * Encodes the records of a response. New columns are added to `union`. If `similarPage`, another page of the result,
 * has the same columns, both pages share one list of columns to save memory.
 */
export function encodePage(
  records: readonly QueryRecord[],
  union: ColumnUnion,
  similarPage?: EncodedPage,
): EncodedPage {
  const found = new Set<number>();
  for (const { fields } of records) for (const [name] of fields) found.add(union.getOrAddIndex(name));
  const sorted = [...found].sort((a, b) => a - b);
  const columns =
    similarPage?.columns.length === sorted.length &&
    similarPage.columns.every((column, slot) => column === sorted[slot])
      ? similarPage.columns
      : sorted;
  const slots = new Map(columns.map((column, slot) => [column, slot]));
  const cells = new Uint32Array(records.length * columns.length);
  const parts: string[] = [];
  let end = 0;
  let row: (JsonValue | undefined)[] = [];
  for (const [index, { fields }] of records.entries()) {
    row = new Array<JsonValue | undefined>(columns.length).fill(undefined);
    for (const [name, value] of fields) row[slots.get(union.getOrAddIndex(name)) ?? 0] = value;
    for (const [slot, value] of row.entries()) {
      const tag = typeTagOf(value);
      if (tag >= TEXT) {
        const text = encodedTextOf(value);
        parts.push(text);
        end += text.length;
      }
      cells[index * columns.length + slot] = end * 8 + tag;
    }
  }
  return { columns, rowCount: records.length, cells, text: parts.join('') };
}

function typeTagOf(value: JsonValue | undefined): number {
  if (typeof value === 'string') return TEXT;
  if (typeof value === 'number') return NUMBER;
  if (value === undefined) return ABSENT;
  if (value === null) return NULL;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return value instanceof ExactNumber ? EXACT : JSON_TEXT;
}

function encodedTextOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value instanceof ExactNumber) return value.text;
  return value === undefined ? '' : stringifyJson(value);
}

/**
 * Returns the value of a row (0-based) at `slot`, an index into the page's `columns`; undefined if the record has no
 * such column.
 */
export function decodeValue(page: EncodedPage, row: number, slot: number): JsonValue | undefined {
  const at = row * page.columns.length + slot;
  const cell = page.cells[at];
  if (cell === undefined) throw new RangeError('no such cell');
  const tag = cell & 7;
  if (tag < TEXT) return CONSTANTS[tag];
  const text = page.text.slice(startOfCell(page.cells, at), cell >>> 3);
  if (tag === TEXT) return text;
  if (tag === NUMBER) return Number(text);
  if (tag === EXACT) return new ExactNumber(text);
  const parsed = parseJson(text);
  // Not expected, because `encodePage` created the text with `stringifyJson`.
  if (!parsed.ok) throw new Error(`stored value unreadable at ${parsed.offset}`);
  return parsed.value;
}

/** Whether the record has a value in the column at `slot`: neither absent nor NULL. */
export function hasValue({ cells, columns }: EncodedPage, row: number, slot: number): boolean {
  const tag = (cells[row * columns.length + slot] ?? ABSENT) & 7;
  return tag !== ABSENT && tag !== NULL;
}

const startOfCell = (cells: Uint32Array, at: number): number => (at === 0 ? 0 : (cells[at - 1] ?? 0) >>> 3);

/** Returns a 32-bit hash of one value. Values that `areCellsEqual` considers equal have the same hash. */
export function hashCell({ cells, columns, text }: EncodedPage, row: number, slot: number): number {
  const at = row * columns.length + slot;
  const cell = cells[at] ?? 0;
  let hash = Math.imul(0xdeadbeef ^ (cell & 7), 2654435761);
  for (let place = startOfCell(cells, at); place < cell >>> 3; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 1597334677);
  return hash ^ (hash >>> 15);
}

/**
 * Whether two rows have the same value in the column with the index `column`. Numbers in different notations, such as 1
 * and 1.0, are different values. Two rows without the column are equal, too.
 */
export function areCellsEqual(
  a: { readonly page: EncodedPage; readonly row: number },
  b: { readonly page: EncodedPage; readonly row: number },
  column: number,
): boolean {
  const [one, other] = [a, b].map(({ page: { cells, columns, text }, row }) => {
    const slot = columns.indexOf(column);
    const at = row * columns.length + slot;
    const cell = slot < 0 ? ABSENT : (cells[at] ?? ABSENT);
    const tag = cell & 7;
    return tag < TEXT ? `${tag}` : `${tag}${text.slice(startOfCell(cells, at), cell >>> 3)}`;
  });
  return one === other;
}

export function decodeRow(page: EncodedPage, row: number): Row {
  const { columns } = page;
  const values: (JsonValue | undefined)[] = [];
  for (let slot = 0; slot < columns.length; slot++) {
    const column = columns[slot] ?? 0;
    while (values.length < column) values.push(undefined);
    values.push(decodeValue(page, row, slot));
  }
  return values;
}

/** Returns a 53-bit hash of a row that does not depend on the order of its fields. */
export function hashRow(page: EncodedPage, row: number): number {
  const { columns, cells, text } = page;
  // Two 32-bit lanes in local variables, because this runs over all characters of a response.
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  const from = row * columns.length;
  let start = startOfCell(cells, from);
  for (let slot = 0; slot < columns.length; slot++) {
    const cell = cells[from + slot] ?? 0;
    const end = cell >>> 3;
    if ((cell & 7) !== ABSENT) {
      const head = ((columns[slot] ?? 0) * 8 + (cell & 7)) ^ ((end - start) << 16);
      a = Math.imul(a ^ head, 2654435761);
      b = Math.imul(b ^ head, 1597334677);
      for (let at = start; at < end; at++) {
        const unit = text.charCodeAt(at);
        a = Math.imul(a ^ unit, 2654435761);
        b = Math.imul(b ^ unit, 1597334677);
      }
    }
    start = end;
  }
  return mixLanes(a, b);
}

export function combineHashes(hashes: readonly number[]): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const hash of hashes) {
    a = Math.imul(a ^ (hash >>> 0), 2654435761);
    b = Math.imul(b ^ Math.floor(hash / 2 ** 32), 1597334677) ^ a;
  }
  return mixLanes(a, b);
}

function mixLanes(a: number, b: number): number {
  const low = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const high = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
