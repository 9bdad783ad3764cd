import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type ExportFormat, exportFormats } from '../../../../../src/core/results/export/formats.ts';
import { manifestText } from '../../../../../src/core/results/export/manifest.ts';
import { parquetChunks } from '../../../../../src/core/results/export/parquet.ts';
import { chooseParquetColumn } from '../../../../../src/core/results/export/parquetColumns.ts';
import type {
  ParquetBuffer,
  ParquetElement,
  ParquetLibrary,
  ParquetValue,
} from '../../../../../src/core/results/export/parquetFile.ts';
import { columnLetters, findXlsxProblem } from '../../../../../src/core/results/export/xlsx.ts';
import type { RowSource } from '../../../../../src/core/results/loading/rowStore.ts';
import { formatValueText } from '../../../../../src/core/results/view/cell.ts';
import { decimalKey } from '../../../../../src/core/results/view/decimal.ts';
import { runToEnd } from '../../../../../src/core/results/view/steps.ts';
import { maskSource } from '../../../../../src/core/results/view/view.ts';
import { ExactNumber, type JsonValue } from '../../../../../src/core/service/json.ts';
import { anyValue, exact, json, storeOf } from '../loading/records.ts';
import { unzip } from './archive.ts';
import { exportRows } from './exportRows.ts';

/** Replaces the library: writes its input as lines of text. */
class LineBuffer implements ParquetBuffer {
  bytes: number[] = [];
  get index(): number {
    return this.bytes.length;
  }
  set index(at: number) {
    this.bytes.length = at;
  }
  getBytes(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}
const lines: ParquetLibrary<LineBuffer> = {
  ByteWriter: LineBuffer,
  ParquetWriter: class {
    readonly #to: LineBuffer;
    row_groups = [];
    num_rows = 0n;
    constructor({ writer, schema }: { writer: LineBuffer; schema: ParquetElement[] }) {
      this.#to = writer;
      this.#line(schema.map(({ name }) => name).join());
    }
    #line(text: string): void {
      this.#to.bytes.push(...Buffer.from(`${text}\n`));
    }
    write({ columnData }: { columnData: { name: string; data: ParquetValue[] }[] }): void {
      for (const { name, data } of columnData) this.#line(`${name}:${data.length}`);
    }
    finish(): void {
      this.#line('end');
    }
  },
};

const deps = {
  encode: (text: string) => Buffer.from(text),
  sha256: () => {
    const hash = createHash('sha256');
    return {
      update: (bytes: Uint8Array) => void hash.update(bytes),
      digest: () => hash.digest('hex'),
    };
  },
  parquet: async () => lines,
};

/** `write` is waited for with each piece, as a disk would be. */
async function file(source: RowSource, format: ExportFormat, options = {}, write = async () => {}) {
  const parts: Uint8Array[] = [];
  const progress: number[] = [];
  const outcome = await exportRows(
    {
      source,
      format,
      options,
      write: (bytes) => {
        parts.push(bytes);
        return write();
      },
      onProgress: (rows) => void progress.push(rows),
    },
    deps,
  );
  return { outcome, bytes: Buffer.concat(parts), progress };
}

const people = storeOf([
  { id: 1, name: 'Ada & <Co>', income: exact('9007199254740993'), ok: true },
  { id: 2, name: null, income: exact('1.10'), ok: false },
  { id: 3, income: 0.1, ok: 1 / 3 },
  { id: 4, name: '=1+1', income: exact('1e400') },
]);

