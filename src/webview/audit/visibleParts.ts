/**
 * Width in pixels, without the details beside the rows, above which there is enough space for the facets. In a narrower
 * view, too little of each query would be visible.
 */
const MIN_WIDTH_FOR_FACETS = 1030;
/** Width in pixels that layout decisions assume for the details, even after the user has dragged the splitter. */
const PANE_WIDTH = 340;
/** Minimum width in pixels of the rows beside the details. Below it, the details may be placed below the rows. */
const MIN_ROWS_WIDTH = 840;
const MIN_STACK_HEIGHT = 520;
/** Width of the view in pixels up to which the style sheet may place the parts one below the other. */
const MAX_NARROW_WIDTH = 640;
const MIN_HEIGHT_FOR_HISTOGRAM = 320;
/** Size of the view in pixels up to which the toolbar's buttons are in its menu. */
const MAX_COMPACT_WIDTH = 520;
const MAX_COMPACT_HEIGHT = 300;

/**
 * Parts that the user has switched on (true) or off (false). A part that is undefined is displayed if there is enough
 * space.
 */
export interface UserVisibility {
  facets?: boolean;
  histogram?: boolean;
}

/**
 * Returns which parts to display in a window of the present size. `isStacked`: the details, if open, are placed below
 * the rows although the view is wider than `MAX_NARROW_WIDTH`. `isCompact`: there is no space for the toolbar.
 */
export function decideVisibleParts(userVisibility: UserVisibility, isPaneOpen: boolean) {
  const { innerWidth, innerHeight } = window;
  const isTight = innerWidth - PANE_WIDTH < MIN_ROWS_WIDTH;
  const isStacked = isTight && innerWidth > MAX_NARROW_WIDTH && innerHeight >= MIN_STACK_HEIGHT;
  const isBeside = isPaneOpen && !isStacked;
  // Facets and details are both beside the rows only if the rows stay wide enough.
  const isWideEnough = innerWidth - (isBeside ? PANE_WIDTH : 0) > MIN_WIDTH_FOR_FACETS;
  return {
    isStacked,
    isCompact: innerWidth <= MAX_COMPACT_WIDTH || innerHeight <= MAX_COMPACT_HEIGHT,
    facets: isWideEnough ? userVisibility.facets !== false : userVisibility.facets === true && !isBeside,
    histogram: userVisibility.histogram ?? innerHeight > MIN_HEIGHT_FOR_HISTOGRAM,
  };
}
