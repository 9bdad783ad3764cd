export interface Splice {
  /** Offsets in the original text, in UTF-16 code units. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the text with each range replaced. The ranges must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
