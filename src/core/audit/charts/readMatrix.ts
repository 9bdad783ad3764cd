import type { ReadUse } from '../table/queryReads.ts';
import { plainTextLevel, type ReadRow } from '../table/whoReadWhat.ts';

/**
 * How an actor read a column, from weak to strong. `failed`: all requests failed. `condition`: not returned, but used
 * in a condition or to count rows. `masked`: returned, but not requested as plain text. `clear`: requested as plain
 * text.
 */
export const strengths = ['failed', 'condition', 'masked', 'clear'] as const;
export type Strength = (typeof strengths)[number];

export interface MatrixCell {
  readonly strength: Strength;
  readonly count: number;
}
export interface ReadMatrix {
  readonly actors: readonly (string | undefined)[];
  readonly columns: readonly ReadColumn[];
  readonly cells: readonly (readonly (MatrixCell | undefined)[])[];
  readonly moreActors: number;
  readonly moreColumns: number;
}
interface ReadColumn {
  readonly tables: readonly string[];
  /** Name of the column; `*` for all columns, empty if no column was read, as in `SELECT count(*)`. */
  readonly column: string;
}

const MAX_ACTORS = 16;
const MAX_COLUMNS = 20;
const createColumnKey = (of: ReadColumn): string => JSON.stringify([of.tables, of.column]);

function classifyReadStrength({ read: { level, use }, counts }: ReadRow): Strength {
  if (counts.succeeded + counts.unknown === 0) return 'failed';
  if (use !== ('returned' satisfies ReadUse)) return 'condition';
  return level === plainTextLevel ? 'clear' : 'masked';
}

type Weight = Record<Strength, number>;

/** Compares two weights for sorting, heavier first. A read of a stronger kind outweighs any number of weaker ones. */
function compareWeights(a: Weight, b: Weight): number {
  const telling = strengths.findLast((strength) => a[strength] !== b[strength]);
  return telling === undefined ? 0 : b[telling] - a[telling];
}

function topRanked<K>(weights: ReadonlyMap<K, Weight>, most: number): readonly K[] {
  return [...weights]
    .sort(([, a], [, b]) => compareWeights(a, b))
    .slice(0, most)
    .map(([key]) => key);
}

/**
 * Creates the matrix for the rows of "who read what", limited to the actors and columns with the strongest reads. A
 * cell counts only the reads of its strongest kind.
 */
export function createReadMatrix(rows: readonly ReadRow[]): ReadMatrix {
  const cells = new Map<string | undefined, Map<string, MatrixCell>>();
  const columns = new Map<string, ReadColumn>();
  const weights = { actors: new Map<string | undefined, Weight>(), columns: new Map<string, Weight>() };
  const add = <K>(to: Map<K, Weight>, key: K, { strength, count }: MatrixCell): void => {
    const weight = to.get(key) ?? { failed: 0, condition: 0, masked: 0, clear: 0 };
    weight[strength] += count;
    to.set(key, weight);
  };
  for (const row of rows) {
    const { actor, counts, read } = row;
    const key = createColumnKey(read);
    columns.set(key, read);
    const ofActor = cells.get(actor) ?? new Map<string, MatrixCell>();
    cells.set(actor, ofActor);
    const strength = classifyReadStrength(row);
    const count = strength === 'failed' ? counts.failed : counts.succeeded + counts.unknown;
    const cell = { strength, count };
    ofActor.set(key, pickStrongerOrMergeCells(ofActor.get(key), cell));
    add(weights.actors, actor, cell);
    add(weights.columns, key, cell);
  }
  const actors = topRanked(weights.actors, MAX_ACTORS);
  const keys = topRanked(weights.columns, MAX_COLUMNS);
  return {
    actors,
    columns: keys.flatMap((key) => columns.get(key) ?? []),
    cells: actors.map((actor) => keys.map((key) => cells.get(actor)?.get(key))),
    moreActors: cells.size - actors.length,
    moreColumns: columns.size - keys.length,
  };
}

function pickStrongerOrMergeCells(a: MatrixCell | undefined, b: MatrixCell): MatrixCell {
  if (!a) return b;
  const by = strengths.indexOf(a.strength) - strengths.indexOf(b.strength);
  return by === 0 ? { ...a, count: a.count + b.count } : by > 0 ? a : b;
}
