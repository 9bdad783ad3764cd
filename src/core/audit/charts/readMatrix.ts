/** Who read what as a small matrix: actors by columns, with the strongest way in which a column was read. */
import type { ReadUse } from '../table/queryReads.ts';
import { plainText, type ReadRow } from '../table/whoReadWhat.ts';

/**
 * From weak to strong: nothing came back · only in a condition, or counted · masked, redacted or by the service's
 * default · in plain text.
 */
export const strengths = ['failed', 'condition', 'masked', 'clear'] as const;
export type Strength = (typeof strengths)[number];

export interface MatrixCell {
  readonly strength: Strength;
  /** Reads of that strength, or tries that failed; an event that reads a column in two ways counts for each. */
  readonly count: number;
}
export interface ReadMatrix {
  /** The most telling ones first. */
  readonly actors: readonly (string | undefined)[];
  readonly columns: readonly ReadColumn[];
  /** By actor, then by column; undefined where the one did not read the other. */
  readonly cells: readonly (readonly (MatrixCell | undefined)[])[];
  /** What is left out, so that it stays small. */
  readonly moreActors: number;
  readonly moreColumns: number;
}
interface ReadColumn {
  readonly tables: readonly string[];
  /** `*` for all, `` for rows counted. */
  readonly column: string;
}

const MAX_ACTORS = 16;
const MAX_COLUMNS = 20;
const keyOf = (of: ReadColumn): string => JSON.stringify([of.tables, of.column]);

function strengthOf({ read: { level, use }, counts }: ReadRow): Strength {
  if (counts.succeeded + counts.unknown === 0) return 'failed';
  if (use !== ('returned' satisfies ReadUse)) return 'condition';
  return level === plainText ? 'clear' : 'masked';
}

/** How often, by strength. */
type Weight = Record<Strength, number>;

/** Strong reads weigh more than any number of weaker ones. */
function heavier(a: Weight, b: Weight): number {
  const telling = strengths.findLast((strength) => a[strength] !== b[strength]);
  return telling === undefined ? 0 : b[telling] - a[telling];
}

/** The most telling `most` of the keys. */
function ranked<K>(weights: ReadonlyMap<K, Weight>, most: number): readonly K[] {
  return [...weights]
    .sort(([, a], [, b]) => heavier(a, b))
    .slice(0, most)
    .map(([key]) => key);
}

/** The matrix of the rows of who read what; queries that were not parsed are in none. */
export function readMatrix(rows: readonly ReadRow[]): ReadMatrix {
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
    const key = keyOf(read);
    columns.set(key, read);
    const ofActor = cells.get(actor) ?? new Map<string, MatrixCell>();
    cells.set(actor, ofActor);
    const strength = strengthOf(row);
    const count = strength === 'failed' ? counts.failed : counts.succeeded + counts.unknown;
    const cell = { strength, count };
    ofActor.set(key, stronger(ofActor.get(key), cell));
    add(weights.actors, actor, cell);
    add(weights.columns, key, cell);
  }
  const actors = ranked(weights.actors, MAX_ACTORS);
  const keys = ranked(weights.columns, MAX_COLUMNS);
  return {
    actors,
    columns: keys.flatMap((key) => columns.get(key) ?? []),
    cells: actors.map((actor) => keys.map((key) => cells.get(actor)?.get(key))),
    moreActors: cells.size - actors.length,
    moreColumns: columns.size - keys.length,
  };
}

/** The stronger of two; of the same strength both together. */
function stronger(a: MatrixCell | undefined, b: MatrixCell): MatrixCell {
  if (!a) return b;
  const by = strengths.indexOf(a.strength) - strengths.indexOf(b.strength);
  return by === 0 ? { ...a, count: a.count + b.count } : by > 0 ? a : b;
}
