/**
 * Decides which values are masked until the user reveals them. This protects against other people who see the screen,
 * not against the user who runs the query.
 */
import type { Environment } from '../../service/connections/connections.ts';
import type { Names } from '../../sql/analysis/names.ts';
import type { OutputColumn } from '../../sql/analysis/outputs.ts';
import type { ColumnPolicy } from '../../sql/dialect/schema.ts';
import type { NumberedRows } from '../loading/rowStore.ts';
import { type MaskedSource, maskSource } from './view.ts';

export type MaskMode = 'declared' | 'all' | 'none';

/**
 * Milliseconds until values are masked again after `revealAllTemporarily`, or after a value or a column was revealed on
 * a production connection.
 */
export const REVEAL_MS = 30_000;

export const defaultMaskMode = (environment: Environment): MaskMode =>
  environment === 'production' ? 'all' : 'declared';

interface MaskOptions {
  readonly mode: MaskMode | undefined;
  readonly environment: Environment;
  readonly isDeclared: (column: number) => boolean;
  readonly now: () => number;
}

export interface Mask {
  /**
   * Whether the mask hides the value at a position now. The value itself is not examined: NULL and absent values make
   * no difference. `rowNumber` is the number of the row in the whole result, from 1; `column` is the column index, from
   * 0.
   */
  hides(rowNumber: number, column: number): boolean;
  /**
   * Returns a test like `hides`, but for the present state and time. Its results do not change during work such as
   * copying or sorting, which takes several turns of the event loop.
   */
  createSnapshotTest(): (rowNumber: number, column: number) => boolean;
  /**
   * Returns a test like `hides` for the present mode that ignores what the user revealed, for example for an export.
   */
  createUnrevealedTest(): (rowNumber: number, column: number) => boolean;
  /** Whether values of the column are masked as long as nothing is revealed. */
  coversColumn(column: number): boolean;
  revealCell(rowNumber: number, column: number): void;
  revealColumn(column: number): void;
  revealAllTemporarily(): void;
  hideAll(): void;
  setMode(mode: MaskMode): void;
  mode(): MaskMode;
  msUntilNextHide(): number | undefined;
}

interface State {
  readonly mode: MaskMode;
  readonly allUntil: number;
  readonly revealed: ReadonlyMap<string, number>;
}

export function createMask(options: MaskOptions): Mask {
  const { environment, now } = options;
  const isDeclaredCache: boolean[] = [];
  const createState = (mode: MaskMode): State => ({ mode, allUntil: 0, revealed: new Map() });
  let current = createState(options.mode ?? defaultMaskMode(environment));

  const isDeclaredColumn = (column: number): boolean => {
    isDeclaredCache[column] ??= options.isDeclared(column);
    return isDeclaredCache[column];
  };
  const isCoveredIn = ({ mode }: State, column: number): boolean =>
    mode === 'all' || (mode === 'declared' && isDeclaredColumn(column));
  const isHiddenIn = (state: State, at: number, rowNumber: number, column: number): boolean => {
    if (!isCoveredIn(state, column) || state.allUntil > at) return false;
    if (state.revealed.size === 0) return true;
    const isRevealed = (key: string): boolean => (state.revealed.get(key) ?? 0) > at;
    return !isRevealed(`${column}`) && !isRevealed(`${rowNumber}:${column}`);
  };
  const reveal = (key: string): void => {
    // On production, values are masked again after a while, because the user may leave the screen.
    const until = environment === 'production' ? now() + REVEAL_MS : Number.POSITIVE_INFINITY;
    current = { ...current, revealed: new Map(current.revealed).set(key, until) };
  };

  return {
    coversColumn: (column) => isCoveredIn(current, column),
    hides: (rowNumber, column) => isHiddenIn(current, now(), rowNumber, column),
    createSnapshotTest() {
      const [state, at] = [current, now()];
      return (rowNumber, column) => isHiddenIn(state, at, rowNumber, column);
    },
    createUnrevealedTest() {
      const state = current;
      return (_rowNumber, column) => isCoveredIn(state, column);
    },
    revealCell: (rowNumber, column) => reveal(`${rowNumber}:${column}`),
    revealColumn: (column) => reveal(`${column}`),
    revealAllTemporarily() {
      current = { ...current, allUntil: now() + REVEAL_MS };
    },
    hideAll() {
      current = createState(current.mode);
    },
    setMode(mode) {
      current = createState(mode);
    },
    mode: () => current.mode,
    msUntilNextHide() {
      const ends = [current.allUntil, ...current.revealed.values()].filter(
        (at) => at > now() && Number.isFinite(at),
      );
      return ends.length === 0 ? undefined : Math.min(...ends) - now();
    },
  };
}

