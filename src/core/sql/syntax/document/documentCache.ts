import type { TextEdit } from '../ranges.ts';
import { SqlDocument } from './sqlDocument.ts';

const MAX_DOCUMENTS = 4;
/**
 * Maximum total length, in UTF-16 code units, of the cached documents other than the most recently used one. The tokens
 * of a document take many times as much memory as its text.
 */
const MAX_OTHERS_LENGTH = 400_000;

interface CacheEntry {
  text: string;
  readonly document: SqlDocument;
}

/**
 * Caches a few documents by their text. For a text that is similar to a cached one, the cached document is edited, so
 * that usually only a part of the text is scanned again.
 */
export class DocumentCache {
  #entries: CacheEntry[] = [];

  /**
   * Returns the document of a text. It must not be used after the next call with another text, because that call may
   * edit it.
   */
  getOrCreateDocument(text: string): SqlDocument {
    const found = this.#find(text) ?? { text, document: new SqlDocument(text) };
    let remainingLength = MAX_OTHERS_LENGTH;
    const others = this.#entries.filter((one) => {
      if (one !== found) remainingLength -= one.text.length;
      return one !== found && remainingLength >= 0;
    });
    this.#entries = [found, ...others].slice(0, MAX_DOCUMENTS);
    return found.document;
  }

  #find(text: string): CacheEntry | undefined {
    const same = this.#entries.find((one) => one.text === text);
    if (same) return same;
    for (const one of this.#entries) {
      const edit = computeEditBetween(one.text, text);
      // An edit that inserts or removes more than half of the new text's length is not worth applying.
      if (2 * Math.max(edit.end - edit.start, edit.text.length) > text.length) continue;
      one.document.applyTextEdit(edit);
      one.text = text;
      return one;
    }
    return undefined;
  }
}

/**
 * Returns the single edit that turns `before` into `after`. The text that both have in common at the start and at the
 * end is not part of the edit.
 */
export function computeEditBetween(before: string, after: string): TextEdit {
  const start = findCommonLength(
    Math.min(before.length, after.length),
    (from, to) => before.slice(from, to) === after.slice(from, to),
  );
  const rest = Math.min(before.length, after.length) - start;
  const kept = findCommonLength(
    rest,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  );
  const end = before.length - kept;
  return { start, end, text: after.slice(start, after.length - kept) };
}

const COMPARE_BLOCK_LENGTH = 4096;

function findCommonLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let low = 0;
  while (low < length && isSame(low, Math.min(length, low + COMPARE_BLOCK_LENGTH)))
    low += COMPARE_BLOCK_LENGTH;
  let high = Math.min(length, low + COMPARE_BLOCK_LENGTH);
  // If there is a difference, the length of the common part is between `low` and `high`, both included.
  for (let size = high - low; size > 0; size = high - low) {
    const middle = low + Math.ceil(size / 2);
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, length);
}
