import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import { createMask } from '../../../../../src/core/results/view/mask.ts';
import type { Connection } from '../../../../../src/core/service/connections/connections.ts';
import { record } from '../../../core/results/loading/records.ts';
import { connectionOf } from '../../audit/fakeModel.ts';
import { Uri } from '../../fakeVscode.ts';
import '../../withVscode.ts';

const { FileSinks } = await import('../../../../../src/extension/platform/fileSink.ts');
const { writeExport } = await import('../../../../../src/extension/export/writeExport.ts');
const { createExportable } = await import('../../../../../src/extension/results/export/exportResult.ts');

const exportedSource = () => {
  const rows = createEmptyResult({ pageSize: 25 });
  rows.addResponse(0, { records: [record({ id: 1 })] });
  return {
    rows: rows.snapshot(),
    chosen: 'loaded' as const,
    loadedRowCount: 1,
    statement: '',
    startedAt: 0,
    repeatedRows: 0,
    duplicatesInPage: false,
    rowsAfterEnd: 0,
    offsetIgnored: false,
    target: { vault: { id: 'v', name: 'v' }, connection: connectionOf('a') as Connection },
    isValueMasked: createMask({
      mode: 'none',
      environment: 'test',
      isDeclared: () => false,
      now: Date.now,
    }).createSnapshotTest(),
    isComplete: true,
  };
};

describe('the file of exported rows', () => {
  it('is named after the tables of the query, else after the vault', () => {
    for (const [tables, name] of [
      [['persons'], 'persons'],
      [['persons', 'credit_cards', 'persons'], 'persons-credit_cards'],
      [['../x'], 'x'],
      [['/'], 'vault'],
      [[], 'v'],
    ] as const)
      assert.equal(
        createExportable({ ...exportedSource(), tables }).fileNameWithoutExtension.replace(/(-\d+){4}$/, ''),
        name,
      );
  });
});

describe('the manifest of exported rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultsql-'));
  after(() => rmSync(folder, { recursive: true }));

  it('of the file before is gone where that of the new one can’t be written', async () => {
    // So long that its manifest may have the name, and the half-written one may not.
    const path = join(folder, `${'x'.repeat(234)}.csv`);
    writeFileSync(`${path}.manifest.json`, '{}');
    const written = await writeExport(new FileSinks(), {
      exportable: createExportable(exportedSource()),
      choices: { format: 'csv', options: {}, manifest: true, isMasked: false, file: 'rows.csv' },
      uri: Uri.file(path) as never,
    });
    assert.ok(written.kind === 'done' && written.rows === 1);
    assert.match(written.manifestProblem ?? '', /the name is too long\.$/);
    assert.ok(!existsSync(`${path}.manifest.json`));
  });
});
