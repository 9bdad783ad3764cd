import type { NumberedRows } from '../../../core/results/loading/rowStore.ts';
import {
  createDeclaredColumnTestOfQuery,
  createMask,
  type Mask,
  type MaskMode,
  maskRows,
  REVEAL_MS,
} from '../../../core/results/view/mask.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Deps } from '../../app/deps.ts';
import type { Run } from '../../query/run.ts';

export interface Masking {
  readonly mask: Mask;
  readonly rows: MaskedSource;
  /** Whether the mask covers at least one column and `toggle` has not revealed all values for now. */
  isOn(): boolean;
  /** Whether the values of a column (0-based index) are masked, apart from single values that were revealed. */
  isColumnMasked(column: number): boolean;
  /** Returns the indices (0-based) of the masked columns. */
  listMaskedColumns(): readonly number[];
  /**
   * Reveals all values for `REVEAL_MS` milliseconds or, if `toggle` has already revealed them, masks them again. If the
   * current mode masks no column, masks all columns instead; the next call then restores that mode.
   */
  toggle(): void;
}

export function createMasking({ settings }: Pick<Deps, 'settings'>, run: Run, rows: NumberedRows): Masking {
  const declared = createDeclaredColumnTestOfQuery(run.query, run.options.columns ?? []);
  const mask = createMask({
    mode: settings.maskMode(),
    environment: run.target.connection.environment,
    isDeclared: (column) => declared(rows.columns[column] ?? ''),
    now: Date.now,
  });
  const coversAnyColumn = (): boolean => rows.columns.some((_, column) => mask.coversColumn(column));
  let revealedUntil = 0;
  let modeBefore: MaskMode | undefined;
  const isOn = (): boolean => coversAnyColumn() && Date.now() >= revealedUntil;
  // No row has the number -1, so single values that were revealed make no difference.
  const isColumnMasked = (column: number): boolean => mask.hides(-1, column);
  return {
    mask,
    rows: maskRows(rows, mask.hides),
    isOn,
    isColumnMasked,
    listMaskedColumns: () => [...rows.columns.keys()].filter(isColumnMasked),
    toggle() {
      if (isOn() && modeBefore) {
        mask.setMode(modeBefore);
        modeBefore = undefined;
      } else if (isOn()) {
        mask.revealAllTemporarily();
        revealedUntil = Date.now() + REVEAL_MS;
      } else {
        mask.hideAll();
        revealedUntil = 0;
        if (coversAnyColumn()) return;
        modeBefore = mask.mode();
        mask.setMode('all');
      }
    },
  };
}
