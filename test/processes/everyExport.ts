/**
 * Writes everything that can be exported to the folder named by the first argument, which is full or soon is, and then
 * to the one named by the second. Prints what came of each as JSON.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import { exportFormats } from '../../src/core/results/export/formats.ts';
import { createEmptyResult } from '../../src/core/results/loading/result.ts';
import { createMask } from '../../src/core/results/view/mask.ts';
import type { Connection } from '../../src/core/service/connections/connections.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import { createLockRunner } from '../../src/node/credentials/lock.ts';
import { auditPage } from '../bench/auditEvents.ts';
import { record } from '../unit/core/results/loading/records.ts';
import { connectionOf, fakeService, partsOf } from '../unit/extension/audit/fakeModel.ts';
import { Position, Uri, window, workspace } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../src/extension/audit/actions/trailActions.ts'
);
const { exportAuditFile, readDisplayedEvents } = await import(
  '../../src/extension/audit/export/eventsFile.ts'
);
const { createReadersExport: exportedReaders } = await import(
  '../../src/extension/audit/whoReadWhat/exportedTable.ts'
);
const { saveChart } = await import('../../src/extension/audit/views/table/charts.ts');
const { FileSinks } = await import('../../src/extension/platform/fileSink.ts');
const { openSampleQueries } = await import('../../src/extension/localVault/sample.ts');
const { writeExport } = await import('../../src/extension/export/writeExport.ts');
const { createExportable } = await import('../../src/extension/results/export/exportResult.ts');
const { createExportCommands } = await import(
  '../../src/extension/connections/transfer/exportConnections.ts'
);

/** What came of writing one file. */
export interface WrittenOrNot {
  readonly name: string;
  /** Whether it says that the file is there. */
  readonly isDone: boolean;
  readonly said: readonly string[];
  /** Names in the folder after. */
  readonly left: readonly string[];
  /** Whether what was in the file before is in it still. */
  readonly isAsBefore: boolean;
}

const [full = '', elsewhere = ''] = process.argv.slice(2);
/** What is there before, and is not looked at. */
const present = readdirSync(full);
const said: string[] = [];
const say = (text: string): Promise<void> => Promise.resolve(void said.push(text));

const { model, deps: fake, asked } = fakeService(connectionOf('a'));
const loading = model.requests.loadNewest();
asked[0]?.answer(auditPage(0, 1_000).page);
await loading;
const language = { ...fake.language(), readQuery: parseQueryReads };
const deps = Object.assign(fake, {
  messages: {
    info: say,
    warn: say,
    error: say,
    confirm: () => Promise.resolve(true),
  },
  language: () => language,
  log: { ...fake.log, warn: () => undefined },
}) as Deps;
const connections = {
  ...deps,
  targets: {
    connections: () => [connectionOf('a', { auth: { kind: 'token' } })],
  },
};

const rows = createEmptyResult({ pageSize: 25 });
for (let page = 0; page < 200; page++)
  rows.addResponse(page, {
    records: Array.from({ length: 25 }, (_, at) =>
      // Random, so that no format makes less than the room of it.
      record({
        id: page * 25 + at,
        note: Array.from({ length: 4 }, () => Math.random().toString(36)).join(''),
      }),
    ),
  });
const source = {
  rows: rows.snapshot(),
  chosen: 'loaded' as const,
  loadedRowCount: 5_000,
  statement: '',
  startedAt: 0,
  isComplete: true,
  repeatedRows: 0,
  duplicatesInPage: false,
  rowsAfterEnd: 0,
  offsetIgnored: false,
  target: {
    vault: { id: 'v', name: 'v' },
    connection: connectionOf('a') as Connection,
  },
  isValueMasked: createMask({
    mode: 'none',
    environment: 'test',
    isDeclared: () => false,
    now: Date.now,
  }).createSnapshotTest(),
} as const;

const fileSinks = new FileSinks();

type Write = (uri: never) => Promise<boolean>;

const ofAudit: Write = async (uri) =>
  (await trailCommands(partsOf({ model, deps }))['vaultsql.audit.export']?.(uri)) === true;
const ofReaders: Write = async (uri) => {
  const { handle } = await model.trail.view(model.filters.createTrailQuery());
  const found = await model.trail.whoReadWhat(handle);
  return (
    found !== undefined &&
    exportAuditFile(
      { ...deps, masking: model.masking },
      exportedReaders(found),
      await readDisplayedEvents(model),
      uri,
    )
  );
};
const ofChart: Write = async (uri) => {
  Object.assign(window, { showSaveDialog: () => Promise.resolve(uri) });
  const before = said.length;
  await saveChart(deps, { width: 1, height: 1, title: '', shapes: [] }, { kind: 'chart', png: undefined });
  return said.slice(before).some((text) => text.startsWith('Saved'));
};
const ofConnections: Write = async (uri) =>
  (await createExportCommands(connections as never)['vaultsql.connection.export']?.(uri)) === 1;
const ofResult =
  (format: (typeof exportFormats)[number]['format']): Write =>
  async (uri) => {
    const written = await writeExport(fileSinks, {
      exportable: createExportable(source),
      choices: {
        format,
        options: {},
        manifest: true,
        isMasked: false,
        file: '',
      },
      uri,
    });
    if (written.kind === 'failed') said.push(written.text);
    return written.kind === 'done' && written.manifest !== undefined;
  };

const writers: Readonly<Record<string, Write>> = {
  ...Object.fromEntries(['ndjson', 'json', 'csv', 'parquet'].map((ending) => [`events.${ending}`, ofAudit])),
  ...Object.fromEntries(
    exportFormats.map(({ format, extension }) => [`rows.${extension}`, ofResult(format)]),
  ),
  'readers.csv': ofReaders,
  'readers.json': ofReaders,
  'readers.md': ofReaders,
  'chart.svg': ofChart,
  'connections.json': ofConnections,
};

async function writtenTo(folder: string, name: string, write: Write, before?: string): Promise<WrittenOrNot> {
  const path = join(folder, name);
  if (before !== undefined) writeFileSync(path, before);
  said.length = 0;
  const isDone = await write(Uri.file(path) as never);
  const left = readdirSync(folder).filter((one) => !present.includes(one));
  const isAsBefore = before !== undefined && readFileSync(path, 'utf8') === before;
  for (const one of left) rmSync(join(folder, one));
  return { name, isDone, said: [...said], left, isAsBefore };
}

const there: WrittenOrNot[] = [];
for (const [name, write] of Object.entries(writers)) there.push(await writtenTo(full, name, write, ''));
const leftOf = () => readdirSync(full).filter((one) => !present.includes(one));
const locked = await createLockRunner(full)('name', () => Promise.resolve('locked')).catch(String);
const lock = [locked, leftOf()];
let shown = '';
Object.assign(workspace.fs, {
  writeFile: ({ path }: Uri, bytes: Uint8Array) => writeFile(path, bytes),
});
Object.assign(workspace, {
  openTextDocument: ({ path, content }: { readonly path: string; readonly content?: string }) => ({
    getText: () => content ?? readFileSync(path, 'utf8'),
    positionAt: () => new Position(0, 0),
  }),
});
Object.assign(window, {
  showTextDocument(document: { getText(): string }) {
    shown = document.getText();
  },
});
await openSampleQueries({
  context: { globalStorageUri: Uri.file(full) },
  log: { defect: () => undefined },
} as never);
const sample = [shown, leftOf()];
const after: WrittenOrNot[] = [];
for (const [name, write] of Object.entries(writers)) after.push(await writtenTo(elsewhere, name, write));
console.log(JSON.stringify({ there, after, lock, sample }));
