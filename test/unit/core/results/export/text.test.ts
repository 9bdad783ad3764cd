import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Chunk } from '../../../../../src/core/results/export/chunks.ts';
import { formatForClipboard } from '../../../../../src/core/results/export/copy.ts';
import { csvChunks, tsvChunks } from '../../../../../src/core/results/export/delimited.ts';
import { textChunksOfRows } from '../../../../../src/core/results/export/formats.ts';
import { markdownChunks } from '../../../../../src/core/results/export/markdown.ts';
import { createRowStore, type RowSource } from '../../../../../src/core/results/loading/rowStore.ts';
import { formatValueText } from '../../../../../src/core/results/view/cell.ts';
import { createView, maskSource } from '../../../../../src/core/results/view/view.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { anyRecord, exact, fieldOf, json, storeOf } from '../loading/records.ts';
import { orChain } from '../view/onePiece.ts';

const text = (chunks: Iterable<Chunk>): string => [...chunks].map(({ data }) => String(data)).join('');

interface Field {
  readonly text: string;
  readonly quoted: boolean;
}

/** Reads RFC 4180 strictly: every line ends with `end`, every quote is where it may be. */
function readDelimited(source: string, separator: string, end: string): Field[][] {
  const lines: Field[][] = [];
  for (let at = 0; at < source.length; ) {
    const line: Field[] = [];
    for (let more = true; more; ) {
      const quoted = source[at] === '"';
      let field = '';
      if (quoted) {
        for (at++; source[at] !== '"' || source[at + 1] === '"'; at++) {
          assert.ok(at < source.length, 'unclosed');
          field += source[at];
          if (source[at] === '"') at++;
        }
        at++;
      } else {
        for (; at < source.length && source[at] !== separator && !source.startsWith(end, at); at++) {
          assert.ok(source[at] !== '"' && source[at] !== '\n' && source[at] !== '\r', 'must be quoted');
          field += source[at];
        }
      }
      line.push({ text: field, quoted });
      more = source[at] === separator;
      if (more) at++;
    }
    assert.ok(source.startsWith(end, at), 'no line end');
    at += end.length;
    lines.push(line);
  }
  return lines;
}

const anyStore = fc.array(anyRecord, { maxLength: 12 }).map((records) => {
  const store = createRowStore();
  store.addPage(0, records);
  return { store, records };
});

