/** Changes a text at several places at once. */

export interface Splice {
  /** UTF-16 offsets in the text as it was. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `text` with each range replaced; ranges must not overlap. */
export function splice(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