describe('XLSX', () => {
  const sheet = async (source: RowSource, options = {}): Promise<string> => {
    const { bytes, outcome } = await file(source, 'xlsx', options);
    assert.equal(outcome.kind, 'done');
    return String(unzip(bytes).get('xl/worksheets/sheet1.xml'));
  };
  const cell = (xml: string, at: string): string | undefined =>
    new RegExp(`<c r="${at}"[^>]*>(.*?)</c>`).exec(xml)?.[1];

  it('is an archive of the parts that Excel wants', async () => {
    const { bytes } = await file(people, 'xlsx');
    assert.deepEqual(
      [...unzip(bytes).keys()],
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
      ],
    );
  });

  it('numbers are numbers where they stay exact, else text; text is never a formula', async () => {
    const xml = await sheet(people);
    const text = (value: string): string => `<is><t xml:space="preserve">${value}</t></is>`;
    assert.equal(cell(xml, 'A1'), text('id'));
    assert.equal(cell(xml, 'A2'), '<v>1</v>');
    assert.equal(cell(xml, 'B2'), text('Ada &amp; &lt;Co&gt;'));
    assert.equal(cell(xml, 'C2'), text('9007199254740993'));
    assert.equal(cell(xml, 'C3'), '<v>1.10</v>');
    assert.equal(cell(xml, 'C4'), '<v>0.1</v>');
    assert.equal(cell(xml, 'D4'), '<v>0.3333333333333333</v>');
    assert.equal(cell(xml, 'C5'), text('1e400'));
    assert.equal(cell(xml, 'D2'), '<v>1</v>');
    assert.equal(cell(xml, 'B5'), text('=1+1'));
    assert.equal(cell(xml, 'B3'), undefined);
    assert.equal(cell(xml, 'B4'), undefined);
    assert.doesNotMatch(xml, /<f>/);
    const named = await sheet(people, { nullText: 'NULL', absentText: '-' });
    assert.deepEqual([cell(named, 'B3'), cell(named, 'B4')], [text('NULL'), text('-')]);
  });

  it('whatever the text, the sheet is well-formed and gives it back', async () => {
    const unescaped = (xml: string): string =>
      xml
        .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')
        .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '_x0041_', '\ud800', '\0', ']]>'),
        async (a, b) => {
          const value = a + b;
          const xml = await sheet(storeOf([{ value }]));
          // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
          assert.doesNotMatch(xml, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
          assert.ok(xml.isWellFormed());
          const written = /<c r="A2" t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t>/.exec(xml)?.[1];
          assert.equal(unescaped(written ?? ''), value);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps the header in view, and fits columns to the header and the first rows', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({
      id: at,
      description: 'x'.repeat(20),
      long: 'y'.repeat(300),
      late: at < 100 ? '' : 'z'.repeat(50),
      name: '山田太郎山田太郎',
      lines: `${'a'.repeat(12)}\n${'b'.repeat(14)}`,
    }));
    const xml = await sheet(storeOf(rows));
    assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/);
    const columns = /<\/sheetViews><cols>(.*)<\/cols><sheetData>/.exec(xml)?.[1] ?? '';
    const widths = [...columns.matchAll(/<col min="(\d+)" max="(\d+)" width="(\d+)" customWidth="1"\/>/g)];
    assert.deepEqual(
      widths.map(([, min, max, width]) => [min, max, width].map(Number)),
      [8, 22, 60, 8, 18, 16].map((width, at) => [at + 1, at + 1, width]),
    );
    assert.doesNotMatch(await sheet(storeOf([])), /<cols>/);
  });

  it('cuts what Excel cannot hold, and says how often', async () => {
    const { outcome, bytes } = await file(
      storeOf([{ a: 'x'.repeat(40_000), b: `${'y'.repeat(32_765)}😀😀` }]),
      'xlsx',
    );
    assert.ok(outcome.kind === 'done' && outcome.cutCells === 2);
    const xml = String(unzip(bytes).get('xl/worksheets/sheet1.xml'));
    const lengths = [...xml.matchAll(/>([xy]+…)</g)].map(([, text]) => text?.length);
    assert.deepEqual(lengths, [32_767, 32_766]);
  });

  it('refuses what no sheet has room for before anything is written', async () => {
    const wide = {
      ...people,
      columns: Array.from({ length: 16_385 }, (_, at) => `c${at}`),
      rowCount: 1,
    };
    assert.equal(findXlsxProblem(wide), 'too-many-columns');
    assert.equal(findXlsxProblem({ ...people, columns: ['a'], rowCount: 1_048_576 }), 'too-many-rows');
    const { outcome, bytes } = await file(wide, 'xlsx');
    assert.deepEqual([outcome, bytes.length], [{ kind: 'refused', reason: 'too-many-columns' }, 0]);
    assert.deepEqual([0, 25, 26, 701, 702, 16_383].map(columnLetters), ['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  });
});

describe('Parquet', () => {
  const column = (values: readonly (JsonValue | undefined)[]) => {
    const store = storeOf(values.map((value, id) => ({ id, value })));
    const { element, convert } = runToEnd(chooseParquetColumn(store, store.columns.indexOf('value')));
    const { name: _, repetition_type: __, ...type } = element;
    return { type, values: values.map(convert) };
  };

  it('gives each column the type that holds its values exactly', () => {
    assert.deepEqual(column([1, null, undefined, -2]), {
      type: { type: 'INT64' },
      values: [1n, null, null, -2n],
    });
    assert.deepEqual(column([exact('9007199254740993')]).values, [9007199254740993n]);
    assert.deepEqual(column([0.1, 1e-7, 2]), {
      type: { type: 'DOUBLE' },
      values: [0.1, 1e-7, 2],
    });
    assert.deepEqual(column([exact('1.10'), 2, exact('-0')]), {
      type: {
        type: 'INT64',
        converted_type: 'DECIMAL',
        precision: 2,
        scale: 1,
      },
      values: [11n, 20n, 0n],
    });
    assert.deepEqual(column([exact('123456789012345678901.5')]), {
      type: {
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: 16,
        converted_type: 'DECIMAL',
        precision: 22,
        scale: 1,
      },
      values: [1234567890123456789015n],
    });
    const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    assert.deepEqual(column([exact('1e400')]), {
      type: text,
      values: ['1e400'],
    });
    assert.deepEqual(column([1, 'a', json('{"b":1.10}')]), {
      type: text,
      values: ['1', 'a', '{"b":1.10}'],
    });
    assert.deepEqual(column([true, null]), {
      type: { type: 'BOOLEAN' },
      values: [true, null],
    });
    assert.deepEqual(column([null]), { type: text, values: [null] });
  });

  it('every value can be read back as it was sent, by its worth if not by its text', () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyValue, { nil: undefined }), { maxLength: 12 }), (values) => {
        const { type, values: converted } = column(values);
        for (const [index, value] of values.entries()) {
          const got = converted[index];
          if (value === undefined || value === null) assert.equal(got, null);
          else if (type.converted_type === 'UTF8') assert.equal(got, formatValueText(value));
          else if (type.type === 'BOOLEAN' || type.type === 'DOUBLE') assert.equal(got, value);
          else {
            assert.ok(typeof value === 'number' || value instanceof ExactNumber);
            assert.equal(decimalKey(`${got}e-${type.scale ?? 0}`), decimalKey(formatValueText(value)));
          }
        }
      }),
    );
  });

  it('writes group by group and leaves nothing in the buffer', () => {
    const store = storeOf(Array.from({ length: 12_000 }, (_, id) => ({ id, name: `n${id}` })));
    const chunks = [...parquetChunks(store, lines)];
    assert.deepEqual(
      chunks.map(({ rows }) => rows).filter((rows) => rows > 0),
      [5000, 5000, 2000],
    );
    assert.equal(
      Buffer.concat(chunks.map(({ data }) => Buffer.from(data))).toString(),
      'root,id,name\nid:5000\nname:5000\nid:5000\nname:5000\nid:2000\nname:2000\nend\n',
    );
  });
});

