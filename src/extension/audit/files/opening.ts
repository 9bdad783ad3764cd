import type { FileLedger } from '../../../core/audit/feed/fileLedger.ts';
import type { FileDoubt } from '../../../core/audit/file/auditExport.ts';
import type { FilesRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import type { AuditModel } from '../model/auditModel.ts';

/** More events than before by this factor are drawn while the rest is being read: some twenty times for a million. */
const DRAWN_GROWTH = 1.5;

/** Files that are being read: displayed with their first events, or displayed already while new lines are read. */
export class Opening {
  readonly #model: Pick<AuditModel, 'source' | 'state'>;
  readonly #ledger: FileLedger;
  readonly #name: string;
  readonly #isCurrent: () => boolean;
  readonly #onShown: () => void;
  /** Events drawn so far; 0 where those files are not shown yet. */
  #drawn: number;
  readonly #loadedBefore: number;
  /** Other events were asked for before this one's first events came. */
  isOvertaken = false;

  /**
   * `isCurrent` tells whether nothing else was asked for since: until then they may be shown. `onShown` hears of their
   * first events.
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
    this.#drawn = this.isShown() ? this.#loadedBefore : 0;
  }

  get listing(): number {
    return this.#ledger.listing;
  }
  isShown(): boolean {
    return this.#model.state.listing() === this.#ledger.listing;
  }
  /** Takes in what was read; false where it is no longer wanted. */
  readOn(progress: ReadProgress): boolean {
    this.#ledger.updateProgress(progress);
    if (progress.loaded === 0) return true;
    if (this.#drawn === 0) return this.#show(progress.loaded, true);
    if (!this.isShown()) return false;
    if (progress.loaded < this.#drawn * DRAWN_GROWTH) return true;
    this.#drawn = progress.loaded;
    this.#model.source.readOn(this.#ledger, { isReading: true });
    return true;
  }
  /** Shows all that was read; false where other events are shown, or wanted. */
  finish({ files, isStopped, progress }: FilesRead): boolean {
    this.#ledger.updateProgress(progress);
    const isFirst = this.#drawn === 0;
    if (isFirst && !this.#show(progress.loaded, false)) return false;
    if (!this.isShown()) return false;
    const partial: readonly FileDoubt[] = isStopped || files.some(({ read }) => !read.ok) ? ['partial'] : [];
    const doubts = [...new Set([...files.flatMap((file) => file.doubts), ...partial])];
    if (isFirst || progress.loaded !== this.#loadedBefore || this.#isNews(doubts))
      this.#model.source.readOn(this.#ledger, { doubts, isReading: false });
    return true;
  }

  /** Whether something else is to be said of the files than what is. */
  #isNews(doubts: readonly FileDoubt[]): boolean {
    const { doubts: before = [], isReading } = this.#model.state.file() ?? {};
    return isReading === true || doubts.join() !== before.join();
  }
  #show(loaded: number, isReading: boolean): boolean {
    this.isOvertaken = !this.#isCurrent();
    if (this.isOvertaken) return false;
    this.#drawn = loaded;
    // What is exported meanwhile is not all, and says so.
    const doubts: readonly FileDoubt[] = isReading ? ['partial'] : [];
    this.#model.source.open({ name: this.#name, ledger: this.#ledger, isReading, doubts });
    this.#onShown();
    return true;
  }
}
