/** Columns that fill the view: one takes what the others leave, and some become narrower where that is too little. */
export interface Filling {
  /** The column that takes the rest; columns are known by their index in the host's list. */
  readonly rest: number;
  /** Those that become narrower for it, in equal parts of what they have to give. */
  readonly yielding: readonly number[];
}

/** So much the rest gets before others keep their width: some forty characters. In pixels, as all here. */
const wantedRest = 300;
/** With less of it the view is scrolled sideways. */
const leastRest = 200;
/** An IPv4 address. */
const narrowest = 108;

/**
 * The widths of the columns shown, fitted into `room`; where that is too little for all, they are wider together. Those
 * of `set` were set by the person and stay.
 */
export function filled(
  widths: ReadonlyMap<number, number>,
  { rest, yielding }: Filling,
  set: ReadonlySet<number>,
  room: number,
): ReadonlyMap<number, number> {
  const own = widths.get(rest);
  if (own === undefined || set.has(rest)) return widths;
  const others = [...widths.values()].reduce((sum, width) => sum + width, -own);
  const given = new Map<number, number>();
  for (const index of yielding) {
    const width = widths.get(index);
    if (width !== undefined && !set.has(index)) given.set(index, Math.max(0, width - narrowest));
  }
  const most = [...given.values()].reduce((sum, pixels) => sum + pixels, 0);
  const wanted = Math.min(most, Math.max(0, wantedRest - (room - others)));
  const next = new Map(widths);
  let left = wanted;
  for (const [index, pixels] of given) {
    const part = Math.min(left, Math.ceil((pixels * wanted) / Math.max(1, most)));
    left -= part;
    next.set(index, (widths.get(index) ?? 0) - part);
  }
  return next.set(rest, Math.max(leastRest, room - others + wanted));
}