export function maskRows(
  rows: NumberedRows,
  hides: (rowNumber: number, column: number) => boolean,
): MaskedSource {
  return maskSource(rows, (row, column) => hides(rows.rowNumberOf(row), column));
}

/**
 * Returns a function that returns whether a column of the result, given by its name, is declared as masked or may
 * contain values of such a column. `tables` are the tables that the statement names; undefined if unknown. `sourcesOf`
 * returns the names of the columns from which a column of the result may be computed.
 */
export function createDeclaredColumnTest(
  policies: readonly ColumnPolicy[],
  tables: readonly string[] | undefined,
  sourcesOf: (column: string) => readonly string[] = (column) => [column],
): (column: string) => boolean {
  const within = tables && new Set(tables.map(removeTableName));
  const names = new Set(
    policies
      .filter(({ masked, table }) => masked && (!within || within.has(removeTableName(table))))
      .map((policy) => removeTableName(policy.column)),
  );
  return (column) => [column, ...sourcesOf(column)].some((name) => names.has(removeTableName(name)));
}

/**
 * Returns a function that returns whether a column of a query's result, given by its name, is declared as masked or may
 * contain values of such a column.
 */
export function createDeclaredColumnTestOfQuery(
  { names, outputs }: { readonly names: Names; readonly outputs: readonly OutputColumn[] },
  policies: readonly ColumnPolicy[],
): (column: string) => boolean {
  const { tables } = names;
  return createDeclaredColumnTest(
    policies,
    tables.length > 0 ? tables.map(({ name }) => name) : undefined,
    createSourceColumnLookup(outputs, names, policies),
  );
}

/**
 * Returns a function that returns the names of the columns from which a column of the result, given by its name, may be
 * computed. `outputs` are the columns of the SELECT list. All columns in `policies` are included if any column of a
 * table may be meant.
 */
export function createSourceColumnLookup(
  outputs: readonly OutputColumn[],
  { anyColumnNames: anyColumn, labels }: Pick<Names, 'anyColumnNames' | 'labels'>,
  policies: readonly ColumnPolicy[],
): (column: string) => readonly string[] {
  const unnamed = outputs.filter(({ name }) => name === undefined).flatMap(({ columns }) => columns);
  const any = new Set(anyColumn.map((name) => name.toLowerCase()));
  const every = policies.map(({ column }) => column);
  const columnsOf = indexLabels(labels);
  return (column) => {
    const known = outputs.filter(({ name }) => name !== undefined && mayBeColumnOfAlias(name, column));
    // A column that the service named may be any of the expressions without a name.
    const sources = new Set(
      known.length > 0 ? known.flatMap(({ columns }) => columns) : [column, ...unnamed],
    );
    // A loop over a set also visits the elements that are added during the loop.
    for (const source of sources) {
      for (const further of columnsOf.get(source.toLowerCase()) ?? []) sources.add(further);
    }
    return [...sources].some((name) => any.has(name.toLowerCase())) ? [...sources, ...every] : [...sources];
  };
}

function indexLabels(labels: Names['labels']): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { name, columns } of labels) {
    const known = index.get(name.toLowerCase());
    if (known) known.push(...columns);
    else index.set(name.toLowerCase(), [...columns]);
  }
  return index;
}

/**
 * Minimum length in UTF-8 bytes of a truncated name. PostgreSQL truncates a name after the last whole character within
 * 63 bytes, and a character has at most four.
 */
const MIN_TRUNCATED_BYTES = 60;
function mayBeColumnOfAlias(alias: string, column: string): boolean {
  const [whole, shown] = [alias.toLowerCase(), column.toLowerCase()];
  return whole === shown || (countUtf8Bytes(column) >= MIN_TRUNCATED_BYTES && whole.startsWith(shown));
}

function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const removeTableName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
