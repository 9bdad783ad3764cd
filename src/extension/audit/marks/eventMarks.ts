import * as vscode from 'vscode';
import { type KeyedMark, type Mark, Marks } from '../../../core/audit/marks/marks.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/**
 * Where marked events are from: the identity of a connection (a string), or the listing of opened files (a number).
 */
export type MarkedSource = string | number;

/**
 * The user's marks and notes on events, by the source of the events. They are stored in memory only, because notes may
 * contain personal data. The methods `keys`, `listMarks`, `getMark`, `findByNoteText`, `mark`, and `unmark` are about
 * the displayed source.
 */
export class EventMarks implements vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;
  readonly #source: () => MarkedSource;
  readonly #bySource = new Map<MarkedSource, Marks>();

  /** `source` returns the source of the displayed events. */
  constructor(source: () => MarkedSource) {
    this.#source = source;
  }

  /** Number of marked events of the displayed source, including those that are not loaded now. */
  get size(): number {
    return this.#displayedMarks().size;
  }
  get source(): MarkedSource {
    return this.#source();
  }
  /** Returns the keys of the marked events of the displayed source; the same array until its marks change. */
  keys(): readonly string[] {
    return this.#displayedMarks().keys();
  }
  /**
   * Returns the marks of the displayed source with the keys of their events; the same array until these marks change.
   */
  listMarks(): readonly KeyedMark[] {
    return this.#displayedMarks().all();
  }
  getMark(event: AuditEvent): Mark | undefined {
    return this.#displayedMarks().of(event);
  }
  /** Returns the keys of the events whose notes contain a text, ignoring case. */
  findByNoteText(text: string): readonly string[] {
    return this.#displayedMarks().withText(text);
  }
  /** Marks events. Those that are marked already keep their notes. */
  mark(events: readonly AuditEvent[]): void {
    const marks = this.#displayedMarks();
    for (const event of events) if (!marks.of(event)) marks.set(event, { note: '' });
    this.#changes.fire();
  }
  /** Removes the marks of events, together with their notes. */
  unmark(events: readonly AuditEvent[]): void {
    const marks = this.#displayedMarks();
    for (const event of events) marks.remove(event);
    this.#changes.fire();
  }
  /**
   * Marks an event and sets its note. `source` is the source of the event, which may no longer be the displayed one.
   */
  setNote(event: AuditEvent, note: string, source: MarkedSource): void {
    this.#marksOfSource(source).set(event, { note });
    this.#changes.fire();
  }
  /** Adds the marks that were read from files to a listing. */
  addMarksOfFile(listing: number, marks: readonly KeyedMark[]): void {
    if (marks.length === 0) return;
    this.#marksOfSource(listing).takeIn(marks);
    this.#changes.fire();
  }
  /**
   * Returns how many marks and notes of a source, or of all sources if it is undefined, are not in a file in their
   * present form.
   */
  unsavedCount(source?: MarkedSource): number {
    if (source !== undefined) return this.#bySource.get(source)?.unsaved ?? 0;
    return [...this.#bySource.values()].reduce((sum, marks) => sum + marks.unsaved, 0);
  }
  /**
   * Records that the user does not want to export the marks of a source, or of all sources if it is undefined. They
   * no longer count as unsaved.
   */
  discard(source?: MarkedSource): void {
    const some = source === undefined ? [...this.#bySource.values()] : [this.#bySource.get(source)];
    for (const marks of some) marks?.discard();
  }
  /** Records that these marks of a source were written to a file. */
  noteSaved(source: MarkedSource, marks: readonly KeyedMark[]): void {
    this.#bySource.get(source)?.written(marks);
  }
  /** Deletes the marks of a listing of files. */
  drop(listing: number): void {
    this.#bySource.delete(listing);
  }
  /** Deletes the marks of all sources. */
  forget(): void {
    this.#bySource.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
    this.#bySource.clear();
  }

  #displayedMarks(): Marks {
    return this.#marksOfSource(this.#source());
  }
  #marksOfSource(source: MarkedSource): Marks {
    const known = this.#bySource.get(source) ?? new Marks();
    this.#bySource.set(source, known);
    return known;
  }
}
