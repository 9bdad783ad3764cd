import * as vscode from 'vscode';
import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { FileRead, FilesRead } from '../../../core/audit/file/fileReads.ts';
import type { Messages } from '../../platform/messages.ts';
import { formatNumber } from '../../platform/number.ts';
import { focusAuditView } from '../auditView.ts';
import { getErrorCodeOrName } from '../export/eventsFile.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { type ChosenFiles, findChosenFiles, MAX_FILES, totalSize } from './chosenFiles.ts';
import {
  type PendingFile,
  type PendingOrReadFile,
  prepareFileToRead,
  refindAndPrepareFiles,
  type ShownFile,
} from './filesToRead.ts';
import { describeWarningsOfFiles, noEventsReason, unreadableText } from './openedFiles.ts';
import { FileListingDisplay } from './opening.ts';
import { ReadingProgress } from './readingProgress.ts';

/** Number of bytes to read above which a Cancel button is shown from the start. */
const LARGE_BYTES = 4 * 1024 * 1024;
/**
 * Numbers of files and bytes above which the user must confirm opening a folder, because the wrong folder may have been
 * chosen.
 */
const MANY_FILES = 200;
const MANY_BYTES = 4 * 1024 * 1024 * 1024;
const MAX_MESSAGES = 3;

interface Opened {
  readonly ledger: FileLedger;
  readonly title: string;
  readonly uris: readonly vscode.Uri[];
  readonly files: readonly ShownFile[];
  readonly unread: readonly FileRead[];
}

/**
 * `isMore` is true if new events were loaded. `isOver` is true if the files can no longer be followed: reading was
 * stopped, the files are no longer displayed, or none of them can grow.
 */
interface AppendedResult {
  readonly isMore: boolean;
  readonly isOver: boolean;
}

type FilesModel = Pick<AuditModel, 'listings' | 'marks' | 'requests' | 'source' | 'state' | 'local'>;

export class AuditFiles {
  readonly #messages: Pick<Messages, 'warn' | 'confirm'>;
  readonly #model: FilesModel;
  #opened: Opened | undefined;
  #pendingRead: Promise<AppendedResult> | undefined;

  constructor(model: FilesModel, messages: Pick<Messages, 'warn' | 'confirm'>) {
    this.#messages = messages;
    this.#model = model;
  }

