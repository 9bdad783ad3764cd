/** Decides which parts of the audit table have enough space in the window. */

/**
 * Minimum width in pixels, without the details beside the rows, above which the facets are displayed unless the user
 * hid them. In a narrower view, too little of each query would be visible beside them.
 */
const MIN_WIDTH_FOR_FACETS = 1030;
/** Width of the details in pixels before the user drags the splitter. Layout decisions assume this width even then. */
const PANE_WIDTH = 340;
/**
 * Minimum width in pixels of the rows beside the details. Below it, the details are placed below the rows if the view
 * is wider than `MAX_NARROW_WIDTH` and at least `MIN_STACK_HEIGHT` pixels high.
 */
const MIN_ROWS_WIDTH = 840;
const MIN_STACK_HEIGHT = 520;
/** Width of the view in pixels up to which the style sheet places all parts one below the other. */
const MAX_NARROW_WIDTH = 640;
const MIN_HEIGHT_FOR_HISTOGRAM = 320;

/**
 * Which parts the user has switched on (true) or off (false). A part that is undefined is displayed if there is enough
 * space. See `visibleParts` for when a part that is switched on is still hidden.
 */
export interface UserVisibility {
  facets?: boolean;
  histogram?: boolean;
}

/**
 * Returns which parts to display in a window of the present size, if events are displayed. `isStacked`: the details, if
 * open, are placed below the rows although the view is wider than `MAX_NARROW_WIDTH`.
 */
export function visibleParts(userVisibility: UserVisibility, isPaneOpen: boolean) {
  const { innerWidth, innerHeight } = window;
  const isTight = innerWidth - PANE_WIDTH < MIN_ROWS_WIDTH;
  const isStacked = isTight && innerWidth > MAX_NARROW_WIDTH && innerHeight >= MIN_STACK_HEIGHT;
  const isBeside = isPaneOpen && !isStacked;
  // Facets and details are both beside the rows only if the rows stay wide enough, even if the user switched the
  // facets on.
  const isWideEnough = innerWidth - (isBeside ? PANE_WIDTH : 0) > MIN_WIDTH_FOR_FACETS;
  return {
    isStacked,
    facets: isWideEnough ? userVisibility.facets !== false : userVisibility.facets === true && !isBeside,
    histogram: userVisibility.histogram ?? innerHeight > MIN_HEIGHT_FOR_HISTOGRAM,
  };
}
