/** Documents by their text: one that is much like a text given before becomes it by an edit. */
import type { TextEdit } from '../ranges.ts';
import { SqlDocument } from './sqlDocument.ts';

/** Documents kept; a person types in one, and has a few others beside it. */
const maxDocuments = 4;
/** Characters of those beside the last used: their tokens take many times as much memory. */
const maxOthersLength = 400_000;

interface Kept {
  text: string;
  readonly document: SqlDocument;
}

export class DocumentCache {
  /** The last used first. */
  #kept: Kept[] = [];

  /**
   * The document of a text. It is good until the next call, which may edit it. In time linear in the text, for comparing
   * it, which takes far less than to lex it.
   */
  of(text: string): SqlDocument {
    const found = this.#find(text) ?? { text, document: new SqlDocument(text) };
    let room = maxOthersLength;
    const others = this.#kept.filter((one) => {
      if (one !== found) room -= one.text.length;
      return one !== found && room >= 0;
    });
    this.#kept = [found, ...others].slice(0, maxDocuments);
    return found.document;
  }

  #find(text: string): Kept | undefined {
    const same = this.#kept.find((one) => one.text === text);
    if (same) return same;
    for (const one of this.#kept) {
      const edit = editBetween(one.text, text);
      // What has less than half in common is another document.
      if (2 * Math.max(edit.end - edit.start, edit.text.length) > text.length) continue;
      one.document.edit(edit);
      one.text = text;
      return one;
    }
    return undefined;
  }
}

/** The one edit that makes one text of another: what they have in common at both ends stays. */
export function editBetween(before: string, after: string): TextEdit {
  const start = commonLength(
    Math.min(before.length, after.length),
    (from, to) => before.slice(from, to) === after.slice(from, to),
  );
  const rest = Math.min(before.length, after.length) - start;
  const kept = commonLength(
    rest,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  );
  const end = before.length - kept;
  return { start, end, text: after.slice(start, after.length - kept) };
}

/** Characters compared at once. */
const blockLength = 4096;

/** How many are the same from 0 on, at most `length`; `isSame` compares those from one up to another. */
function commonLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let low = 0;
  while (low < length && isSame(low, Math.min(length, low + blockLength))) low += blockLength;
  let high = Math.min(length, low + blockLength);
  // The first difference is between the two.
  for (let size = high - low; size > 0; size = high - low) {
    const middle = low + Math.ceil(size / 2);
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, length);
}
