import type { Sha256 } from './records.ts';

/** The values that a formatter needs in addition to the record. */
export interface FormatContext {
  readonly productVersion: string;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly sha256: Sha256;
  /** Scheme, host, and port of the service from which the events were fetched. */
  readonly origin: string;
}
