import { ExactNumber, type JsonValue, stringifyJson } from '../../service/json.ts';

/**
 * The kind of a cell. It determines the style of the cell and, for some kinds, a fixed label. `absent`: the record has
 * no such column. `redacted`: a text that the service probably redacted. `masked`: hidden by this extension.
 */
export type CellKind =
  | 'absent'
  | 'null'
  | 'empty'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'object'
  | 'redacted'
  | 'masked';

export interface Cell {
  readonly k: CellKind;
  readonly t: string;
  readonly cut?: true;
  readonly failed?: true;
  readonly marked?: true;
  /** In one cell of a row that folds other rows: whether the folded rows are displayed. */
  readonly expanded?: boolean;
  /** True in each cell of a row that is folded by a row above it. */
  readonly below?: true;
}

export const MAX_CELL_TEXT_LENGTH = 256;

const datePattern =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** Matches texts that the service probably redacted. The forms are known from samples only (S37). */
const redactedPattern = /\*REDACTED\*|\*{3,}|^X{3,}-|X{4,}/;

const textCellKindOf = (text: string): CellKind => {
  if (text === '') return 'empty';
  if (datePattern.test(text)) return 'date';
  return text.length <= 512 && redactedPattern.test(text) ? 'redacted' : 'text';
};

/** Returns the complete text of a value; empty for absent values and NULL. */
export function formatValueText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof ExactNumber) return value.text;
  return stringifyJson(value);
}

/**
 * Returns the cell for a value. A text that is too long is cut, and `cut` is set. If `hidden` is true, the cell is
 * `masked` and has no text, unless the value is NULL or absent. `undefined` means that the record has no such column
 * (S35), unlike NULL.
 */
export function toCell(value: JsonValue | undefined, hidden = false): Cell {
  if (hidden && value !== undefined && value !== null) return { k: 'masked', t: '' };
  const text = formatValueText(value);
  const kind = cellKindOf(value);
  if (text.length <= MAX_CELL_TEXT_LENGTH) return { k: kind, t: text };
  // A cut within a surrogate pair would leave an unpaired surrogate.
  const last = text.charCodeAt(MAX_CELL_TEXT_LENGTH - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_CELL_TEXT_LENGTH - 1 : MAX_CELL_TEXT_LENGTH;
  return { k: kind, t: text.slice(0, end), cut: true };
}

function cellKindOf(value: JsonValue | undefined): CellKind {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return textCellKindOf(value);
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'object';
}
