/**
 * Saves the layouts of columns, so that they are still known when the webview was hidden and is displayed again. The
 * editor may write the saved state to disk, so the state contains a hash in place of the columns' names, and no values.
 */
import { isIndex, isRecord, isShape, listOf } from '../../protocol/validate.ts';
import type { ColumnLayout } from './grid/columns.ts';
import type { SavedState } from './port.ts';

interface SavedLayout extends ColumnLayout {
  readonly key: number;
}

/** Maximum number of layouts that are saved. The layout that was saved longest ago is dropped first. */
const MAX_LAYOUTS = 20;
const isWidthMap = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isIndex);
const isLayout = isShape<SavedLayout>({
  key: isIndex,
  widths: isWidthMap,
  order: listOf(isIndex),
  hidden: listOf(isIndex),
  pinned: listOf(isIndex),
});

/**
 * Returns a 32-bit hash of the column names and their order: FNV-1a over code points. A collision among the few saved
 * layouts is unlikely. The hash alone does not determine the names, because many lists of names share it.
 */
export function hashColumnNames(names: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(names)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

export interface LayoutStore {
  /** Returns the layout that was saved for columns with these names in this order, or undefined if there is none. */
  load(names: readonly string[]): ColumnLayout | undefined;
  save(names: readonly string[], layout: ColumnLayout): void;
}

export function createLayoutStore(saved: SavedState): LayoutStore {
  const all = (): SavedLayout[] => {
    const state = saved.read();
    return isRecord(state) && Array.isArray(state.layouts) ? state.layouts.filter(isLayout) : [];
  };
  return {
    load(names) {
      const key = hashColumnNames(names);
      return all().find((layout) => layout.key === key);
    },
    save(names, layout) {
      const key = hashColumnNames(names);
      const others = all().filter((other) => other.key !== key);
      saved.write({ layouts: [{ key, ...layout }, ...others].slice(0, MAX_LAYOUTS) });
    },
  };
}
