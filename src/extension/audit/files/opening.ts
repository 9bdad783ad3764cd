import { isDeepStrictEqual } from 'node:util';
import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { FileDoubt } from '../../../core/audit/file/auditExport.ts';
import type { FilesContent, FilesRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import type { AuditModel } from '../model/auditModel.ts';

/**
 * Factor by which the number of loaded events must grow before the views are updated again while files are being read.
 */
const DRAWN_GROWTH = 1.5;

export class FileListingDisplay {
  readonly #model: Pick<AuditModel, 'source' | 'state'>;
  readonly #ledger: FileLedger;
  readonly #name: string;
  readonly #isCurrent: () => boolean;
  readonly #onShown: () => void;
  #drawnEvents: number;
  readonly #loadedBefore: number;
  isOvertaken = false;

  /** `isCurrent` returns whether files that are not displayed yet may still be displayed. */
  constructor(
    model: Pick<AuditModel, 'source' | 'state'>,
    ledger: FileLedger,
    name: string,
    isCurrent: () => boolean,
    onShown: () => void = () => undefined,
  ) {
    this.#onShown = onShown;
    this.#model = model;
    this.#ledger = ledger;
    this.#name = name;
    this.#isCurrent = isCurrent;
    this.#loadedBefore = ledger.provenance().loaded;
    this.#drawnEvents = this.isListingDisplayed() ? this.#loadedBefore : 0;
  }

  get listing(): number {
    return this.#ledger.listing;
  }
  isListingDisplayed(): boolean {
    return this.#model.state.getListingNumber() === this.#ledger.listing;
  }
  /**
   * Records the progress and updates the views if enough events were added. Returns false if
   * reading is to stop.
   */
  updateProgressAndDisplay(progress: ReadProgress): boolean {
    this.#ledger.updateProgress(progress);
    if (progress.loaded === 0) return true;
    if (this.#drawnEvents === 0) return this.#displayFileUnlessOvertaken(progress.loaded, true);
    if (!this.isListingDisplayed()) return false;
    if (progress.loaded < this.#drawnEvents * DRAWN_GROWTH) return true;
    this.#drawnEvents = progress.loaded;
    this.#model.source.updateFileIfDisplayed(this.#ledger, { isReading: true });
    return true;
  }
  /**
   * Displays all events that were read. Returns false if other events were requested or displayed
   * instead.
   */
  displayReadFiles({ files, content, isStopped, progress }: FilesRead): boolean {
    this.#ledger.updateProgress(progress);
    const isFirst = this.#drawnEvents === 0;
    if (isFirst && !this.#displayFileUnlessOvertaken(progress.loaded, false)) return false;
    if (!this.isListingDisplayed()) return false;
    const partial: readonly FileDoubt[] = isStopped || files.some(({ read }) => !read.ok) ? ['partial'] : [];
    const doubts = [...new Set([...files.flatMap((file) => file.doubts), ...partial])];
    if (isFirst || progress.loaded !== this.#loadedBefore || this.#hasFileStateChanged(doubts, content))
      this.#model.source.updateFileIfDisplayed(this.#ledger, { doubts, content, isReading: false });
    return true;
  }

  #hasFileStateChanged(doubts: readonly FileDoubt[], content: FilesContent): boolean {
    const { doubts: before = [], content: contentBefore, isReading } = this.#model.state.file() ?? {};
    return (
      isReading === true || doubts.join() !== before.join() || !isDeepStrictEqual(content, contentBefore)
    );
  }
  #displayFileUnlessOvertaken(loaded: number, isReading: boolean): boolean {
    this.isOvertaken = !this.#isCurrent();
    if (this.isOvertaken) return false;
    this.#drawnEvents = loaded;
    // An export during reading is incomplete, and its manifest says so.
    const doubts: readonly FileDoubt[] = isReading ? ['partial'] : [];
    this.#model.source.displayOpenedFile({ name: this.#name, ledger: this.#ledger, isReading, doubts });
    this.#onShown();
    return true;
  }
}
