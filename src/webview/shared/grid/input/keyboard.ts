import type { GridSize, Position } from '../selection.ts';
import { clampPosition, HEADER_ROW, ROW_NUMBER_COLUMN } from '../selection.ts';

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export type ColumnCommand =
  /** Widens the column by `by` pixels, or narrows it if negative. */
  | { readonly kind: 'resize'; readonly by: number }
  | { readonly kind: 'move-column'; readonly by: -1 | 1 }
  | { readonly kind: 'fit' };

export type GridCommand =
  | ColumnCommand
  | { readonly kind: 'move'; readonly to: Position; readonly extend: boolean }
  | { readonly kind: 'leave'; readonly key: 'Escape' | 'F6' }
  | { readonly kind: 'open'; readonly isShiftPressed: boolean }
  | { readonly kind: 'all' | 'row' | 'column' | 'copy' | 'menu' | 'find' };

const RESIZE_STEP = 16;

export function findCommandForKey(
  key: Key,
  position: Position,
  gridSize: GridSize,
  pageRows: number,
): GridCommand | undefined {
  const primary = key.ctrlKey || key.metaKey;
  if (key.key === 'Escape' || key.key === 'F6') return { kind: 'leave', key: key.key };
  if (key.altKey)
    return key.shiftKey && position.row === HEADER_ROW
      ? findColumnCommandForKey(key.key, primary)
      : undefined;
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey)) return { kind: 'menu' };
  if (primary && !key.shiftKey && key.key.toLowerCase() === 'a') return { kind: 'all' };
  if (primary && !key.shiftKey && key.key.toLowerCase() === 'c') return { kind: 'copy' };
  if (primary && !key.shiftKey && key.key.toLowerCase() === 'f') return { kind: 'find' };
  if (key.key === ' ' && primary) return { kind: 'column' };
  if (key.key === ' ' && key.shiftKey && position.row !== HEADER_ROW) return { kind: 'row' };
  if (key.key === ' ' || key.key === 'Enter') return { kind: 'open', isShiftPressed: key.shiftKey };
  const to = computePositionAfterKey(key.key, primary, position, gridSize, pageRows);
  return to ? { kind: 'move', to: clampPosition(to, gridSize), extend: key.shiftKey } : undefined;
}

function findColumnCommandForKey(key: string, isCtrlOrMetaPressed: boolean): GridCommand | undefined {
  const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
  if (by) return isCtrlOrMetaPressed ? { kind: 'move-column', by } : { kind: 'resize', by: by * RESIZE_STEP };
  return key === 'ArrowDown' && !isCtrlOrMetaPressed ? { kind: 'fit' } : undefined;
}

function computePositionAfterKey(
  key: string,
  isCtrlOrMetaPressed: boolean,
  position: Position,
  gridSize: GridSize,
  pageRows: number,
): Position | undefined {
  const { row, column } = position;
  const lastRow = gridSize.rows - 1;
  const lastColumn = gridSize.columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: isCtrlOrMetaPressed ? (row > 0 ? 0 : HEADER_ROW) : row - 1, column };
    case 'ArrowDown':
      return { row: isCtrlOrMetaPressed ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCtrlOrMetaPressed ? (column > 0 ? 0 : ROW_NUMBER_COLUMN) : column - 1 };
    case 'ArrowRight':
      return { row, column: isCtrlOrMetaPressed ? lastColumn : column + 1 };
    case 'PageUp':
      return { row: row <= 0 ? HEADER_ROW : Math.max(0, row - pageRows), column };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'Home':
      return isCtrlOrMetaPressed
        ? { row: Math.min(0, lastRow), column: Math.min(0, lastColumn) }
        : { row, column: column > 0 ? 0 : ROW_NUMBER_COLUMN };
    case 'End':
      return isCtrlOrMetaPressed ? { row: lastRow, column: lastColumn } : { row, column: lastColumn };
    default:
      return undefined;
  }
}
