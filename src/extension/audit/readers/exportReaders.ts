import * as vscode from 'vscode';
import type { WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import { copyText } from '../../../core/results/export/copy.ts';
import { csvChunks } from '../../../core/results/export/delimited.ts';
import { jsonChunks } from '../../../core/results/export/jsonText.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import { number } from '../../platform/number.ts';
import type { Exported } from '../exportFile.ts';
import { sourceOf } from '../table/eventRows.ts';
import { readersTable } from './readersTable.ts';

/** CSV with formulas guarded, JSON with one object for each row, or a Markdown table for a report. */
function* textOf(rows: RowSource, format: string): Generator<string> {
  if (format === 'md') yield `${copyText(rows, 'markdown')}\n`;
  else for (const { data } of format === 'json' ? jsonChunks(rows) : csvChunks(rows)) yield String(data);
}

/** Who read what, as the table shows it, for a file. */
export function exportedReaders(found: WhoReadWhat): Exported {
  const count = found.rows.length + found.unread.length;
  return {
    kind: 'who-read-what',
    title:
      count === 1
        ? vscode.l10n.t('Export who read what: 1 row')
        : vscode.l10n.t('Export who read what: {0} rows', number(count)),
    formats: { csv: 'CSV', json: 'JSON', md: 'Markdown' },
    events: found.queries + found.others,
    chunks(masking, format) {
      const table = readersTable(found, masking);
      const rows = Array.from({ length: table.rowCount }, (_, row) => table.values(row));
      return textOf(sourceOf(table, rows), format);
    },
    done: (file) =>
      count === 1
        ? vscode.l10n.t('1 row exported to {0}, with a manifest.', file)
        : vscode.l10n.t('{0} rows exported to {1}, with a manifest.', number(count), file),
  };
}
