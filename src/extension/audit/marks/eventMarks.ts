import * as vscode from 'vscode';
import { type KeyedMark, type Mark, Marks } from '../../../core/audit/marks/marks.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/**
 * Where marked events are from: the identity of a connection (a string), or the listing of opened files (a number).
 */
export type MarkedSource = string | number;

/**
 * The user's marks and notes on events, by the source of the events. They are stored in memory
 * only, because notes may contain personal data.
 */
export class EventMarks implements vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;
  readonly #source: () => MarkedSource;
  readonly #bySource = new Map<MarkedSource, Marks>();

  constructor(source: () => MarkedSource) {
    this.#source = source;
  }

  /** Number of marked events of the displayed source, including those that are not loaded now. */
  get markedEventCount(): number {
    return this.#displayedMarks().size;
  }
  /** Returns the keys of the events of the displayed source that have a note, including those that are not loaded now. */
  listKeysWithNote(): readonly string[] {
    return this.#displayedMarks().listKeysWithNote();
  }
  get source(): MarkedSource {
    return this.#source();
  }
  /**
   * Returns the keys of the marked events of the displayed source; the same array until the marks of this source
   * change.
   */
  listMarkedKeys(): readonly string[] {
    return this.#displayedMarks().listMarkedEventKeys();
  }
  listMarks(): readonly KeyedMark[] {
    return this.#displayedMarks().listMarksWithKeys();
  }
  getMark(event: AuditEvent): Mark | undefined {
    return this.#displayedMarks().getMark(event);
  }
  findMarkedKeysByNoteText(text: string): readonly string[] {
    return this.#displayedMarks().findKeysByNoteText(text);
  }
  /** Marks events. Those that are marked already keep their notes. */
  markEvents(events: readonly AuditEvent[]): void {
    const marks = this.#displayedMarks();
    for (const event of events) if (!marks.getMark(event)) marks.setMark(event, { note: '' });
    this.#changes.fire();
  }
  unmarkEvents(events: readonly AuditEvent[]): void {
    const marks = this.#displayedMarks();
    for (const event of events) marks.removeMark(event);
    this.#changes.fire();
  }
  /**
   * Marks the event with this note, which may be empty. `source` is the source of the event, even if it is no longer
   * displayed.
   */
  setNote(event: AuditEvent, note: string, source: MarkedSource): void {
    this.#marksOfSource(source).setMark(event, { note });
    this.#changes.fire();
  }
  addMarksOfFile(listing: number, marks: readonly KeyedMark[]): void {
    if (marks.length === 0) return;
    this.#marksOfSource(listing).mergeMarks(marks);
    this.#changes.fire();
  }
  /**
   * Returns the number of marks that the user set or changed and that were not exported since, in `source` or, if it is
   * undefined, in all sources. Marks that the user agreed to discard do not count.
   */
  countUnsavedMarks(source?: MarkedSource): number {
    if (source !== undefined) return this.#bySource.get(source)?.unsavedCount ?? 0;
    return [...this.#bySource.values()].reduce((sum, marks) => sum + marks.unsavedCount, 0);
  }
  /** Stops counting the marks of a source, or of all sources, as unsaved. */
  stopCountingAsUnsaved(source?: MarkedSource): void {
    const some = source === undefined ? [...this.#bySource.values()] : [this.#bySource.get(source)];
    for (const marks of some) marks?.markAllSaved();
  }
  recordMarksAsExported(source: MarkedSource, marks: readonly KeyedMark[]): void {
    this.#bySource.get(source)?.markSaved(marks);
  }
  dropMarksOfListing(listing: number): void {
    this.#bySource.delete(listing);
  }
  clearAllMarks(): void {
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
