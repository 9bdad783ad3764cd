import type { OutputRecord } from './records.ts';

/** Where a collector writes records. */
export interface Sink {
  /**
   * Resolves once the records are stored so that a crash does not lose them. Rejects if they could not be stored, after
   * which a part of them may be stored.
   */
  write(records: readonly OutputRecord[]): Promise<void>;
  close(): Promise<void>;
}
