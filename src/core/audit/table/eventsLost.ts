/** The error for an event that can't be read again because its file has changed. */

/** `changed`: the file has other content where the event was. `gone`: the file can't be read. */
export type LostReason = 'changed' | 'gone';

/** Thrown when the text of an event can no longer be read from its file. */
export class EventsLost extends Error {
  override readonly name = 'EventsLost';
  readonly reason: LostReason;
  /** The name of the file. */
  readonly file: string;

  constructor(reason: LostReason, file: string, options?: ErrorOptions) {
    super(`events of a file that is ${reason}`, options);
    this.reason = reason;
    this.file = file;
  }
}
