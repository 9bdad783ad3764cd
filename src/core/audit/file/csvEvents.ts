/** Exported CSV read back: which columns it needs, and the event of a row, as JSON text. */
import { unguarded } from '../../results/export/formulas.ts';
import { ExactNumber, type JsonValue, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import { markMember } from '../marks/markMember.ts';
import { auditField, type FieldID } from '../table/fields.ts';

/** Where each field is in an event. */
const places: Readonly<Record<FieldID, readonly string[]>> = {
  time: ['request', 'timestamp'],
  code: ['response', 'code'],
  actor: ['context', 'actor'],
  ipAddress: ['context', 'ipAddress'],
  actionType: ['request', 'actionType'],
  content: ['request', 'data', 'content'],
  vaultID: ['request', 'vaultID'],
  message: ['response', 'message'],
  apiName: ['request', 'apiName'],
  actorType: ['context', 'actorType'],
  accessType: ['context', 'accessType'],
  authMode: ['context', 'authMode'],
  method: ['request', 'httpInfo', 'method'],
  URI: ['request', 'httpInfo', 'URI'],
  resourceType: ['request', 'resourceType'],
  tags: ['request', 'tags'],
  resourceIDs: ['resourceIDs'],
  workspaceID: ['request', 'workspaceID'],
  accountID: ['accountID'],
  parentAccountID: ['parentAccountID'],
  requestID: ['context', 'requestID'],
  changeID: ['context', 'changeID'],
  traceID: ['context', 'traceID'],
  sessionID: ['context', 'sessionID'],
  jwtID: ['context', 'jwtID'],
  keyID: ['context', 'keyID'],
  bearerTokenContextID: ['context', 'bearerTokenContextID'],
  origin: ['context', 'origin'],
  answeredAt: ['response', 'timestamp'],
  answer: ['response', 'data'],
};

/** Without one of these it is another table than ours. */
const NEEDED: readonly FieldID[] = ['time', 'code', 'actor', 'content', 'changeID'];

/** A field of an event, or a part of what a person said of it. */
type CsvColumn = FieldID | 'note' | 'marked';

/** The columns of a file, and which of those needed are not among them. */
export interface CsvColumns {
  /** What is in each column; undefined for one that we do not write. */
  readonly fields: readonly (CsvColumn | undefined)[];
  readonly missing: readonly FieldID[];
}

/** By the cells of the first row. */
export function csvColumns(names: readonly (string | undefined)[]): CsvColumns {
  const fields = names.map(columnOf);
  return { fields, missing: NEEDED.filter((id) => !fields.includes(id)) };
}

function columnOf(name: string | undefined): CsvColumn | undefined {
  if (name === 'note' || name === 'marked') return name;
  return name === undefined ? undefined : auditField(name)?.id;
}

/** The event of a row as JSON text; undefined where it is not a row of these columns. */
export type RowReader = (row: string) => string | undefined;

/** Has the columns and nothing of the file: it is kept as long as the file is open. */
export const rowReader =
  (fields: CsvColumns['fields']): RowReader =>
  (row) =>
    csvEvent(row, fields);

/**
 * The event of a row as JSON text, with its mark; undefined where it is not a row of these columns. It has what the columns have: values
 * without a column are lost, and so is where an entry of a list ends.
 */
function csvEvent(row: string, fields: CsvColumns['fields']): string | undefined {
  const cells = cellsOf(row);
  if (cells?.length !== fields.length) return undefined;
  // Of tables that were joined each brings its names.
  if (fields.every((id, at) => id === undefined || cells[at] === id)) return undefined;
  const event: Branch = { context: {}, request: {}, response: {} };
  let note: string | undefined;
  for (const [at, id] of fields.entries()) {
    const cell = cells[at];
    if (id === undefined || cell === undefined) continue;
    if (id === 'note') note = unguarded(cell);
    if (id === 'marked' && /^true$/i.test(cell)) note ??= '';
    if (id === 'note' || id === 'marked') continue;
    const value = cellValue(id, cell);
    if (value === undefined) return undefined;
    put(event, places[id], value);
  }
  return stringifyJson(note === undefined ? event : { ...event, ...markMember({ note }) });
}

/** An object of the event, while it is put together. */
interface Branch {
  [name: string]: JsonValue;
}

function put(event: Branch, [name = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    event[name] = value;
    return;
  }
  event[name] ??= {};
  put(event[name] as Branch, rest, value);
}

/** Undefined for the data of an answer that is not JSON. */
function cellValue(id: FieldID, text: string): JsonValue | undefined {
  if (id === 'tags' || id === 'resourceIDs') return unguarded(text).split(', ');
  if (id !== 'code' && id !== 'answer') return unguarded(text);
  const parsed = parseJson(text);
  if (id === 'answer') return parsed.ok ? parsed.value : undefined;
  const isNumber = parsed.ok && (typeof parsed.value === 'number' || parsed.value instanceof ExactNumber);
  return isNumber ? parsed.value : unguarded(text);
}

/**
 * The cells of a row without its line break; one that is bare and empty is undefined: that is how the writer tells an absent
 * value from an empty text, and why papaparse, which takes both for one, does not read them. Undefined where the quotes are
 * none of CSV (RFC 4180).
 */
export function cellsOf(row: string): readonly (string | undefined)[] | undefined {
  const cells: (string | undefined)[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = row[at] === '"';
    const end = isQuoted ? closingQuote(row, at + 1) : endOfBare(row, at);
    if (end === undefined) return undefined;
    const text = isQuoted ? row.slice(at + 1, end).replaceAll('""', '"') : row.slice(at, end);
    cells.push(text === '' && !isQuoted ? undefined : text);
    at = isQuoted ? end + 1 : end;
    if (at >= row.length) return cells;
    if (row[at] !== ',') return undefined;
  }
}

function closingQuote(row: string, from: number): number | undefined {
  for (let at = from; ; at += 2) {
    at = row.indexOf('"', at);
    if (at < 0) return undefined;
    if (row[at + 1] !== '"') return at;
  }
}

/** Undefined where a quote is in it. */
function endOfBare(row: string, from: number): number | undefined {
  const comma = row.indexOf(',', from);
  const end = comma < 0 ? row.length : comma;
  return row.slice(from, end).includes('"') ? undefined : end;
}
