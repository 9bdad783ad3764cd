/** The user's marks and notes on audit events. An event is identified by its key (`eventKey`). */
import type { AuditEvent } from '../../service/types.ts';
import { eventKey } from '../feed/ledger.ts';
import { foldCaseAndLineFeeds } from '../store/columns/searchable.ts';

export interface Mark {
  readonly note: string;
}

export type KeyedMark = readonly [key: string, mark: Mark];

/** The user's marks on audit events, and which of them are not saved yet. */
export class Marks {
  readonly #marks: Map<string, Mark>;
  readonly #unsaved = new Set<string>();
  #all: readonly KeyedMark[] | undefined;
  #keys: readonly string[] | undefined;

  constructor(marks: readonly KeyedMark[] = []) {
    this.#marks = new Map(marks);
  }

  get size(): number {
    return this.#marks.size;
  }
  listKeysWithNote(): readonly string[] {
    return this.listMarksWithKeys().flatMap(([key, { note }]) => (note === '' ? [] : [key]));
  }
  listMarkedEventKeys(): readonly string[] {
    this.#keys ??= [...this.#marks.keys()];
    return this.#keys;
  }
  listMarksWithKeys(): readonly KeyedMark[] {
    this.#all ??= [...this.#marks];
    return this.#all;
  }
  getMark(event: AuditEvent): Mark | undefined {
    // The key of an event without an ID is slow to compute.
    return this.#marks.size === 0 ? undefined : this.#marks.get(eventKey(event));
  }
  findKeysByNoteText(text: string): readonly string[] {
    const wanted = foldCaseAndLineFeeds(text);
    return this.listMarksWithKeys().flatMap(([key, { note }]) =>
      foldCaseAndLineFeeds(note).includes(wanted) ? [key] : [],
    );
  }
  get unsavedCount(): number {
    return this.#unsaved.size;
  }
  /** Makes all marks count as saved, without changing them. */
  markAllSaved(): void {
    this.#unsaved.clear();
  }
  /** Records that marks were written to a file. A mark that has changed in the meantime stays unsaved. */
  markSaved(marks: readonly KeyedMark[]): void {
    for (const [key, mark] of marks) if (this.#marks.get(key) === mark) this.#unsaved.delete(key);
  }
  setMark(event: AuditEvent, mark: Mark): void {
    const key = eventKey(event);
    this.#set(key, mark);
    this.#unsaved.add(key);
  }
  removeMark(event: AuditEvent): void {
    const key = eventKey(event);
    this.#unsaved.delete(key);
    if (this.#marks.delete(key)) this.#clearCachedLists();
  }
  /** Adds marks that were read from files. For an event that already has a mark, both are combined. */
  mergeMarks(marks: readonly KeyedMark[]): void {
    for (const [key, mark] of marks) this.#set(key, joinMarkNotes(this.#marks.get(key), mark));
  }

  #set(key: string, mark: Mark): void {
    this.#marks.set(key, mark);
    this.#clearCachedLists();
  }
  #clearCachedLists(): void {
    this.#all = undefined;
    this.#keys = undefined;
  }
}

function joinMarkNotes(before: Mark | undefined, { note }: Mark): Mark {
  const known = before?.note ?? '';
  if (known === '' || note === '') return { note: known || note };
  const isContained = `\n\n${known}\n\n`.includes(`\n\n${note}\n\n`);
  return { note: isContained ? known : `${known}\n\n${note}` };
}
