import type { LayoutStore } from '../shared/layoutStore.ts';

/**
 * Width of the view in pixels above which the facets are displayed by default. If the details are beside the rows,
 * `PANE_WIDTH` is subtracted first. In a narrower view, too little of each query would be visible.
 */
const MIN_WIDTH_FOR_FACETS = 1030;
/** Width in pixels that layout decisions assume for the details, even after the user has dragged the splitter. */
const PANE_WIDTH = 340;
/** Minimum width in pixels of the rows beside the details. If less is left, a tall view has the details below the rows. */
const MIN_ROWS_WIDTH = 840;
/** Minimum height of the view in pixels at which the details are placed below the rows. */
const MIN_STACK_HEIGHT = 520;
/**
 * Minimum width in pixels of the rows beside the details in a low view. In narrower rows, the column of the actor would
 * hardly be visible, because it comes after time and status.
 */
const MIN_ROWS_WIDTH_IN_LOW_VIEW = 480;
/**
 * Minimum height of the view in pixels at which the details are placed below the rows if the rows would be narrower than
 * `MIN_ROWS_WIDTH_IN_LOW_VIEW` beside them. The style sheet uses the same height in a narrow view.
 */
const MIN_STACK_HEIGHT_IN_NARROW_VIEW = 401;
/** Width of the view in pixels up to which the style sheet may place the parts one below the other. */
const MAX_NARROW_WIDTH = 640;
const MIN_HEIGHT_FOR_HISTOGRAM = 320;
/** Width of the view in pixels up to which the switches of parts are moved into the toolbar's menu. */
const MAX_WIDTH_WITHOUT_SWITCHES = 760;
/** Width of the view in pixels up to which the tools of the toolbar are moved into its menu. */
const MAX_COMPACT_WIDTH = 520;
/** Height of the view in pixels up to which the tools of the toolbar are moved into its menu. */
const MAX_COMPACT_HEIGHT = 300;

/**
 * Which parts the user or a saved view has switched on (true) or off (false). A part that is undefined is displayed if
 * there is enough space.
 */
interface UserVisibility {
  facets: boolean | undefined;
  histogram: boolean | undefined;
}

/**
 * Returns which parts to display in a window of the present size.
 *
 * - `isStacked`: whether the class `stacked` must place the details, when open, below the rows. It is always false in a
 *   narrow view, because the style sheet alone decides there.
 * - `isCovered`: whether the class `covered` must place the open details over the rows, because the view is too low and too
 *   narrow for both.
 * - `hasSwitchesInMenu`: whether the switches of facets and histogram are moved into the toolbar's menu, so that there is
 *   space for the words of more frequent actions.
 * - `isCompact`: whether all tools are moved there.
 */
export function decideVisibleParts(userVisibility: UserVisibility, isPaneOpen: boolean) {
  const { innerWidth, innerHeight } = window;
  const rowsWidth = innerWidth - PANE_WIDTH;
  const isTooNarrow = rowsWidth < MIN_ROWS_WIDTH_IN_LOW_VIEW;
  const minStackHeight = isTooNarrow ? MIN_STACK_HEIGHT_IN_NARROW_VIEW : MIN_STACK_HEIGHT;
  const isLow = innerHeight < minStackHeight;
  const isStacked = rowsWidth < MIN_ROWS_WIDTH && innerWidth > MAX_NARROW_WIDTH && !isLow;
  const isBeside = isPaneOpen && !isStacked;
  // Facets and details are both beside the rows only if the rows stay wide enough.
  const isWideEnough = innerWidth - (isBeside ? PANE_WIDTH : 0) > MIN_WIDTH_FOR_FACETS;
  return {
    isStacked,
    isCovered: isPaneOpen && isTooNarrow && isLow,
    hasSwitchesInMenu: innerWidth <= MAX_WIDTH_WITHOUT_SWITCHES,
    isCompact: innerWidth <= MAX_COMPACT_WIDTH || innerHeight <= MAX_COMPACT_HEIGHT,
    facets: isWideEnough ? userVisibility.facets !== false : userVisibility.facets === true && !isBeside,
    histogram: userVisibility.histogram ?? innerHeight > MIN_HEIGHT_FOR_HISTOGRAM,
  };
}

/** Decides which parts of a view to display, and saves which ones the user switches on or off. */
export class VisibleParts {
  readonly #layouts: LayoutStore;
  readonly #isPaneOpen: () => boolean;
  readonly #user: UserVisibility;

  constructor(layouts: LayoutStore, isPaneOpen: () => boolean) {
    this.#layouts = layouts;
    this.#isPaneOpen = isPaneOpen;
    this.#user = {
      facets: layouts.loadVisibility('facets'),
      histogram: layouts.loadVisibility('histogram'),
    };
  }

  /** Returns which parts to display in a window of the present size, as `decideVisibleParts` does. */
  decide(): ReturnType<typeof decideVisibleParts> {
    return decideVisibleParts(this.#user, this.#isPaneOpen());
  }

  /** Switches a part on that is hidden, or off if it is displayed. A part that is switched on may still lack space. */
  toggle(part: keyof UserVisibility): void {
    const isShown = !this.decide()[part];
    this.#user[part] = isShown;
    this.#layouts.saveVisibility(part, isShown);
  }

  /** Shows or hides the histogram as a saved view says. */
  showHistogram(isShown: boolean): void {
    this.#user.histogram = isShown;
  }
}