describe('CSV and TSV', () => {
  it('give every value back, and tell NULL, absent, empty and their look-alikes apart', () => {
    const choices = fc.constantFrom(['', ''], ['NULL', ''], ['NULL', '(none)'], ['\\N', 'a,b']);
    fc.assert(
      fc.property(
        anyStore,
        choices,
        fc.boolean(),
        ({ store, records }, [nullText = '', absentText = ''], tabs) => {
          if (store.columns.length === 0) return;
          const options = { nullText, absentText, guardFormulas: false };
          const lines = tabs
            ? readDelimited(text(tsvChunks(store, options)), '\t', '\n')
            : readDelimited(text(csvChunks(store, options)), ',', '\r\n');
          const [head = [], ...rows] = lines;
          assert.deepEqual(
            head.map((field) => field.text),
            store.columns,
          );
          assert.equal(rows.length, records.length);
          for (const [index, row] of rows.entries()) {
            const record = records[index] ?? { fields: [] };
            for (const [column, name] of store.columns.entries()) {
              const value = fieldOf(record, name);
              const field = row[column];
              assert.ok(field);
              const bare = value === undefined ? absentText : value === null ? nullText : undefined;
              assert.equal(field.text, bare ?? formatValueText(value));
              if (typeof value === 'string' && ['', nullText, absentText].includes(value))
                assert.ok(field.quoted);
              if (bare !== undefined && !/[",\t]/.test(bare)) assert.ok(!field.quoted);
            }
          }
        },
      ),
    );
  });

  it('no text and no column name is taken for a formula; numbers stay numbers', () => {
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', '＝1'];
    const store = storeOf([
      ...hostile.map((value) => ({ '=name': value })),
      { '=name': -5 },
      { '=name': exact('-1.10') },
    ]);
    const lines = readDelimited(text(csvChunks(store)), ',', '\r\n').map(([field]) => field?.text ?? '');
    assert.deepEqual(lines, ["'=name", ...hostile.map((value) => `'${value}`), '-5', '-1.10']);
    for (const line of text(tsvChunks(store)).split('\n').slice(0, -3))
      assert.doesNotMatch(line, /^"?[=+\-@\t\r＝]/);
  });

  it('the mark, the header and the line ends are those asked for', () => {
    const store = storeOf([{ a: 1, b: 'x' }]);
    assert.equal(text(csvChunks(store, { bom: true })), '\ufeffa,b\r\n1,x\r\n');
    assert.equal(text(csvChunks(store, { header: false })), '1,x\r\n');
    assert.equal(text(tsvChunks(store)), 'a\tb\n1\tx\n');
    assert.equal(text(csvChunks(storeOf([]))), '\r\n');
    // A text that reads as NULL does is in quotes, NULL is not.
    const nulls = storeOf([{ a: 'NULL', b: null }]);
    assert.equal(text(csvChunks(nulls, { nullText: 'NULL' })), 'a,b\r\n"NULL",NULL\r\n');
  });

  it('comes in pieces that say how many rows they hold', () => {
    const store = storeOf(Array.from({ length: 5000 }, (_, id) => ({ id, note: 'x'.repeat(100) })));
    const pieces = [...csvChunks(store)];
    assert.ok(pieces.length > 5 && pieces.every(({ data }) => data.length < 128 * 1024));
    assert.equal(
      pieces.reduce((sum, { rows }) => sum + rows, 0),
      5000,
    );
    for (const count of [1000, 1024]) {
      const long = storeOf(Array.from({ length: count }, () => ({ note: 'x'.repeat(2000) })));
      assert.ok([...csvChunks(long)].every(({ data, rows }) => data !== '' && rows > 0));
    }
  });
});

describe('JSON and NDJSON', () => {
  it('give every record back, numbers as they were sent, absent columns absent', () => {
    fc.assert(
      fc.property(anyStore, ({ store, records }) => {
        const whole = parseJson(text(textChunksOfRows('json', store)));
        const lines = text(textChunksOfRows('ndjson', store)).split('\n').slice(0, -1).map(json);
        assert.ok(whole.ok && Array.isArray(whole.value));
        assert.deepEqual(whole.value, lines);
        assert.equal(lines.length, records.length);
        for (const [index, record] of records.entries()) {
          const object = lines[index];
          assert.ok(typeof object === 'object' && object !== null);
          assert.deepEqual(new Map(Object.entries(object)), new Map(record.fields));
        }
      }),
    );
  });
});

describe('Markdown', () => {
  it('is a table whatever the values, and nothing in it is markup', () => {
    fc.assert(
      fc.property(anyStore, ({ store, records }) => {
        const lines = text(markdownChunks(store)).split('\n').slice(0, -1);
        assert.equal(lines.length, store.columns.length === 0 ? 0 : records.length + 2);
        for (const line of lines) {
          const bars = line.replace(/\\./gs, '').match(/\|/g) ?? [];
          assert.equal(bars.length, store.columns.length + 1, line);
        }
      }),
    );
  });

  it('keeps hostile values text and NULL apart from its look-alike', () => {
    const store = storeOf([
      { id: 1, value: '[x](command:evil) $(icon) <img onerror=1> `a` **b** a|b\nc' },
      { id: 2, value: null },
      { id: 3, value: 'NULL' },
      { id: 4, value: '' },
      { id: 5 },
    ]);
    assert.equal(
      text(markdownChunks(store)),
      [
        '| id | value |',
        '| ---: | --- |',
        '| 1 | \\[x\\](command:evil) \\$(icon) \\<img onerror=1\\> \\`a\\` \\*\\*b\\*\\* a\\|b<br>c |',
        '| 2 | *NULL* |',
        '| 3 | NULL |',
        '| 4 | "" |',
        '| 5 |  |',
        '',
      ].join('\n'),
    );
  });
});

describe('copy', () => {
  const people = storeOf([
    { id: 1, name: "O'Hara", income: exact('1.10') },
    { id: 2, name: null, income: exact('9007199254740993') },
    { id: 3, income: 1 },
    { id: 1, name: "O'Hara", income: exact('1.1') },
  ]);
  const column = (at: number): RowSource => createView(people, { columns: [at] });

  it('one cell is its bare text, more come with their names', () => {
    assert.equal(formatForClipboard(createView(people, { rows: [0], columns: [1] }), 'tsv'), "O'Hara");
    assert.equal(formatForClipboard(createView(people, { rows: [1], columns: [1] }), 'tsv'), 'NULL');
    assert.equal(
      formatForClipboard(createView(people, { rows: [1, 2], columns: [0, 1] }), 'tsv'),
      'id\tname\n2\tNULL\n3\t',
    );
    assert.equal(
      formatForClipboard(createView(people, { rows: [1], columns: [2] }), 'csv'),
      'income\r\n9007199254740993',
    );
    assert.equal(formatForClipboard(createView(people, { rows: [2] }), 'json'), '[\n{"id":3,"income":1}\n]');
    assert.match(formatForClipboard(people, 'markdown'), /^\| id \| name \| income \|/);
  });

  it('an OR chain names each value once, exactly, and is a condition of the dialect', () => {
    const plain = (name: string): string => name;
    assert.deepEqual(orChain(column(0), plain), { text: 'id = 1 OR id = 2 OR id = 3', skippedRows: 0 });
    assert.deepEqual(orChain(column(1), plain), { text: "name = 'O''Hara' OR name IS NULL", skippedRows: 0 });
    assert.deepEqual(
      orChain(column(2), plain).text,
      'income = 1.1 OR income = 9007199254740993 OR income = 1',
    );
    const both = orChain(createView(people, { columns: [0, 1] }), plain).text;
    assert.equal(
      both,
      "(id = 1 AND name = 'O''Hara') OR (id = 2 AND name IS NULL) OR (id = 3 AND name IS NULL)",
    );
    const odd = storeOf([
      { v: true },
      { v: -5 },
      { v: exact('1e400') },
      { v: 'a\0b' },
      { v: json('{"a":1}') },
    ]);
    const chain = orChain(odd, plain);
    assert.equal(chain.skippedRows, 2);
    for (const condition of [both, chain.text]) {
      const findings = checkText(`SELECT id FROM persons WHERE ${condition}`);
      assert.deepEqual(
        findings.filter(({ severity }) => severity === 'error'),
        [],
      );
    }
  });

  it('nothing hidden is copied', () => {
    const masked = maskSource(people, (_, at) => at === 1);
    for (const format of ['tsv', 'csv', 'json', 'markdown'] as const) {
      assert.doesNotMatch(formatForClipboard(masked, format), /Hara/);
    }
    const chain = orChain(createView(masked, { columns: [1] }), (name) => name);
    assert.deepEqual(chain, { text: 'name IS NULL', skippedRows: 2 });
  });
});
