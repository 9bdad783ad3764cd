/**
 * Saves the layouts of columns and the widths of panels beyond the life of the webview's page. The editor may write
 * them to disk, so they contain a hash in place of the columns' names, and no values.
 */
import { isNonNegativeSafeInteger, isRecord, listOf, shapeOf } from '../../protocol/validate.ts';
import type { ColumnLayout } from './grid/columns.ts';
import type { SavedState } from './port.ts';

interface SavedLayout extends ColumnLayout {
  readonly key: number;
}

const MAX_LAYOUTS = 20;
const isWidthMap = (value: unknown): value is Record<string, number> =>
  isRecord(value) && Object.values(value).every(isNonNegativeSafeInteger);
const isLayout = shapeOf<SavedLayout>({
  key: isNonNegativeSafeInteger,
  widths: isWidthMap,
  order: listOf(isNonNegativeSafeInteger),
  hidden: listOf(isNonNegativeSafeInteger),
  pinned: listOf(isNonNegativeSafeInteger),
});

/** Returns a 32-bit hash of the column names in their order, which stands for them in the saved state. */
export function hashColumnNames(names: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(names)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The panels beside the rows whose widths are saved. */
type PanelName = 'details' | 'facets';

export interface LayoutStore {
  load(names: readonly string[]): ColumnLayout | undefined;
  save(names: readonly string[], layout: ColumnLayout): void;
  /** Returns the width of a panel in pixels, or undefined if the user has not changed it. */
  loadWidth(panel: PanelName): number | undefined;
  saveWidth(panel: PanelName, width: number): void;
}

export function createLayoutStore(saved: SavedState): LayoutStore {
  const readLayouts = (): SavedLayout[] => {
    const state = saved.read();
    return isRecord(state) && Array.isArray(state.layouts) ? state.layouts.filter(isLayout) : [];
  };
  const panelWidths = (): Readonly<Record<string, number>> => {
    const state = saved.read();
    return isRecord(state) && isWidthMap(state.panelWidths) ? state.panelWidths : {};
  };
  return {
    load(names) {
      const key = hashColumnNames(names);
      return readLayouts().find((layout) => layout.key === key);
    },
    save(names, layout) {
      const key = hashColumnNames(names);
      const others = readLayouts().filter((other) => other.key !== key);
      saved.write({
        layouts: [{ key, ...layout }, ...others].slice(0, MAX_LAYOUTS),
        panelWidths: panelWidths(),
      });
    },
    loadWidth: (panel) => panelWidths()[panel],
    saveWidth(panel, width) {
      saved.write({ layouts: readLayouts(), panelWidths: { ...panelWidths(), [panel]: width } });
    },
  };
}
