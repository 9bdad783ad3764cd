import * as vscode from 'vscode';
import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { FilesRead, FileToRead } from '../../../core/audit/file/reading.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, viewID } from '../context.ts';
import { fileError } from '../exportFile.ts';
import { createRequestSequence } from '../feed/requestSequence.ts';
import {
  type ChosenFile,
  chosenFiles,
  filesAgain,
  fileToRead,
  titleOf,
  unreadableText,
  warningsOf,
  whyNone,
} from '../openedFiles.ts';
import { Opening } from './opening.ts';

/** From here on reading takes long enough to be watched, and cancelled. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** The files shown, as they were read last. */
interface Opened {
  readonly ledger: FileLedger;
  readonly chosen: readonly ChosenFile[];
  readonly read: FilesRead;
}

/** What came of reading on: `isMore` where there are more events, `isOver` where nothing will be added any more. */
export interface ReadOn {
  readonly isMore: boolean;
  readonly isOver: boolean;
}

/** Files of audit events that are opened, and read on when they have grown. */
export class AuditFiles {
  readonly #messages: Pick<AuditContext['deps']['messages'], 'warn'>;
  readonly #feed: AuditContext['feed'];
  #opening: object | undefined;
  #opened: Opened | undefined;
  #readingOn: Promise<ReadOn> | undefined;

  constructor({ deps, feed }: Pick<AuditContext, 'deps' | 'feed'>) {
    this.#messages = deps.messages;
    this.#feed = feed;
  }

