import type { NumberedRows } from '../../../core/results/loading/rowStore.ts';
import {
  createMask,
  declaredColumns,
  type Mask,
  type MaskMode,
  maskedRows,
  REVEAL_MS,
  resultSources,
} from '../../../core/results/view/mask.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Deps } from '../../app/deps.ts';
import type { Run } from '../../query/run.ts';

export interface Masking {
  readonly mask: Mask;
  /** The rows with what is hidden now hidden. */
  readonly rows: MaskedSource;
  /** Whether values are hidden on this screen, but for single ones that were revealed. */
  on(): boolean;
  /** Whether a column is hidden, but for single values that were revealed. */
  hidesColumn(column: number): boolean;
  /**
   * Hides again what was revealed, or reveals for a while. Where nothing was to be hidden it hides everything, and at
   * the next press nothing again.
   */
  toggle(): void;
}

/** The mask of one result: by the settings, the environment and the columns that the statement reads. */
export function createMasking({ settings }: Pick<Deps, 'settings'>, run: Run, rows: NumberedRows): Masking {
  const policies = run.options.columns ?? [];
  const { names, outputs } = run.query;
  const { tables } = names;
  const declared = declaredColumns(
    policies,
    tables.length > 0 ? tables.map(({ name }) => name) : undefined,
    resultSources(outputs, names, policies),
  );
  const mask = createMask({
    mode: settings.maskValues(),
    environment: run.target.connection.environment,
    declared: (column) => declared(rows.columns[column] ?? ''),
    now: Date.now,
  });
  const covers = (): boolean => rows.columns.some((_, column) => mask.covers(column));
  let open = 0;
  /** What was to be hidden before everything was, at a press. */
  let modeBefore: MaskMode | undefined;
  const on = (): boolean => covers() && Date.now() >= open;
  return {
    mask,
    rows: maskedRows(rows, mask.hides),
    on,
    // No row has this number, so none that was revealed alone.
    hidesColumn: (column) => mask.hides(-1, column),
    toggle() {
      if (on() && modeBefore) {
        mask.setMode(modeBefore);
        modeBefore = undefined;
      } else if (on()) {
        mask.revealForAWhile();
        open = Date.now() + REVEAL_MS;
      } else {
        mask.hide();
        open = 0;
        if (covers()) return;
        modeBefore = mask.mode();
        mask.setMode('all');
      }
    },
  };
}
