import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { FileDoubt } from '../../../core/audit/file/auditExport.ts';
import type { FilesRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import type { AuditModel } from '../model/auditModel.ts';

/** Factor by which the number of loaded events must grow before the views are updated while files are being read. */
const DRAWN_GROWTH = 1.5;

/**
 * Displays the events of files while they are being read: when the first events are loaded, and as more follow. Also
 * used if the files are already displayed and only new lines are read.
 */
export class Opening {
  readonly #model: Pick<AuditModel, 'source' | 'state'>;
  readonly #ledger: FileLedger;
  readonly #name: string;
  readonly #isCurrent: () => boolean;
  readonly #onShown: () => void;
  /** Number of events that the views displayed at their last update; 0 if the files are not displayed yet. */
  #drawnEvents: number;
  /** Number of events of the files that were loaded before this reading began. */
  readonly #loadedBefore: number;
  /**
   * True if the files could not be displayed because other events were requested before their first events were
   * displayed.
   */
  isOvertaken = false;

  /**
   * `name` is the title of the files. `isCurrent` returns whether files that are not displayed yet may still be
   * displayed. `onShown` is called when they are first displayed.
   */
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
    this.#drawnEvents = this.isShown() ? this.#loadedBefore : 0;
  }

  get listing(): number {
    return this.#ledger.listing;
  }
  /** Whether the events of these files are displayed. */
  isShown(): boolean {
    return this.#model.state.listing() === this.#ledger.listing;
  }
  /**
   * Records the progress of reading and updates the views if enough events were added. Returns false if reading is to
   * stop: if other events had been requested when the first ones were loaded, or other events were displayed
   * afterwards.
   */
  updateProgress(progress: ReadProgress): boolean {
    this.#ledger.updateProgress(progress);
    if (progress.loaded === 0) return true;
    if (this.#drawnEvents === 0) return this.#show(progress.loaded, true);
    if (!this.isShown()) return false;
    if (progress.loaded < this.#drawnEvents * DRAWN_GROWTH) return true;
    this.#drawnEvents = progress.loaded;
    this.#model.source.updateFile(this.#ledger, { isReading: true });
    return true;
  }
  /**
   * Displays all events that were read. Returns false if that is not possible, because other events were requested
   * before the first of these were displayed, or are displayed now.
   */
  finish({ files, isStopped, progress }: FilesRead): boolean {
    this.#ledger.updateProgress(progress);
    const isFirst = this.#drawnEvents === 0;
    if (isFirst && !this.#show(progress.loaded, false)) return false;
    if (!this.isShown()) return false;
    const partial: readonly FileDoubt[] = isStopped || files.some(({ read }) => !read.ok) ? ['partial'] : [];
    const doubts = [...new Set([...files.flatMap((file) => file.doubts), ...partial])];
    if (isFirst || progress.loaded !== this.#loadedBefore || this.#isNews(doubts))
      this.#model.source.updateFile(this.#ledger, { doubts, isReading: false });
    return true;
  }

  /** Whether the doubts differ from those that are displayed, or the files are still displayed as being read. */
  #isNews(doubts: readonly FileDoubt[]): boolean {
    const { doubts: before = [], isReading } = this.#model.state.file() ?? {};
    return isReading === true || doubts.join() !== before.join();
  }
  #show(loaded: number, isReading: boolean): boolean {
    this.isOvertaken = !this.#isCurrent();
    if (this.isOvertaken) return false;
    this.#drawnEvents = loaded;
    // An export during reading is incomplete, and its manifest says so.
    const doubts: readonly FileDoubt[] = isReading ? ['partial'] : [];
    this.#model.source.open({ name: this.#name, ledger: this.#ledger, isReading, doubts });
    this.#onShown();
    return true;
  }
}
