import type { TrailFilters, TrailTerm } from '../table/filter.ts';
import { type EventNumbers, rowsOfSet } from './localKeys.ts';

const isSameSet = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean =>
  a === b || (a.size === b.size && [...a].every((one) => b.has(one)));

function isSameList(a: EventNumbers | undefined, b: EventNumbers | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

const isSameTerms = (a: readonly TrailTerm[] = [], b: readonly TrailTerm[] = []): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether two sets of filters are equal. The same terms or events in another order count as different. */
export function isSameFilters(a: TrailFilters, b: TrailFilters): boolean {
  if (a === b) return true;
  return (
    a.range?.from === b.range?.from &&
    a.range?.to === b.range?.to &&
    isSameList(a.events && rowsOfSet(a.events), b.events && rowsOfSet(b.events)) &&
    isSameTerms(a.terms, b.terms) &&
    a.fields.size === b.fields.size &&
    [...a.fields].every(([field, { only, not }]) => {
      const other = b.fields.get(field);
      return other !== undefined && isSameSet(only, other.only) && isSameSet(not, other.not);
    })
  );
}
