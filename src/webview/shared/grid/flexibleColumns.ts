export interface FlexibleColumns {
  /** Index of the column that gets the remaining width. */
  readonly flexible: number;
  /** Indices of the columns that may become narrower so that the flexible one is wide enough. */
  readonly shrinkable: readonly number[];
  /** Indices of the columns that the user may have to scroll to: no column is made narrower to make room for them. */
  readonly lessNeeded: readonly number[];
}

/** Preferred width of the flexible column in pixels, unless its texts need less: about 40 characters. */
const PREFERRED_FLEXIBLE_WIDTH = 304;
/**
 * Minimum width of the flexible column in pixels, unless its texts need less: about 18 characters. Below it, the grid
 * scrolls horizontally instead. In an editor 1024 px wide, the audit table does not need to scroll beside a side bar of
 * 300 px, even if the heading of the times names a zone such as UTC-9:30.
 */
const MIN_FLEXIBLE_WIDTH = 144;
/**
 * Width in pixels below which no column is shrunk. An IPv4 address is still visible, and so is the heading above it.
 */
const MIN_SHRINKABLE_WIDTH = 118;

/**
 * Returns the widths of the visible columns by their index, fitted into `availableWidth` as far as possible. Columns in
 * `resized` were resized by the user and keep their width. If the flexible column is hidden or was resized, all widths
 * are unchanged. All widths are in pixels.
 */
export function fitFlexibleColumnWidths(
  widths: ReadonlyMap<number, number>,
  { flexible, shrinkable, lessNeeded }: FlexibleColumns,
  resized: ReadonlySet<number>,
  availableWidth: number,
): ReadonlyMap<number, number> {
  const flexibleWidth = widths.get(flexible);
  if (flexibleWidth === undefined || resized.has(flexible)) return widths;
  const otherWidths = [...widths.values()].reduce((sum, width) => sum + width, -flexibleWidth);
  const reducible = new Map<number, number>();
  for (const index of shrinkable) {
    const width = widths.get(index);
    if (width !== undefined && !resized.has(index))
      reducible.set(index, Math.max(0, width - MIN_SHRINKABLE_WIDTH));
  }
  const maxReduction = [...reducible.values()].reduce((sum, pixels) => sum + pixels, 0);
  const preferred = Math.min(PREFERRED_FLEXIBLE_WIDTH, flexibleWidth);
  const lessNeededWidth = lessNeeded.reduce((sum, index) => sum + (widths.get(index) ?? 0), 0);
  const missing = Math.max(0, preferred - (availableWidth - otherWidths + lessNeededWidth));
  const reduction = Math.min(maxReduction, missing);
  const fitted = new Map(widths);
  let remaining = reduction;
  for (const [index, pixels] of reducible) {
    const share = Math.min(remaining, Math.ceil((pixels * reduction) / Math.max(1, maxReduction)));
    remaining -= share;
    fitted.set(index, (widths.get(index) ?? 0) - share);
  }
  const minimum = Math.min(MIN_FLEXIBLE_WIDTH, flexibleWidth);
  return fitted.set(flexible, Math.max(minimum, availableWidth - otherWidths + reduction));
}
