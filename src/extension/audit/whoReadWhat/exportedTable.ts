import * as vscode from 'vscode';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import { type FormatFor, fileChunksOfRows, listFormatsFor } from '../../../core/results/export/formats.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import { formatNumber } from '../../platform/number.ts';
import type { AuditExport, ExportMasking } from '../export/eventsFile.ts';
import { createRowSource } from '../views/table/eventRows.ts';
import { createReadersTable } from './table.ts';

export function createReadersExport(found: WhoReadWhat): AuditExport<FormatFor<'readers'>> {
  const count = found.rows.length + found.unread.length;
  const rowsOf = (masking: ExportMasking): RowSource => {
    // A program that reads the file finds the same columns in each one.
    const table = createReadersTable(found, masking, { hasAllColumns: true });
    return createRowSource(
      table,
      Array.from({ length: table.rowCount }, (_, row) => table.values(row)),
    );
  };
  return {
    kind: 'who-read-what',
    title:
      count === 1
        ? vscode.l10n.t('Export who read what: 1 row')
        : vscode.l10n.t('Export who read what: {0} rows', formatNumber(count)),
    formats: listFormatsFor('readers'),
    recordCount: count,
    formatProgress: (done) => vscode.l10n.t('{0} of {1} rows', formatNumber(done), formatNumber(count)),
    chunks: (format, masking, _about, writers) =>
      fileChunksOfRows(format, { source: rowsOf(masking), options: {}, onCut: () => undefined }, writers),
    events: found.queries - found.leftOut + found.others,
    queriesLeftOut: found.leftOut,
    formatSuccess: (file) => {
      const done =
        count === 1
          ? vscode.l10n.t('Exported 1 row to “{0}”.', file)
          : vscode.l10n.t('Exported {0} rows to “{1}”.', formatNumber(count), file);
      return [done, leftOutSentence(found.leftOut)].filter(Boolean).join(' ');
    },
  };
}

function leftOutSentence(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? vscode.l10n.t('1 query is not included.')
    : vscode.l10n.t('{0} queries are not included.', formatNumber(count));
}
