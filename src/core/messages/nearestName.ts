/**
 * Returns the name in `known` with the smallest edit distance to `typed`, ignoring case; undefined if none is close
 * enough.
 */
export function findNearestName(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.min(typed.length, Math.max(1, Math.floor(typed.length / 3)) + 1);
  for (const name of known) {
    const edits = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (edits < fewest) {
      best = name;
      fewest = edits;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
