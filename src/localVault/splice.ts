/** Changes a text at several places at once. */

export interface Splice {
  /** UTF-16 offsets in the text as it was. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `text` with each range replaced; ranges must not overlap. */
export function splice(text: string, splices: readonly Splice[]): string {
  let result = text;
  // From the end, so that earlier offsets stay right.
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + inserted + result.slice(end);
  }
  return result;
}
