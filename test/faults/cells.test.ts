import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { formatForClipboard } from '../../src/core/results/export/copy.ts';
import { exportFormats } from '../../src/core/results/export/formats.ts';
import { createEmptyResult } from '../../src/core/results/loading/result.ts';
import type { RowSource } from '../../src/core/results/loading/rowStore.ts';
import { MAX_CELL_TEXT_LENGTH, toCell } from '../../src/core/results/view/cell.ts';
import { exportRows } from '../unit/core/results/export/exportRows.ts';
import { columnSummary, orChain } from '../unit/core/results/view/onePiece.ts';
import { type HostileServer, startHostileServer } from './hostileServer.ts';
import { answerOf, clientFor, note, query, transports } from './support.ts';

const values = [
  'column-proto',
  'columns-integers',
  'columns-repeated',
  'columns-10000',
  'numbers-exact',
  'lone-surrogate',
  'nul-and-direction',
  'invalid-utf8',
  'markup',
  'formulas',
  'cell-1mb',
  'deep-100',
];

const deps = {
  encode: (text: string) => Buffer.from(text),
  sha256: () => {
    const hash = createHash('sha256');
    return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') };
  },
  parquet: async () => ({ ByteWriter, ParquetWriter }),
};

/** Every format's file as text, by format. */
async function files(source: RowSource): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const { format } of exportFormats) {
    const parts: Uint8Array[] = [];
    const write = async (bytes: Uint8Array): Promise<void> => void parts.push(bytes);
    const outcome = await exportRows({ source, format, write }, deps);
    assert.equal(outcome.kind, 'done', format);
    all.set(format, Buffer.concat(parts).toString());
  }
  return all;
}

describe('hostile values, from the answer to the grid, the clipboard and files', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());

  const open = async (fault: string): Promise<RowSource> => {
    const { client } = clientFor(server.url(fault), transports.undici);
    const result = createEmptyResult({ pageSize: 25 });
    result.addResponse(0, answerOf(await client.executeQuery(query)));
    return result.rows;
  };

  for (const fault of values) {
    it(`${fault}: a cell of bounded text, and a file in every format`, async () => {
      const rows = await open(fault);
      assert.equal(rows.rowCount, 1);
      const cells = rows.columns.map((_, column) => toCell(rows.value(0, column)));
      for (const { t } of cells) assert.ok(t.length <= MAX_CELL_TEXT_LENGTH);
      note(fault);
      const written = await files(rows);
      assert.equal(written.get('ndjson')?.split('\n').length, 2, 'one line a record, whatever is in it');
      for (const format of ['tsv', 'csv', 'json', 'markdown'] as const)
        assert.ok(formatForClipboard(rows, format));
      assert.ok(orChain(rows, (name) => `"${name.replaceAll('"', '""')}"`).skippedRows <= 1);
      for (const column of rows.columns.keys()) {
        if (column > 20) break;
        assert.equal(columnSummary(rows, column, 10).stats.rows, 1);
      }
    });
  }

  it('markup stays text in Markdown: no link, no image, no icon', async () => {
    const markdown = (await files(await open('markup'))).get('markdown') ?? '';
    assert.match(markdown, /\\\[x\\\]\(command:evil\)/);
    assert.match(markdown, /\\\$\(icon\)/);
    assert.match(markdown, /\\<img src=x onerror=alert\(1\)\\>/);
  });

  it('no value and no column name is a formula in a spreadsheet', async () => {
    const written = await files(await open('formulas'));
    const cells = (written.get('csv') ?? '').split(/,|\r\n/).filter(Boolean);
    assert.equal(cells.length, 8);
    for (const cell of cells) assert.match(cell, /^"?'/);
  });
});
