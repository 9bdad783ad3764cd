import { createMask, declaredColumns, type Mask, maskedRows } from '../../core/results/mask.ts';
import type { NumberedRows } from '../../core/results/rowStore.ts';
import type { MaskedSource } from '../../core/results/view.ts';
import type { Deps } from '../deps.ts';
import type { Run } from './run.ts';

export interface Masking {
  readonly mask: Mask;
  /** The rows with what is hidden now hidden. */
  readonly rows: MaskedSource;
  /** Whether values are hidden on this screen, but for single ones that were revealed. */
  on(): boolean;
  /** Hides again what was revealed, or reveals for a while; hides everything where nothing was to be hidden. */
  toggle(): void;
}

/** The mask of one result: by the settings, the environment and the columns that the statement reads. */
export function createMasking(deps: Deps, run: Run): Masking {
  const rows: NumberedRows = run.pager.result.rows;
  const { readNames, readOutputs } = deps.language();
  const outputs = readOutputs(run.statement);
  const unnamed = outputs.filter(({ name }) => name === undefined).flatMap(({ columns }) => columns);
  /** A column that the service named may be any of the expressions without a name. */
  const sourcesOf = (column: string): readonly string[] => {
    const known = outputs.filter(({ name }) => name?.toLowerCase() === column.toLowerCase());
    return known.length > 0 ? known.flatMap(({ columns }) => columns) : [column, ...unnamed];
  };
  const tables = readNames(run.statement).tables.map(({ name }) => name);
  const declared = declaredColumns(
    run.options.columns ?? [],
    tables.length > 0 ? tables : undefined,
    sourcesOf,
  );
  const mask = createMask({
    mode: deps.settings.maskValues(),
    environment: run.target.connection.environment,
    declared: (column) => declared(rows.columns[column] ?? ''),
    now: Date.now,
  });
  const covers = (): boolean => rows.columns.some((_, column) => mask.covers(column));
  let open = 0;
  const on = (): boolean => covers() && Date.now() >= open;
  return {
    mask,
    rows: maskedRows(rows, mask.hides),
    on,
    toggle() {
      if (on()) {
        mask.revealForAWhile();
        open = Date.now() + (mask.hidesAgainIn() ?? 0);
      } else {
        mask.hide();
        open = 0;
        if (!covers()) mask.setMode('all');
      }
    },
  };
}
