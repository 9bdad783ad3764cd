/**
 * Saves column layouts, panel widths, and which parts are shown in state that outlives the webview's page. The editor may
 * write this state to disk, so it contains no values, and a hash instead of the column names.
 */
import {
  type ColumnLayout,
  isSavedLayout,
  isWidthMap,
  type SavedLayout,
} from '../../protocol/columnLayout.ts';
import { isBoolean, isRecord } from '../../protocol/validate.ts';
import type { StateStorage } from './port.ts';

const MAX_LAYOUTS = 20;
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
  /** Saves layouts of other webviews, for columns that have no saved layout yet. */
  adoptLayouts(layouts: readonly SavedLayout[]): void;
  /** Returns the saved width of a panel in pixels, or undefined if none is saved. */
  loadPanelWidth(panel: PanelName): number | undefined;
  savePanelWidth(panel: PanelName, width: number): void;
  /** Returns whether the user has shown (true) or hidden (false) a part of the view; undefined if neither. */
  loadVisibility(part: string): boolean | undefined;
  saveVisibility(part: string, isShown: boolean): void;
}

/** `onSave` is called with each layout that `saveLayout` saves. */
export function createLayoutStore(
  saved: StateStorage,
  onSave: (layout: SavedLayout) => void = () => undefined,
): LayoutStore {
  const readLayouts = (): SavedLayout[] => {
    const state = saved.read();
    return isRecord(state) && Array.isArray(state.layouts) ? state.layouts.filter(isSavedLayout) : [];
  };
  const panelWidths = (): Readonly<Record<string, number>> => {
    const state = saved.read();
    return isRecord(state) && isWidthMap(state.panelWidths) ? state.panelWidths : {};
  };
  const visibility = (): Readonly<Record<string, unknown>> => {
    const state = saved.read();
    return isRecord(state) && isRecord(state.visibility) ? state.visibility : {};
  };
  const write = (changed: Readonly<Record<string, unknown>>): void =>
    saved.write({ layouts: readLayouts(), panelWidths: panelWidths(), visibility: visibility(), ...changed });
  const writeLayouts = (layouts: readonly SavedLayout[]): void =>
    write({ layouts: layouts.slice(0, MAX_LAYOUTS) });
  return {
    loadLayout(names) {
      const key = hashColumnNames(names);
      return readLayouts().find((layout) => layout.key === key);
    },
    saveLayout(names, layout) {
      const savedLayout = { key: hashColumnNames(names), ...layout };
      const others = readLayouts().filter(({ key }) => key !== savedLayout.key);
      writeLayouts([savedLayout, ...others]);
      onSave(savedLayout);
    },
    adoptLayouts(layouts) {
      const known = readLayouts();
      writeLayouts([...known, ...layouts.filter(({ key }) => known.every((other) => other.key !== key))]);
    },
    loadPanelWidth: (panel) => panelWidths()[panel],
    savePanelWidth(panel, width) {
      write({ panelWidths: { ...panelWidths(), [panel]: width } });
    },
    loadVisibility(part) {
      const isShown = visibility()[part];
      return isBoolean(isShown) ? isShown : undefined;
    },
    saveVisibility(part, isShown) {
      write({ visibility: { ...visibility(), [part]: isShown } });
    },
  };
}