  /** Opens files and folders and displays their events. Resolves to whether they are displayed. */
  async openFilesAndFolders(uris: readonly vscode.Uri[]): Promise<boolean> {
    const model = this.#model;
    const ledger = model.listings.beginFileListing();
    try {
      return await this.#readAndDisplayFiles(uris, ledger);
    } finally {
      if (model.state.getListingNumber() !== ledger.listing) {
        model.marks.dropMarksOfListing(ledger.listing);
        await model.local.drop(ledger.listing);
      }
    }
  }
  /**
   * Whether there is a displayed file whose appended lines can be read without reading the whole file again. False
   * until the files were read.
   */
  canDisplayedFilesGrow(): boolean {
    return this.#displayedFiles()?.files.some(({ read }) => read?.canGrow) === true;
  }
  forgetOpenedFiles(): void {
    this.#opened = undefined;
  }
  /**
   * Loads the events that were added to the displayed files and folders since they were last read. Concurrent calls
   * share one promise.
   */
  readAdditionsToFiles(): Promise<AppendedResult> {
    this.#pendingRead ??= this.#readAdditions().finally(() => {
      this.#pendingRead = undefined;
    });
    return this.#pendingRead;
  }

  #displayedFiles(): Opened | undefined {
    const opened = this.#opened;
    return opened && this.#model.state.getListingNumber() === opened.ledger.listing ? opened : undefined;
  }
  #reportUnopened(name: string, why: string): false {
    void this.#messages.warn(vscode.l10n.t('Could not open {0}: {1}', name, why));
    return false;
  }

  #readAndDisplayFiles(uris: readonly vscode.Uri[], ledger: FileLedger): Promise<boolean> {
    return this.#model.source.runOpening((isCurrent) =>
      this.#readAndDisplayFilesWhile(uris, ledger, isCurrent),
    );
  }
  async #readAndDisplayFilesWhile(
    uris: readonly vscode.Uri[],
    ledger: FileLedger,
    isCurrent: () => boolean,
  ): Promise<boolean> {
    let all: ChosenFiles;
    const files: PendingFile[] = [];
    try {
      all = await findChosenFiles(uris);
      if (all.isTooMany) return this.#reportUnopened(all.title, tooManyText());
      if (!(await this.#confirmLargeFolder(all))) return false;
      for (const file of all.files) {
        const toRead = await prepareFileToRead(file);
        if (!toRead) return this.#reportUnopened(file.name, vscode.l10n.t('too large.'));
        files.push({ file, toRead });
      }
    } catch (error) {
      const path = uris[0]?.path ?? '';
      return this.#reportUnopened(
        path.slice(path.lastIndexOf('/') + 1),
        unreadableText(getErrorCodeOrName(error)),
      );
    }
    const { title: name, unread } = all;
    if (files.length === 0) {
      const [first] = unread;
      return this.#reportUnopened(first?.name ?? name, first ? noEventsReason(first) : noFilesText());
    }
    if (!(await this.#model.source.confirmReplacingEvents())) return false;
    let focused: Thenable<unknown> | undefined;
    // The view is focused when the first events are displayed. By the time all events are read, the user may be working
    // elsewhere.
    const opening = new FileListingDisplay(this.#model, ledger, name, isCurrent, () => {
      focused = focusAuditView();
    });
    const ofFiles = await this.#readWithProgress(files, opening, name);
    const read = { ...ofFiles, files: [...ofFiles.files, ...unread] };
    this.#model.marks.addMarksOfFile(ledger.listing, read.marks);
    const overtaken = vscode.l10n.t('other events were requested meanwhile.');
    // If the user cancels before the first events are displayed, the previous events stay.
    if (read.isStopped && !opening.isListingDisplayed())
      return opening.isOvertaken ? this.#reportUnopened(name, overtaken) : false;
    const none = read.files.find(({ read: { ok } }) => !ok);
    if (read.progress.loaded === 0)
      return this.#reportUnopened(
        none?.name ?? name,
        none ? noEventsReason(none) : vscode.l10n.t('no events.'),
      );
    if (!opening.displayReadFiles(read)) return this.#reportUnopened(name, overtaken);
    this.#opened = { ledger, title: name, uris, files: attachResults(files, ofFiles), unread };
    await focused;
    if (!opening.isListingDisplayed()) return this.#reportUnopened(name, overtaken);
    this.#showFileWarnings(read.files);
    return true;
  }
  async #confirmLargeFolder({ title, files, isFolder }: ChosenFiles): Promise<boolean> {
    const size = totalSize(files);
    if (!isFolder || (files.length <= MANY_FILES && size <= MANY_BYTES)) return true;
    return this.#messages.confirm(
      vscode.l10n.t('Open {0}?', title),
      amountText(files.length, formatNumber(Math.round(size / 1e6))),
      vscode.l10n.t('Open'),
    );
  }

  async #readAdditions(): Promise<AppendedResult> {
    const nothing: AppendedResult = { isMore: false, isOver: true };
    const opened = this.#displayedFiles();
    if (!opened) return nothing;
    const { ledger, title, uris } = opened;
    const before = ledger.provenance().loaded;
    const { files: again, unread } = await refindAndPrepareFiles(uris, opened.files);
    const changed = again.flatMap((one) => ('toRead' in one ? [one] : []));
    const opening = new FileListingDisplay(this.#model, ledger, title, () => false);
    // If other events were displayed meanwhile, the events of these files were dropped from the store.
    if (!opening.isListingDisplayed()) return nothing;
    const size = bytesToRead(opened, again);
    const now = await this.#readWithProgress(changed, opening, title, size);
    if (!opening.isListingDisplayed()) {
      await this.#model.local.drop(ledger.listing);
      return nothing;
    }
    this.#model.marks.addMarksOfFile(ledger.listing, now.marks);
    const files = attachResults(again, now);
    const read = { ...now, files: listFileReads({ files, unread }) };
    this.#opened = { ledger, title, uris, files, unread };
    opening.displayReadFiles(read);
    const said = listFileReads(opened);
    this.#showFileWarnings(
      read.files.filter((file) => !file.isEarlierResult && !isAlreadyReported(file, said)),
    );
    return { isMore: read.progress.loaded > before, isOver: read.isStopped || !this.canDisplayedFilesGrow() };
  }

  #readWithProgress(
    files: readonly PendingFile[],
    opening: FileListingDisplay,
    title: string,
    size = totalSize(files.map(({ file }) => file)),
  ): Promise<FilesRead> {
    const shown = new ReadingProgress(
      opening.isListingDisplayed()
        ? vscode.l10n.t('Reading new audit events from {0}', title)
        : vscode.l10n.t('Opening audit events from {0}', title),
      totalSize(files.map(({ file }) => file)),
    );
    const { local } = this.#model;
    const toRead = files.map((one) => one.toRead);
    const reading = local.read(opening.listing, toRead, (read) => {
      shown.displayReadProgress(read);
      const isWanted = opening.updateProgressAndDisplay(read) && !shown.isCancelled();
      if (!isWanted) void local.stop(opening.listing);
    });
    return shown.showWhile(reading, size > LARGE_BYTES);
  }
  #showFileWarnings(files: readonly FileRead[]): void {
    const warnings = describeWarningsOfFiles(files);
    if (warnings.length <= MAX_MESSAGES) for (const warning of warnings) void this.#messages.warn(warning);
    else
      void this.#messages.warn(summarizeWarnings(warnings), {
        label: showAllText(),
        run: () => showAllWarnings(warnings),
      });
  }
}

