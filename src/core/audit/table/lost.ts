/** An event that can't be read again: its file is no longer what it was. */

/** changed: it holds something else there · gone: it can't be read. */
export type LostReason = 'changed' | 'gone';

export class EventsLost extends Error {
  override readonly name = 'EventsLost';
  readonly reason: LostReason;
  /** The file's name. */
  readonly file: string;

  constructor(reason: LostReason, file: string, options?: ErrorOptions) {
    super(`events of a file that is ${reason}`, options);
    this.reason = reason;
    this.file = file;
  }
}
