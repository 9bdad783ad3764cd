import type { OutputRecord } from './records.ts';

/** The destination to which a collector writes records. */
export interface Sink {
  /**
   * Stores records. Resolves once a crash can't lose them. Rejects if not all of them could be stored; some of them may
   * be stored nevertheless.
   */
  write(records: readonly OutputRecord[]): Promise<void>;
  close(): Promise<void>;
}
