/**
 * Saves column layouts and panel widths in state that outlives the webview's page. The editor may write this state to
 * disk, so it contains no values, and a hash instead of the column names.
 */
import { isNonNegativeSafeInteger, isRecord, listOf, shapeOf } from '../../protocol/validate.ts';
import type { ColumnLayout } from './grid/columns.ts';
import type { StateStorage } from './port.ts';

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

/** Returns an unsigned 32-bit hash of the column names and their order. The hash identifies a saved layout. */
export function hashColumnNames(names: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(names)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** A panel beside the rows. Its width is saved. */
type PanelName = 'details' | 'facets';

export interface LayoutStore {
  loadLayout(names: readonly string[]): ColumnLayout | undefined;
  saveLayout(names: readonly string[], layout: ColumnLayout): void;
  /** Returns the saved width of a panel in pixels, or undefined if none is saved. */
  loadPanelWidth(panel: PanelName): number | undefined;
  savePanelWidth(panel: PanelName, width: number): void;
}

export function createLayoutStore(saved: StateStorage): LayoutStore {
  const readLayouts = (): SavedLayout[] => {
    const state = saved.read();
    return isRecord(state) && Array.isArray(state.layouts) ? state.layouts.filter(isLayout) : [];
  };
  const panelWidths = (): Readonly<Record<string, number>> => {
    const state = saved.read();
    return isRecord(state) && isWidthMap(state.panelWidths) ? state.panelWidths : {};
  };
  return {
    loadLayout(names) {
      const key = hashColumnNames(names);
      return readLayouts().find((layout) => layout.key === key);
    },
    saveLayout(names, layout) {
      const key = hashColumnNames(names);
      const others = readLayouts().filter((other) => other.key !== key);
      saved.write({
        layouts: [{ key, ...layout }, ...others].slice(0, MAX_LAYOUTS),
        panelWidths: panelWidths(),
      });
    },
    loadPanelWidth: (panel) => panelWidths()[panel],
    savePanelWidth(panel, width) {
      saved.write({ layouts: readLayouts(), panelWidths: { ...panelWidths(), [panel]: width } });
    },
  };
}
