import type { GapDescription } from '../handover/records.ts';

/** Maximum number of open gaps of a listing, so that a file can't fill the views with gaps. */
const MAX_OPEN_GAPS = 10_000;

/** The gaps that gap records of the files of a listing describe. The order of the records has no effect. */
export class FileGaps {
  readonly #open = new Map<string, GapDescription>();
  readonly #closedIDs = new Set<string>();

  /** Adds the gap of a record. Returns false if there are too many open gaps, so that the gap is not stored. */
  addRecord(gap: GapDescription): boolean {
    if (gap.closedAt !== undefined) {
      this.#closedIDs.add(gap.id);
      this.#open.delete(gap.id);
    }
    if (this.#closedIDs.has(gap.id) || this.#open.has(gap.id)) return true;
    if (this.#open.size === MAX_OPEN_GAPS) return false;
    this.#open.set(gap.id, gap);
    return true;
  }
  /** Returns the gaps for which no record says that they were closed. */
  listOpenGaps(): readonly GapDescription[] {
    return [...this.#open.values()];
  }
}
