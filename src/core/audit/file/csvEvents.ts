import { unescapeFormula } from '../../results/export/formulas.ts';
import { ExactNumber, type JsonValue, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import { createMarkMember } from '../marks/markMember.ts';
import { type FieldID, findAuditField } from '../table/fields.ts';

/**
 * The path of each field in the JSON of an event, as property names. Undefined for a field that is not read from CSV.
 */
const fieldPaths: Readonly<Record<FieldID, readonly [string, ...string[]] | undefined>> = {
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

const REQUIRED_COLUMNS: readonly FieldID[] = ['time', 'code', 'actor', 'content', 'changeID'];

type CsvColumn = FieldID | 'note' | 'marked';

export interface CsvColumns {
  /**
   * What each column contains, in the order of the table; undefined for a column that this extension does not write.
   */
  readonly fields: readonly (CsvColumn | undefined)[];
  /** The required columns that the table lacks. */
  readonly missing: readonly FieldID[];
}

export function mapCsvColumns(names: readonly (string | undefined)[]): CsvColumns {
  const fields = names.map(findCsvColumn);
  return { fields, missing: REQUIRED_COLUMNS.filter((id) => !fields.includes(id)) };
}

function findCsvColumn(name: string | undefined): CsvColumn | undefined {
  if (name === 'note' || name === 'marked') return name;
  return name === undefined ? undefined : findAuditField(name)?.id;
}

/** Converts a row of a CSV file to the JSON text of its event; undefined if the row can't be converted. */
export type RowReader = (row: string) => string | undefined;

/**
 * Returns a function that converts a row with the columns `fields` to the JSON text of its event. The function can stay
 * in memory while the file is open, so it must not keep references to anything but `fields`.
 */
export const createRowReader =
  (fields: CsvColumns['fields']): RowReader =>
  (row) =>
    parseCsvRowToEventJson(row, fields);

/**
 * Converts a row to the JSON text of its event; undefined if the row can't be converted. The text of a list field is
 * split at each comma followed by a space, even within an entry.
 */
function parseCsvRowToEventJson(row: string, fields: CsvColumns['fields']): string | undefined {
  const cells = splitCsvRow(row);
  if (cells?.length !== fields.length) return undefined;
  // A row that repeats the header, as in files that were concatenated.
  if (fields.every((id, at) => id === undefined || cells[at] === id)) return undefined;
  const event: Branch = { context: {}, request: {}, response: {} };
  let note: string | undefined;
  for (const [at, id] of fields.entries()) {
    const cell = cells[at];
    if (id === undefined || cell === undefined) continue;
    if (id === 'note') note = unescapeFormula(cell);
    if (id === 'marked' && /^true$/i.test(cell)) note ??= '';
    if (id === 'note' || id === 'marked') continue;
    const path = fieldPaths[id];
    if (path === undefined) continue;
    const value = parseCellValue(id, cell);
    if (value === undefined) return undefined;
    setAtPath(event, path, value);
  }
  return stringifyJson(note === undefined ? event : { ...event, ...createMarkMember({ note }) });
}

interface Branch {
  [name: string]: JsonValue;
}

function setAtPath(event: Branch, [name = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    event[name] = value;
    return;
  }
  event[name] ??= {};
  setAtPath(event[name] as Branch, rest, value);
}

function parseCellValue(id: FieldID, text: string): JsonValue | undefined {
  if (id === 'tags' || id === 'resourceIDs') return unescapeFormula(text).split(', ');
  if (id !== 'code' && id !== 'answer') return unescapeFormula(text);
  const parsed = parseJson(text);
  if (id === 'answer') return parsed.ok ? parsed.value : undefined;
  const isNumber = parsed.ok && (typeof parsed.value === 'number' || parsed.value instanceof ExactNumber);
  return isNumber ? parsed.value : unescapeFormula(text);
}

/**
 * Splits a row, without its line break, into cells. An empty cell is undefined without quotes, and an empty text with
 * quotes. The writer uses the first for an absent value and the second for an empty text. papaparse does not
 * distinguish them. Returns undefined if the quotes are not valid CSV (RFC 4180).
 */
export function splitCsvRow(row: string): readonly (string | undefined)[] | undefined {
  const cells: (string | undefined)[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = row[at] === '"';
    const end = isQuoted ? closingQuote(row, at + 1) : findUnquotedCellEnd(row, at);
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

function findUnquotedCellEnd(row: string, from: number): number | undefined {
  const comma = row.indexOf(',', from);
  const end = comma < 0 ? row.length : comma;
  return row.slice(from, end).includes('"') ? undefined : end;
}
