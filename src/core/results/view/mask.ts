/**
 * Which values are hidden on screen, in copies and in exports until the person reveals them: for sharing a screen, not
 * against the person who runs the query. Rows are named by their number in the result and columns by their index, so that
 * sorting and loading more reveal nothing else.
 */
import type { Environment } from '../../service/connections/connections.ts';
import type { Names } from '../../sql/analysis/names.ts';
import type { OutputColumn } from '../../sql/analysis/outputs.ts';
import type { ColumnPolicy } from '../../sql/dialect/schema.ts';
import type { NumberedRows } from '../loading/rowStore.ts';
import { type MaskedSource, maskSource } from './view.ts';

/** The setting `vaultsql.results.maskValues`. */
export type MaskMode = 'declared' | 'all' | 'none';

/** How long "reveal for a while" lasts; and any revealing on a production connection. */
export const REVEAL_MS = 30_000;

/** What holds where nothing was set: on production everything, else what is declared. */
export const defaultMaskMode = (environment: Environment): MaskMode =>
  environment === 'production' ? 'all' : 'declared';

interface MaskOptions {
  /** What the person set, undefined where they set nothing. */
  readonly mode: MaskMode | undefined;
  readonly environment: Environment;
  /** Whether a column of the result is declared as one to mask. */
  readonly declared: (column: number) => boolean;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface Mask {
  /** Whether a value is hidden now. `rowNumber` counts in the result, from 1. */
  hides(rowNumber: number, column: number): boolean;
  /** `hides` as it is at this moment: for a copy of selected cells, which must not change while it is made. */
  frozen(): (rowNumber: number, column: number) => boolean;
  /**
   * As `frozen`, but as if nothing were revealed. A reveal is for the user's eyes and ends by itself, so nothing that
   * leaves the screen takes it over: no file, no comparison, no copy of more than the selection.
   */
  frozenWithoutReveals(): (rowNumber: number, column: number) => boolean;
  /** Whether values of the column would be hidden if nothing were revealed. */
  covers(column: number): boolean;
  revealCell(rowNumber: number, column: number): void;
  revealColumn(column: number): void;
  /** Everything, for `REVEAL_MS`. */
  revealForAWhile(): void;
  /** Everything hidden again. */
  hide(): void;
  setMode(mode: MaskMode): void;
  mode(): MaskMode;
  /** Milliseconds until something revealed is hidden again by itself; undefined where nothing will be. */
  hidesAgainIn(): number | undefined;
}

/** Never changed, only replaced: so that what is frozen stays as it was. */
interface State {
  readonly mode: MaskMode;
  readonly allUntil: number;
  /** Until when; keys are `column` and `row number:column`. */
  readonly revealed: ReadonlyMap<string, number>;
}

export function createMask(options: MaskOptions): Mask {
  const { environment, now } = options;
  const declaredKnown: boolean[] = [];
  const nothing = (mode: MaskMode): State => ({ mode, allUntil: 0, revealed: new Map() });
  let current = nothing(options.mode ?? defaultMaskMode(environment));

  const declared = (column: number): boolean => {
    declaredKnown[column] ??= options.declared(column);
    return declaredKnown[column];
  };
  const coversIn = ({ mode }: State, column: number): boolean =>
    mode === 'all' || (mode === 'declared' && declared(column));
  const hidesIn = (state: State, at: number, rowNumber: number, column: number): boolean => {
    if (!coversIn(state, column) || state.allUntil > at) return false;
    if (state.revealed.size === 0) return true;
    const isOpen = (key: string): boolean => (state.revealed.get(key) ?? 0) > at;
    return !isOpen(`${column}`) && !isOpen(`${rowNumber}:${column}`);
  };
  const reveal = (key: string): void => {
    // On production nothing stays revealed on a screen that its owner has left.
    const until = environment === 'production' ? now() + REVEAL_MS : Number.POSITIVE_INFINITY;
    current = { ...current, revealed: new Map(current.revealed).set(key, until) };
  };

  return {
    covers: (column) => coversIn(current, column),
    hides: (rowNumber, column) => hidesIn(current, now(), rowNumber, column),
    frozen() {
      const [state, at] = [current, now()];
      return (rowNumber, column) => hidesIn(state, at, rowNumber, column);
    },
    frozenWithoutReveals() {
      const state = current;
      return (_rowNumber, column) => coversIn(state, column);
    },
    revealCell: (rowNumber, column) => reveal(`${rowNumber}:${column}`),
    revealColumn: (column) => reveal(`${column}`),
    revealForAWhile() {
      current = { ...current, allUntil: now() + REVEAL_MS };
    },
    hide() {
      current = nothing(current.mode);
    },
    setMode(mode) {
      current = nothing(mode);
    },
    mode: () => current.mode,
    hidesAgainIn() {
      const ends = [current.allUntil, ...current.revealed.values()].filter(
        (at) => at > now() && Number.isFinite(at),
      );
      return ends.length === 0 ? undefined : Math.min(...ends) - now();
    },
  };
}

/** Rows with what `hides` says hidden: `mask.hides` for what is on screen, or one of the mask's frozen states. */
export function maskedRows(
  rows: NumberedRows,
  hides: (rowNumber: number, column: number) => boolean,
): MaskedSource {
  return maskSource(rows, (row, column) => hides(rows.numberOf(row), column));
}

/**
 * The test for declared columns. `tables` are those that the statement names, undefined where that is not known: then
 * every table's policies count. `sourcesOf` gives the columns that a column of the result is made of, for one that is
 * renamed or computed; names compare without regard to case, and a table's name before a point is left out.
 */
export function declaredColumns(
  policies: readonly ColumnPolicy[],
  tables: readonly string[] | undefined,
  sourcesOf: (column: string) => readonly string[] = (column) => [column],
): (column: string) => boolean {
  const within = tables && new Set(tables.map(bare));
  const names = new Set(
    policies
      .filter(({ masked, table }) => masked && (!within || within.has(bare(table))))
      .map((policy) => bare(policy.column)),
  );
  return (column) => [column, ...sourcesOf(column)].some((name) => names.has(bare(name)));
}

/**
 * The columns that a column of the result may be made of: `outputs` are those of the SELECT list. A name that may be
 * any column of a table may be any of the columns with a policy.
 */
export function resultSources(
  outputs: readonly OutputColumn[],
  { anyColumn, labels }: Pick<Names, 'anyColumn' | 'labels'>,
  policies: readonly ColumnPolicy[],
): (column: string) => readonly string[] {
  const unnamed = outputs.filter(({ name }) => name === undefined).flatMap(({ columns }) => columns);
  const any = new Set(anyColumn.map((name) => name.toLowerCase()));
  const every = policies.map(({ column }) => column);
  const columnsOf = labelIndex(labels);
  return (column) => {
    const known = outputs.filter(({ name }) => name !== undefined && isShownAs(name, column));
    // A column that the service named may be any of the expressions without a name.
    const sources = new Set(
      known.length > 0 ? known.flatMap(({ columns }) => columns) : [column, ...unnamed],
    );
    // A set gives what is added to it on the way.
    for (const source of sources) {
      for (const further of columnsOf.get(source.toLowerCase()) ?? []) sources.add(further);
    }
    return [...sources].some((name) => any.has(name.toLowerCase())) ? [...sources, ...every] : [...sources];
  };
}

function labelIndex(labels: Names['labels']): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { name, columns } of labels) {
    const known = index.get(name.toLowerCase());
    if (known) known.push(...columns);
    else index.set(name.toLowerCase(), [...columns]);
  }
  return index;
}

/** No name of 20 UTF-16 code units has more than the 63 bytes that PostgreSQL keeps of a name. */
const surelyWhole = 20;
/** Whether a result may call a column so that has this alias: PostgreSQL cuts long ones. */
function isShownAs(alias: string, column: string): boolean {
  const [whole, shown] = [alias.toLowerCase(), column.toLowerCase()];
  return whole === shown || (shown.length > surelyWhole && whole.startsWith(shown));
}

const bare = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
