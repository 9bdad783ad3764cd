import * as vscode from 'vscode';
import { type KeyedMark, type Mark, Marks } from '../../../core/audit/marks/marks.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/** Whose events are marked: a connection's, by its identity, or those of opened files, by their listing. */
export type MarkedSource = string | number;

/**
 * What the person says of events, by where these are from. In memory only: notes may hold personal data. Those of a
 * connection last as long as the window, those of files as long as these are open.
 */
export class EventMarks implements vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;
  readonly #source: () => MarkedSource;
  readonly #bySource = new Map<MarkedSource, Marks>();

  /** `source` is that of the events shown. */
  constructor(source: () => MarkedSource) {
    this.#source = source;
  }

  /** Of the events shown, loaded or not. */
  get size(): number {
    return this.#shown().size;
  }
  /** That of the events shown. */
  get source(): MarkedSource {
    return this.#source();
  }
  /** Their keys; the same list until they change. */
  keys(): readonly string[] {
    return this.#shown().keys();
  }
  /** With their keys; likewise. */
  all(): readonly KeyedMark[] {
    return this.#shown().all();
  }
  of(event: AuditEvent): Mark | undefined {
    return this.#shown().of(event);
  }
  /** The keys of those whose notes hold a text. */
  withText(text: string): readonly string[] {
    return this.#shown().withText(text);
  }
  /** Marks events; those that are marked keep their notes. */
  mark(events: readonly AuditEvent[]): void {
    const marks = this.#shown();
    for (const event of events) if (!marks.of(event)) marks.set(event, { note: '' });
    this.#changes.fire();
  }
  /** Takes marks away, and their notes with them. */
  unmark(events: readonly AuditEvent[]): void {
    const marks = this.#shown();
    for (const event of events) marks.remove(event);
    this.#changes.fire();
  }
  /** `source`: where the event was from when the person began to write. */
  setNote(event: AuditEvent, note: string, source: MarkedSource): void {
    this.#of(source).set(event, { note });
    this.#changes.fire();
  }
  /** Takes in what was read from files into a listing. */
  takeIn(listing: number, marks: readonly KeyedMark[]): void {
    if (marks.length === 0) return;
    this.#of(listing).takeIn(marks);
    this.#changes.fire();
  }
  /** How many of a source, or of all, no file has as they are. */
  unsaved(source?: MarkedSource): number {
    if (source !== undefined) return this.#bySource.get(source)?.unsaved ?? 0;
    return [...this.#bySource.values()].reduce((sum, marks) => sum + marks.unsaved, 0);
  }
  /** Those of a source, or all, are not wanted in a file. */
  discard(source?: MarkedSource): void {
    const some = source === undefined ? [...this.#bySource.values()] : [this.#bySource.get(source)];
    for (const marks of some) marks?.discard();
  }
  /** These were written to a file. */
  written(source: MarkedSource, marks: readonly KeyedMark[]): void {
    this.#bySource.get(source)?.written(marks);
  }
  /** Lets go of the marks of a listing of files. */
  drop(listing: number): void {
    this.#bySource.delete(listing);
  }
  /** Lets go of all. */
  forget(): void {
    this.#bySource.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
    this.#bySource.clear();
  }

  #shown(): Marks {
    return this.#of(this.#source());
  }
  #of(source: MarkedSource): Marks {
    const known = this.#bySource.get(source) ?? new Marks();
    this.#bySource.set(source, known);
    return known;
  }
}
