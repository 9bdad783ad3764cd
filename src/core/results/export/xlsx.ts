/** Writes an Excel workbook (ECMA-376) with one sheet. Texts are written as text cells, not as formulas. */
import { ExactNumber, type JsonValue } from '../../service/json.ts';
import type { Row } from '../loading/columnUnion.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { formatValueText } from '../view/cell.ts';
import { toDecimal } from '../view/decimal.ts';
import { type Chunk, textChunks } from './chunks.ts';
import { zipChunks } from './zip.ts';

/** Excel's maximum number of rows, including the header. `MAX_COLUMNS` is its maximum number of columns. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_TEXT = 32_767;

/** Limits of a column's width, in characters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
/**
 * Maximum number of rows that column widths are computed from. Widths come before the rows in the sheet, so computing
 * them from more rows would delay the first chunk.
 */
const ROWS_TO_FIT = 100;
/** Matches characters of East Asian scripts. Most of them are about twice as wide as a digit. */
const widePattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/gu;

interface XlsxOptions {
  readonly encode: (text: string) => Uint8Array;
  readonly nullText?: string;
  readonly absentText?: string;
  readonly onCut?: (cells: number) => void;
}

/** Returns why the rows don't fit into a sheet; undefined if they do. */
export function findXlsxProblem(source: RowSource): 'too-many-rows' | 'too-many-columns' | undefined {
  if (source.rowCount + 1 > MAX_ROWS) return 'too-many-rows';
  return source.columns.length > MAX_COLUMNS ? 'too-many-columns' : undefined;
}

/**
 * Yields the workbook in chunks. Throws a RangeError if `findXlsxProblem` returns a problem or the uncompressed
 * contents exceed 4 GB.
 */
export function* xlsxChunks(source: RowSource, options: XlsxOptions): Generator<Chunk> {
  const problem = findXlsxProblem(source);
  if (problem) throw new RangeError(problem);
  const { encode } = options;
  let rows = 0;
  const sheet = function* () {
    for (const chunk of sheetChunks(source, options)) {
      rows += chunk.rows;
      yield encode(String(chunk.data));
    }
  };
  const parts = [...fixedParts].map(([name, text]) => ({ name, content: [encode(text)] }));
  const entries = [...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet() }];
  for (const data of zipChunks(entries)) {
    yield { data, rows };
    rows = 0;
  }
}

function* sheetChunks(source: RowSource, options: XlsxOptions): Generator<Chunk> {
  const { nullText = '', absentText = '', onCut } = options;
  const letters = source.columns.map((_, column) => columnLetters(column));
  let cut = 0;
  const text = (at: string, value: string, style = ''): string => {
    if (value.length > MAX_TEXT) cut++;
    return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${truncateAndEscapeXml(value)}</t></is></c>`;
  };
  const formatCell = (at: string, value: JsonValue | undefined): string => {
    if (value === undefined) return absentText === '' ? '' : text(at, absentText);
    if (value === null) return nullText === '' ? '' : text(at, nullText);
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if ((typeof value === 'number' || value instanceof ExactNumber) && canBeNumericCell(value)) {
      return `<c r="${at}"><v>${value}</v></c>`;
    }
    return text(at, formatValueText(value));
  };
  const formatRow = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;
  const header = source.columns.map((name, column) => text(`${letters[column]}1`, name, ' s="1"')).join('');
  yield* textChunks(
    source,
    SHEET_START + createColumnWidthsXml(source) + SHEET_DATA + formatRow(1, header),
    (row: Row, index) =>
      formatRow(
        index + 2,
        letters.map((letter, column) => formatCell(letter + (index + 2), row[column])).join(''),
      ),
    SHEET_END,
  );
  onCut?.(cut);
}

function createColumnWidthsXml(source: RowSource): string {
  if (source.columns.length === 0) return '';
  const rows = source.rows(0, Math.min(ROWS_TO_FIT, source.rowCount));
  const widths = source.columns.map((name, column) => {
    const needed = rows.reduce(
      (most, row) => Math.max(most, estimateTextWidth(formatValueText(row[column]))),
      estimateTextWidth(name),
    );
    // The margin is for the padding of a cell and the bold header.
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, needed + 2));
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${widths.join('')}</cols>`;
}

/** Estimates the width of a text's widest line in Latin characters. Only the start of a long text counts. */
function estimateTextWidth(text: string): number {
  const lines = text.slice(0, 10 * MAX_WIDTH).split(/\r\n|[\r\n]/);
  return Math.max(...lines.map((line) => line.length + (line.match(widePattern)?.length ?? 0)));
}

/**
 * Whether a number is written as a numeric cell rather than as text. Excel displays only 15 significant digits, so a
 * number with more of them is text. A number with an extreme exponent is text, too. A fraction that is stored as a
 * double is always numeric.
 */
function canBeNumericCell(value: number | ExactNumber): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return true;
  const { digits, exponent } = toDecimal(String(value));
  return digits === '' || (digits.length <= 15 && exponent > -300n && exponent <= 300n);
}

/** Returns the letters of a column by its index from 0: A, B … Z, AA … */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * Truncates a text to the maximum length of a cell, and escapes it for XML. A truncated text ends with an ellipsis.
 * Carriage returns, and characters that XML does not allow, are written as `_xHHHH_`, as Excel does it.
 */
function truncateAndEscapeXml(text: string): string {
  // A cut within a surrogate pair would leave an unpaired surrogate.
  const end = /[\ud800-\udbff]/.test(text.charAt(MAX_TEXT - 2)) ? MAX_TEXT - 2 : MAX_TEXT - 1;
  const fits = text.length > MAX_TEXT ? `${text.slice(0, end)}…` : text;
  return fits
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
const SHEET_DATA = '<sheetData>';
const SHEET_END = '</sheetData></worksheet>';

const fixedParts: ReadonlyMap<string, string> = new Map([
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
]);
