import type { EntryBytes } from './entryBytes.ts';

interface ListSplitter {
  /**
   * Splits the next bytes of the list. The first ones must follow the opening bracket. Returns the bytes after the
   * closing bracket; empty until the bracket was reached.
   */
  push(bytes: Uint8Array): Uint8Array;
  isOver(): boolean;
}

const [quote, backslash, comma, lineBreak] = [34, 92, 44, 10];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/**
 * Creates a splitter that collects each item in `run` and then calls `onItem`. The item's bytes include surrounding
 * whitespace. `isMissing` is true if there is only whitespace where an item is expected.
 */
export function createListSplitter(run: EntryBytes, onItem: (isMissing: boolean) => void): ListSplitter {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isBlank = true;
  let count = 0;
  let isOver = false;

  function completeItem(isLast: boolean): void {
    // An empty list has no item; after a comma there must be one.
    if (isLast && count === 0 && isBlank) return;
    count++;
    onItem(isBlank);
    isBlank = true;
  }

  function findItemEnd(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const code = bytes[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) isInString = false;
        continue;
      }
      if (code === lineBreak) {
        if (isBlank) run.countLineBeforeEntry();
        else run.countLineWithinEntry();
      }
      if (code === closeBracket && depth === 0) return at;
      if (code === comma && depth === 0) return at;
      if (code > 32) isBlank = false;
      if (code === quote) isInString = true;
      else if (code === openBrace || code === openBracket) depth++;
      else if (code === closeBrace || code === closeBracket) depth--;
    }
    return bytes.length;
  }

  return {
    push(bytes) {
      let from = 0;
      while (!isOver && from < bytes.length) {
        const at = findItemEnd(bytes, from);
        run.add(bytes.subarray(from, at));
        if (at === bytes.length) return bytes.subarray(at);
        isOver = bytes[at] === closeBracket;
        completeItem(isOver);
        run.startNextEntry(1);
        from = at + 1;
      }
      return bytes.subarray(from);
    },
    isOver: () => isOver,
  };
}
