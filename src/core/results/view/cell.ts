/** How a value of an answer is drawn in a grid: its kind and a bounded text. The values themselves stay with the host. */
import { ExactNumber, type JsonValue, stringifyJson } from '../../service/json.ts';

/**
 * How a cell came to be, told apart in text as well as in style:
 * `absent` the record has no such column · `null` · `empty` an empty string · `redacted` by the service ·
 * `masked` by us · `object` nested value as compact JSON.
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
  /** At most 256 characters; numbers exactly as the service sent them. Empty for absent, null, empty, masked. */
  readonly t: string;
  /** Whether the text is longer than that. */
  readonly cut?: true;
  /** Whether it is the code of a request that failed. */
  readonly failed?: true;
  /** Whether a person marked what the row is of; the text is the note. */
  readonly marked?: true;
}

/** Longer texts are cut for the grid; the whole comes on request. In UTF-16 code units. */
export const cellTextLimit = 256;

const datePattern =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** What redacted values look like is known from samples only (S37): `*REDACTED*`, `s******y@gmail.com`, `XXXX-06-06`. */
const redactedPattern = /\*REDACTED\*|\*{3,}|^X{3,}-|X{4,}/;

const kindOfText = (text: string): CellKind => {
  if (text === '') return 'empty';
  if (datePattern.test(text)) return 'date';
  return text.length <= 512 && redactedPattern.test(text) ? 'redacted' : 'text';
};

/** The whole text of a value, numbers exactly as sent, nested values as compact JSON; `''` for absent and NULL. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof ExactNumber) return value.text;
  return stringifyJson(value);
}

/**
 * `undefined` means that the record has no such column (S35), which is not NULL. A hidden value gives a cell that
 * tells nothing of it, not even its length; absent and NULL stay, since there is nothing to hide.
 */
export function toCell(value: JsonValue | undefined, hidden = false): Cell {
  if (hidden && value !== undefined && value !== null) return { k: 'masked', t: '' };
  const text = valueText(value);
  const kind = kindOf(value);
  if (text.length <= cellTextLimit) return { k: kind, t: text };
  // A cut between the halves of a surrogate pair would leave a lone one.
  const last = text.charCodeAt(cellTextLimit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? cellTextLimit - 1 : cellTextLimit;
  return { k: kind, t: text.slice(0, end), cut: true };
}

function kindOf(value: JsonValue | undefined): CellKind {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return kindOfText(value);
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'object';
}
