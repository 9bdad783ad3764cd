import * as vscode from 'vscode';
import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { ReadEvent } from '../../../core/audit/file/eventColumns.ts';
import {
  type AboutExport,
  type AuditExportFormat,
  type AuditTextFormat,
  exportChunks,
  type FileDoubt,
} from '../../../core/audit/file/exported.ts';
import { parquetEvents } from '../../../core/audit/file/parquetEvents.ts';
import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/reading.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';
import type { CommandTable } from '../../app/commands.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, viewID } from '../context.ts';
import {
  type Exported,
  type ExportMasking,
  exportFile,
  type FileFormat,
  fileError,
  type Pieces,
  type ShownEvents,
  shownEvents,
} from '../exportFile.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { createRequestSequence } from '../feed/requestSequence.ts';
import { loadedEvents } from '../loadedEvents.ts';
import {
  type ChosenFile,
  chosenFiles,
  fileToRead,
  lostText,
  titleOf,
  unreadableText,
  warningsOf,
  whyNone,
} from '../openedFiles.ts';
import { shownReads } from '../shownReads.ts';

/** From here on opening takes long enough to be watched, and cancelled. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Writing the events shown to a file, and opening such a file again. */
export function fileCommands(context: AuditContext): CommandTable {
  let opening: object | undefined;
  /** Begins to open a file; tells later whether nothing was asked for since: another file, or events of the service. */
  const begin = (): (() => boolean) => {
    const own = {};
    opening = own;
    const { isCurrent } = createRequestSequence(context.feed);
    return () => opening === own && isCurrent();
  };
  return {
    'vaultsql.audit.export': async (argument) => {
      try {
        return await exportEvents(context, argument instanceof vscode.Uri ? argument : undefined);
      } catch (error) {
        if (!(error instanceof EventsLost)) throw error;
        void context.deps.messages.warn(lostText(error));
        return false;
      }
    },
    'vaultsql.audit.import': async (argument) => {
      const { feed } = context;
      const ledger = feed.newFileLedger();
      try {
        return await importEvents(context, urisIn(argument), begin, ledger);
      } finally {
        // What was not opened is kept nowhere.
        if (feed.listing() !== ledger.listing) await feed.trail.drop(ledger.listing);
      }
    },
  };
}

/** The files that a caller names: one, or several. */
function urisIn(argument: unknown): readonly vscode.Uri[] | undefined {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const uris = all.filter((one) => one instanceof vscode.Uri);
  return uris.length > 0 ? uris : undefined;
}

/** By the file's ending, what each format is called. */
const formats: Readonly<Record<AuditExportFormat, string>> = {
  ndjson: 'NDJSON',
  json: 'JSON',
  csv: 'CSV',
  parquet: 'Parquet',
};

function formatsOf(context: AuditContext, shown: ShownEvents): Exported['formats'] {
  const all = Object.entries(formats) as [AuditExportFormat, string][];
  const chunksOf =
    (format: AuditExportFormat): FileFormat['chunks'] =>
    (masking, about) =>
      format === 'parquet'
        ? parquetPieces(context, shown, masking, about)
        : textPieces(context, shown, masking, format);
  return Object.fromEntries(all.map(([format, label]) => [format, { label, chunks: chunksOf(format) }]));
}

function textPieces(
  context: AuditContext,
  shown: ShownEvents,
  masking: ExportMasking,
  format: AuditTextFormat,
): Pieces {
  async function* events() {
    for await (const { event } of loadedEvents(context.feed, shown)) yield masking.shown(event);
  }
  return exportChunks(events(), format);
}

async function* parquetPieces(
  context: AuditContext,
  shown: ShownEvents,
  masking: ExportMasking,
  about: AboutExport,
): AsyncGenerator<Uint8Array> {
  // Loaded when a file is to be written: the audit views come up without it.
  const library = await import('hyparquet-writer');
  const { readQuery } = context.deps.language();
  async function* events(): AsyncGenerator<ReadEvent> {
    for await (const { event } of loadedEvents(context.feed, shown)) {
      // Of the query as it was sent: without its literals it may be none any more.
      const query = queryOf(event);
      const reads = query === undefined ? undefined : shownReads(readQuery(query), masking);
      yield { event: masking.shown(event), reads };
    }
  }
  yield* parquetEvents(events(), library, JSON.stringify(about));
}

async function exportEvents(context: AuditContext, given: vscode.Uri | undefined): Promise<boolean> {
  const shown = await shownEvents(context.feed);
  const count = shown.numbers.length;
  if (count === 0) {
    void context.deps.messages.info(vscode.l10n.t('No audit events to export. Load some first.'));
    return false;
  }
  const what: Exported = {
    ...{ kind: 'audit-events', formats: formatsOf(context, shown), events: count },
    title:
      count === 1
        ? vscode.l10n.t('Export 1 audit event')
        : vscode.l10n.t('Export {0} audit events', number(count)),
    done: (file) =>
      count === 1
        ? vscode.l10n.t('Exported 1 audit event to “{0}”, with a manifest.', file)
        : vscode.l10n.t('Exported {0} audit events to “{1}”, with a manifest.', number(count), file),
  };
  return exportFile(context, what, shown, given);
}

/** The files that the person chooses. */
async function askFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open exported audit events'),
    openLabel: vscode.l10n.t('Open'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Audit events')]: ['ndjson', 'jsonl', 'json', 'gz', 'zst'] },
  });
  return chosen ?? [];
}