describe('export', () => {
  it('every format says how many rows and bytes it wrote, and their sum', async () => {
    for (const { format } of exportFormats) {
      const { outcome, bytes, progress } = await file(people, format);
      assert.ok(outcome.kind === 'done', format);
      assert.equal(outcome.rows, 4);
      assert.equal(outcome.bytes, bytes.length);
      assert.equal(outcome.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(progress.at(-1), 4);
    }
  });

  it('counts every row, however long the disk takes for a piece', async () => {
    const rows = storeOf(
      Array.from({ length: 5000 }, (_, id) => ({
        id,
        text: `${id * 7919} some text ${id}`,
      })),
    );
    const slow = async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    for (const { format } of exportFormats) {
      const { outcome, progress } = await file(rows, format, {}, slow);
      assert.ok(outcome.kind === 'done', format);
      assert.deepEqual([outcome.rows, progress.at(-1)], [5000, 5000], format);
      assert.deepEqual(
        progress,
        [...progress].sort((a, b) => a - b),
        format,
      );
    }
  });

  it('nothing hidden is in any format', async () => {
    const masked = maskSource(people, (_, column) => column === 1);
    for (const { format } of exportFormats.filter((one) => one.format !== 'parquet')) {
      const { bytes } = await file(masked, format);
      const content = format === 'xlsx' ? [...unzip(bytes).values()].join('') : bytes.toString();
      assert.doesNotMatch(content, /Ada/, format);
      assert.match(content, /masked/, format);
    }
  });

  it('a cancel stops it between two pieces', async () => {
    const store = storeOf(Array.from({ length: 5000 }, (_, id) => ({ id, note: 'x'.repeat(100) })));
    const cancel = new AbortController();
    let pieces = 0;
    const outcome = await exportRows(
      {
        source: store,
        format: 'csv',
        isCancelled: () => cancel.signal.aborted,
        write: async () => {
          if (++pieces === 2) cancel.abort();
        },
      },
      deps,
    );
    assert.deepEqual([outcome, pieces], [{ kind: 'cancelled' }, 2]);
  });

  it('a full disk is the export’s failure', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    await assert.rejects(
      exportRows({ source: people, format: 'csv', write: () => Promise.reject(full) }, deps),
      full,
    );
  });

  it('a manifest holds what has to be accounted for', () => {
    const facts = {
      file: 'persons.csv',
      format: 'csv',
      bytes: 12,
      sha256: 'ab',
      connection: 'sandbox',
      environment: 'test',
      vaultID: 'v1',
      query: 'SELECT id FROM persons',
      askedAt: '2024-01-02T03:04:01+00:00',
      exportedAt: '2024-01-02T03:04:05+00:00',
      rows: 4,
      rowsChosen: 'shown' as const,
      loadedRows: 10,
      columns: ['id'],
      complete: true,
      repeatedRows: 0,
      duplicatesInPage: false,
      rowsAfterEnd: 0,
      offsetIgnored: false,
      maskedColumns: [],
      plainTextColumns: [],
      cutCells: 0,
    };
    assert.deepEqual(JSON.parse(manifestText(facts)), {
      manifestVersion: 1,
      ...facts,
    });
  });
});