  /** Opens files in place of what is shown; false where that came to nothing, which is said. */
  async open(uris: readonly vscode.Uri[]): Promise<boolean> {
    const feed = this.#feed;
    const ledger = feed.newFileLedger();
    try {
      return await this.#open(uris, ledger);
    } finally {
      // What was not opened is kept nowhere.
      if (feed.listing() !== ledger.listing) await feed.trail.drop(ledger.listing);
    }
  }
  /** Whether the files shown are lines, which can be followed; false while they are still being opened. */
  canGrow(): boolean {
    return this.#shown()?.read.files.every(({ canGrow }) => canGrow) === true;
  }
  /** Lets go of what is known of files. */
  forget(): void {
    this.#opened = undefined;
    this.#opening = undefined;
  }
  /**
   * Reads what was added to the files shown since, each event once; what was read stays, whatever became of them, and
   * that is said. Asked while they are being read on, it answers with that.
   */
  readOn(): Promise<ReadOn> {
    this.#readingOn ??= this.#readOn().finally(() => {
      this.#readingOn = undefined;
    });
    return this.#readingOn;
  }

  #shown(): Opened | undefined {
    const opened = this.#opened;
    return opened && this.#feed.listing() === opened.ledger.listing ? opened : undefined;
  }
  #refuse(name: string, why: string): false {
    void this.#messages.warn(vscode.l10n.t('Could not open {0}: {1}', name, why));
    return false;
  }
  /** Begins to open a file; tells later whether nothing was asked for since: another file, or events of the service. */
  #begin(): () => boolean {
    const own = {};
    this.#opening = own;
    const { isCurrent } = createRequestSequence(this.#feed);
    return () => this.#opening === own && isCurrent();
  }

  async #open(uris: readonly vscode.Uri[], ledger: FileLedger): Promise<boolean> {
    const isCurrent = this.#begin();
    let chosen: readonly ChosenFile[];
    const files: FileToRead[] = [];
    try {
      chosen = await chosenFiles(uris);
      for (const one of chosen) {
        const file = await fileToRead(one);
        if (!file) return this.#refuse(one.name, vscode.l10n.t('too large.'));
        files.push(file);
      }
    } catch (error) {
      const path = uris[0]?.path ?? '';
      return this.#refuse(path.slice(path.lastIndexOf('/') + 1), unreadableText(fileError(error)));
    }
    const name = titleOf(chosen);
    if (files.length === 0) return this.#refuse(name, vscode.l10n.t('no events.'));
    const opening = new Opening(this.#feed, ledger, name, isCurrent);
    const read = await this.#readWithProgress(files, chosen, opening);
    const overtaken = vscode.l10n.t('other events were requested meanwhile.');
    // Cancelled before there was anything to see: the events shown stay.
    if (read.isStopped && !opening.isShown())
      return opening.isOvertaken ? this.#refuse(name, overtaken) : false;
    const none = read.files.find(({ read: { ok } }) => !ok);
    if (read.progress.loaded === 0)
      return this.#refuse(none?.name ?? name, none ? whyNone(none) : vscode.l10n.t('no events.'));
    if (!opening.finish(read)) return this.#refuse(name, overtaken);
    this.#opened = { ledger, chosen, read };
    await vscode.commands.executeCommand(`${viewID}.focus`);
    if (!opening.isShown()) return this.#refuse(name, overtaken);
    this.#warn(read);
    return true;
  }

  async #readOn(): Promise<ReadOn> {
    const nothing: ReadOn = { isMore: false, isOver: true };
    const opened = this.#shown();
    if (!opened) return nothing;
    const { ledger } = opened;
    const before = ledger.provenance().loaded;
    const { files, chosen, lost } = await filesAgain(opened.chosen);
    const opening = new Opening(this.#feed, ledger, titleOf(chosen), () => false);
    // Asked meanwhile for other events, the thread knows nothing of these any more.
    if (!opening.isShown()) return nothing;
    const size = bytesToRead(opened, chosen);
    const now = await this.#readWithProgress(files, chosen, opening, size);
    if (!opening.isShown()) {
      await this.#feed.trail.drop(ledger.listing);
      return nothing;
    }
    const read = { ...now, files: [...now.files, ...lost] };
    this.#opened = { ledger, chosen, read };
    opening.finish(read);
    this.#warn({ ...read, files: read.files.filter(({ isKnown }) => !isKnown) });
    return { isMore: read.progress.loaded > before, isOver: read.isStopped || !this.canGrow() };
  }

  /** Reads the files; what was read stays where the person cancels. `size`: the bytes that are about to be read. */
  #readWithProgress(
    files: readonly FileToRead[],
    chosen: readonly ChosenFile[],
    opening: Opening,
    size = sizeOf(chosen),
  ): Promise<FilesRead> {
    const { trail } = this.#feed;
    const isLarge = size > LARGE_BYTES;
    const title = titleOf(chosen);
    const options: vscode.ProgressOptions = {
      location: isLarge ? vscode.ProgressLocation.Notification : { viewId: viewID },
      cancellable: isLarge,
      title: opening.isShown()
        ? vscode.l10n.t('Reading new audit events from {0}', title)
        : vscode.l10n.t('Opening audit events from {0}', title),
    };
    const total = Math.max(1, sizeOf(chosen));
    return Promise.resolve(
      vscode.window.withProgress(options, (progress, token) => {
        let reported = 0;
        return trail.read(opening.listing, files, (read) => {
          const percent = Math.floor((100 * read.bytes) / total);
          const increment = Math.max(0, percent - reported);
          reported += increment;
          progress.report({
            increment,
            message: vscode.l10n.t('{0} % · {1} events', reported, number(read.loaded)),
          });
          const isWanted = opening.readOn(read) && !token.isCancellationRequested;
          if (!isWanted) void trail.stop(opening.listing);
        });
      }),
    );
  }
  #warn({ files }: Pick<FilesRead, 'files'>): void {
    for (const file of files) for (const warning of warningsOf(file)) void this.#messages.warn(warning);
  }
}

const sizeOf = (chosen: readonly ChosenFile[]): number => chosen.reduce((sum, { size }) => sum + size, 0);

/** Of lines those that were added; all of other files, which have not been looked at yet. */
function bytesToRead({ chosen: before, read }: Opened, chosen: readonly ChosenFile[]): number {
  const growing = new Set(read.files.filter(({ canGrow }) => canGrow).map(({ name }) => name));
  const added = chosen.map(({ name, size }, at) =>
    growing.has(name) ? Math.max(0, size - (before[at]?.size ?? 0)) : size,
  );
  return added.reduce((sum, bytes) => sum + bytes, 0);
}