async function importEvents(
  context: AuditContext,
  given: readonly vscode.Uri[] | undefined,
  begin: () => () => boolean,
  ledger: FileLedger,
): Promise<boolean> {
  const { deps, feed } = context;
  const uris = given ?? (await askFiles());
  const [first] = uris;
  if (!first) return false;
  const refuse = (name: string, why: string): false => {
    void deps.messages.warn(vscode.l10n.t('Could not open {0}: {1}', name, why));
    return false;
  };
  const isCurrent = begin();
  let chosen: readonly ChosenFile[];
  const files: FileToRead[] = [];
  try {
    chosen = await chosenFiles(uris);
    for (const one of chosen) {
      const file = await fileToRead(one);
      if (!file) return refuse(one.name, vscode.l10n.t('too large.'));
      files.push(file);
    }
  } catch (error) {
    return refuse(first.path.slice(first.path.lastIndexOf('/') + 1), unreadableText(fileError(error)));
  }
  const name = titleOf(chosen);
  if (files.length === 0) return refuse(name, vscode.l10n.t('no events.'));
  const opening = new Opening(feed, ledger, name, isCurrent);
  const read = await readWithProgress(feed, files, chosen, opening);
  if (read.isStopped && !opening.isShown()) {
    // Cancelled before there was anything to see: the events shown stay.
    if (!opening.isOvertaken) return false;
    return refuse(name, vscode.l10n.t('other events were requested meanwhile.'));
  }
  const none = read.files.find(({ read: { ok } }) => !ok);
  if (read.progress.loaded === 0)
    return refuse(none?.name ?? name, none ? whyNone(none) : vscode.l10n.t('no events.'));
  if (!(await opening.finish(read)))
    return refuse(name, vscode.l10n.t('other events were requested meanwhile.'));
  for (const file of read.files) for (const warning of warningsOf(file)) void deps.messages.warn(warning);
  return true;
}

/** More events than before by this factor are drawn while the rest is being read: some twenty times for a million. */
const DRAWN_GROWTH = 1.5;

/** A file on its way into the views: shown with its first events. */
class Opening {
  readonly #feed: AuditFeed;
  readonly #ledger: FileLedger;
  readonly #name: string;
  readonly #isCurrent: () => boolean;
  #drawn = 0;
  /** Other events were asked for before this one's first events came. */
  isOvertaken = false;

  constructor(feed: AuditFeed, ledger: FileLedger, name: string, isCurrent: () => boolean) {
    this.#feed = feed;
    this.#ledger = ledger;
    this.#name = name;
    this.#isCurrent = isCurrent;
  }

  get listing(): number {
    return this.#ledger.listing;
  }
  isShown(): boolean {
    return this.#feed.listing() === this.#ledger.listing;
  }
  /** Takes in what was read; false where it is no longer wanted. */
  readOn(progress: ReadProgress): boolean {
    this.#ledger.readOn(progress);
    if (progress.loaded === 0) return true;
    if (this.#drawn === 0) return this.#show(progress.loaded, true);
    if (!this.isShown()) return false;
    if (progress.loaded < this.#drawn * DRAWN_GROWTH) return true;
    this.#drawn = progress.loaded;
    this.#feed.readOn(this.#ledger, { isReading: true });
    return true;
  }
  /** Shows all that was read; false where other events are shown, or wanted. */
  async finish({ files, isStopped, progress }: FilesRead): Promise<boolean> {
    this.#ledger.readOn(progress);
    const isFirst = this.#drawn === 0;
    if (isFirst && !this.#show(progress.loaded, false)) return false;
    if (!this.isShown()) return false;
    const partial: readonly FileDoubt[] = isStopped || files.some(({ read }) => !read.ok) ? ['partial'] : [];
    const doubts = [...new Set([...files.flatMap((file) => file.doubts), ...partial])];
    this.#feed.readOn(this.#ledger, { doubts, isReading: false });
    await vscode.commands.executeCommand(`${viewID}.focus`);
    return this.isShown();
  }
  #show(loaded: number, isReading: boolean): boolean {
    this.isOvertaken = !this.#isCurrent();
    if (this.isOvertaken) return false;
    this.#drawn = loaded;
    // What is exported meanwhile is not all, and says so.
    const doubts: readonly FileDoubt[] = isReading ? ['partial'] : [];
    this.#feed.open({ name: this.#name, ledger: this.#ledger, isReading, doubts });
    return true;
  }
}

/** Reads the files; what was read stays where the person cancels. */
function readWithProgress(
  feed: AuditFeed,
  files: readonly FileToRead[],
  chosen: readonly ChosenFile[],
  opening: Opening,
): Promise<FilesRead> {
  const size = chosen.reduce((sum, one) => sum + one.size, 0);
  const isLarge = size > LARGE_BYTES;
  const options: vscode.ProgressOptions = {
    location: isLarge ? vscode.ProgressLocation.Notification : { viewId: viewID },
    cancellable: isLarge,
    title: vscode.l10n.t('Opening audit events from {0}', titleOf(chosen)),
  };
  return Promise.resolve(
    vscode.window.withProgress(options, (progress, token) => {
      let reported = 0;
      return feed.trail.read(opening.listing, files, (read) => {
        const percent = Math.floor((100 * read.bytes) / Math.max(1, size));
        const increment = Math.max(0, percent - reported);
        reported += increment;
        progress.report({
          increment,
          message: vscode.l10n.t('{0} % · {1} events', reported, number(read.loaded)),
        });
        const isWanted = opening.readOn(read) && !token.isCancellationRequested;
        if (!isWanted) void feed.trail.stop(opening.listing);
      });
    }),
  );
}
