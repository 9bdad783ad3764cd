/**
 * The user's marks and notes on audit events. An event is identified by its key (`eventKey`), so
 * that a mark is still there when the event is loaded again. The events themselves never change.
 */
import type { AuditEvent } from '../../service/types.ts';
import { eventKey } from '../feed/ledger.ts';
import { searchable } from '../store/columns/searchable.ts';

export interface Mark {
  /** Note that the user wrote about the event; empty if there is none. */
  readonly note: string;
}

/** A mark with the key of its event. */
export type KeyedMark = readonly [key: string, mark: Mark];

export class Marks {
  readonly #marks: Map<string, Mark>;
  /** The keys of those that no file has as they are. */
  readonly #unsaved = new Set<string>();
  #all: readonly KeyedMark[] | undefined;
  #keys: readonly string[] | undefined;

  constructor(marks: readonly KeyedMark[] = []) {
    this.#marks = new Map(marks);
  }

  get size(): number {
    return this.#marks.size;
  }
  /** Of all marked events; the same list until they change. */
  keys(): readonly string[] {
    this.#keys ??= [...this.#marks.keys()];
    return this.#keys;
  }
  /** With their keys; likewise. */
  all(): readonly KeyedMark[] {
    this.#all ??= [...this.#marks];
    return this.#all;
  }
  of(event: AuditEvent): Mark | undefined {
    // Of an event without an ID the key is slow to make.
    return this.#marks.size === 0 ? undefined : this.#marks.get(eventKey(event));
  }
  /** The keys of those whose notes hold a text, whatever the case. */
  withText(text: string): readonly string[] {
    const wanted = searchable(text);
    return this.all().flatMap(([key, { note }]) => (searchable(note).includes(wanted) ? [key] : []));
  }
  /** How many no file has as they are. */
  get unsaved(): number {
    return this.#unsaved.size;
  }
  /** What no file has is not wanted either. */
  discard(): void {
    this.#unsaved.clear();
  }
  /** These were written to a file; one that has changed meanwhile was not. */
  written(marks: readonly KeyedMark[]): void {
    for (const [key, mark] of marks) if (this.#marks.get(key) === mark) this.#unsaved.delete(key);
  }
  set(event: AuditEvent, mark: Mark): void {
    const key = eventKey(event);
    this.#set(key, mark);
    this.#unsaved.add(key);
  }
  remove(event: AuditEvent): void {
    const key = eventKey(event);
    this.#unsaved.delete(key);
    if (this.#marks.delete(key)) this.#changed();
  }
  /** Takes in marks that were read from files: of two notes to one event both are kept. */
  takeIn(marks: readonly KeyedMark[]): void {
    for (const [key, mark] of marks) this.#set(key, joinedMark(this.#marks.get(key), mark));
  }

  #set(key: string, mark: Mark): void {
    this.#marks.set(key, mark);
    this.#changed();
  }
  #changed(): void {
    this.#all = undefined;
    this.#keys = undefined;
  }
}

/** Returns both notes, one below the other, or only the earlier one if it contains the other's paragraphs. */
function joinedMark(before: Mark | undefined, { note }: Mark): Mark {
  const known = before?.note ?? '';
  if (known === '' || note === '') return { note: known || note };
  const isContained = `\n\n${known}\n\n`.includes(`\n\n${note}\n\n`);
  return { note: isContained ? known : `${known}\n\n${note}` };
}
