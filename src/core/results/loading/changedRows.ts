/**
 * Rows that came again with another value. A row that moves to a page still to come while the others are read is there
 * twice, and where it was changed meanwhile only a column that tells all other rows apart shows it.
 */
import { cellHash, type EncodedPage, hasValue, sameCell } from './encodedPage.ts';

interface Place {
  readonly page: EncodedPage;
  readonly row: number;
}

/** A column that no answer held the same value twice of: each answer is one look at the data. */
interface Candidate {
  readonly places: Map<number, Place>;
  /** Rows with a value of an earlier answer that are not equal to an earlier row. */
  changed: number;
  /** Of those, the ones of whose other values at least half are the same. */
  alike: number;
}

interface ChangedRowCounter {
  /** Looks at a page; `isEqual` says of a row whether an earlier answer held the very same one. */
  see(page: EncodedPage, isEqual: (row: number) => boolean): void;
  count(): number;
  clear(): void;
}

/** What such a column is called everywhere: where there is one, no other is looked at. */
const IDENTIFIER = /^(?:id|uuid|guid|key)$/i;
/** Of the rows, the part at most that may repeat a value of a column of another name: more is no accident. */
const MOST_REPEATED = 0.05;

/** `names` gives those of the columns by their index. */
export function createChangedRowCounter(names: () => readonly string[]): ChangedRowCounter {
  /** By the column's index. */
  let candidates: Map<number, Candidate> | undefined;
  let rows = 0;

  const isIdentifier = (column: number): boolean => IDENTIFIER.test(names()[column] ?? '');

  const dropIncomplete = (page: EncodedPage): void => {
    candidates ??= new Map(
      page.columns.map((column) => [column, { places: new Map(), changed: 0, alike: 0 }]),
    );
    for (const column of candidates.keys()) {
      const slot = page.columns.indexOf(column);
      const isEverywhere = slot >= 0 && placesOf(page).every(({ row }) => hasValue(page, row, slot));
      if (!isEverywhere) candidates.delete(column);
    }
  };
  /** False where the value comes twice in the page. */
  const look = (
    candidate: Candidate,
    now: Place,
    slot: number,
    column: number,
    isEqual: boolean,
  ): boolean => {
    const { places } = candidate;
    const hash = cellHash(now.page, now.row, slot);
    const earlier = places.get(hash);
    if (!earlier) places.set(hash, now);
    // Two values may share a hash: that proves nothing.
    if (!earlier || !sameCell(earlier, now, column)) return true;
    if (earlier.page === now.page) return false;
    if (isEqual) return true;
    candidate.changed++;
    if (areAlike(earlier, now, column)) candidate.alike++;
    return true;
  };

  return {
    see(page, isEqual) {
      dropIncomplete(page);
      rows += page.rowCount;
      // One for all columns: there is one for each row loaded.
      const places = placesOf(page);
      for (const [column, candidate] of candidates ?? []) {
        const slot = page.columns.indexOf(column);
        const isApart = places.every((place) => look(candidate, place, slot, column, isEqual(place.row)));
        if (!isApart) candidates?.delete(column);
      }
      const identifier = [...(candidates?.keys() ?? [])].find(isIdentifier);
      if (identifier === undefined) return;
      for (const column of candidates?.keys() ?? []) if (column !== identifier) candidates?.delete(column);
    },
    count() {
      for (const [column, { changed, alike }] of candidates ?? []) {
        if (isIdentifier(column)) return changed * 2 <= rows ? changed : 0;
        if (alike > 0 && alike <= rows * MOST_REPEATED) return alike;
      }
      return 0;
    },
    clear() {
      candidates = undefined;
      rows = 0;
    },
  };
}

const placesOf = (page: EncodedPage): Place[] =>
  Array.from({ length: page.rowCount }, (_, row) => ({ page, row }));

/** Whether at least half of the other values are the same: two people who share a name share little else. */
function areAlike(a: Place, b: Place, key: number): boolean {
  const others = [...new Set([...a.page.columns, ...b.page.columns])].filter((column) => column !== key);
  const same = others.filter((column) => sameCell(a, b, column)).length;
  // Of one other value alone nothing can be said.
  return others.length < 2 || same * 2 >= others.length;
}