const summarizeWarnings = ([first = '', ...others]: readonly string[]): string =>
  vscode.l10n.t('{0} {1} more messages about these files.', first, formatNumber(others.length));
const showAllText = (): string => vscode.l10n.t('Show All');
const showAllWarnings = (warnings: readonly string[]): unknown =>
  vscode.window.showQuickPick(warnings, { title: vscode.l10n.t('Messages about the opened files') });

const tooManyText = (): string =>
  vscode.l10n.t('more than {0} files. Open a smaller folder.', formatNumber(MAX_FILES));

const amountText = (count: number, megabytes: string): string =>
  count === 1
    ? vscode.l10n.t('1 file, {0} MB.', megabytes)
    : vscode.l10n.t('{0} files, {1} MB in all.', formatNumber(count), megabytes);
const noFilesText = (): string => vscode.l10n.t('no files of audit events.');

const isAlreadyReported = ({ name, fault }: FileRead, reported: readonly FileRead[]): boolean =>
  fault !== undefined && reported.some((before) => before.name === name && before.fault?.kind === fault.kind);

const listFileReads = ({ files, unread }: Pick<Opened, 'files' | 'unread'>): readonly FileRead[] => [
  ...files.flatMap(({ read }) => (read ? [read] : [])),
  ...unread,
];

/**
 * Returns the files with their latest results. `read` can be undefined if reading was stopped. The results in `now` are
 * in the order of the files with `toRead`.
 */
function attachResults(files: readonly PendingOrReadFile[], now: FilesRead): readonly ShownFile[] {
  const reads = now.files.values();
  return files.map((one) => {
    if ('read' in one) return one;
    // If reading was stopped, a file may have been read only in part. Files without a version are passed to the store
    // again next time.
    const file = now.isStopped ? { ...one.file, version: undefined } : one.file;
    return { file, read: reads.next().value };
  });
}

function bytesToRead({ files: before }: Opened, again: readonly PendingOrReadFile[]): number {
  const sizes = again.map((one, at) => {
    if ('read' in one) return 0;
    const last = before[at];
    return Math.max(0, one.file.size - (last?.read?.canGrow ? last.file.size : 0));
  });
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
