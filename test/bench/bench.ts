/** What a benchmark gives: one entry for each figure an issue asks for. Files `*.bench.ts` export `default` a Bench. */
export interface BenchEntry {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  readonly target: number;
  readonly peers: readonly { readonly name: string; readonly value: number }[];
  readonly runs: number;
}
export type Bench = () => Promise<readonly BenchEntry[]>;

/** What a file `*.bench.ts` exports. */
export interface BenchModule {
  readonly default: Bench;
  /** True if the bench starts an editor or a database server. `bench --smoke` loads such a bench without running it. */
  readonly needsProgram?: boolean;
}

/** The environment variable that is `1` in the benches of `bench --smoke`. */
export const smokeVariable = 'VAULTSQL_BENCH_SMOKE';

/** Whether the benches only have to run, as by `bench --smoke`: their figures mean nothing then. */
export const isSmoke = process.env[smokeVariable] === '1';

/** Returns `full`, a size or a number of runs that is worth measuring; or `tiny` if the bench only has to run. */
export function sized(full: number, tiny: number): number {
  return isSmoke ? tiny : full;
}

/** The middle value; of an even count the lower of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest-rank quantile, `q` in 0..1. Throws on an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
  if (value === undefined) throw new Error('no values');
  return value;
}

/**
 * CPU time in milliseconds that this process spends in a synchronous call, on all its threads. Unlike elapsed time it
 * is nearly the same on a busy machine.
 */
export function cpuMilliseconds(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** One measurement of the product and one of its peer, directly after each other, so that both have the same load. */
export interface Pair<Ours, Peer = Ours> {
  readonly ours: Ours;
  readonly peer: Peer;
}

/**
 * Measures the product and its peer once. The product comes first in the pairs of an even index (from 0), the peer in
 * the others, because what comes second may find files in the system's cache.
 */
export async function measurePair<Ours, Peer>(
  index: number,
  measureOurs: () => Promise<Ours>,
  measurePeer: () => Promise<Peer>,
): Promise<Pair<Ours, Peer>> {
  if (index % 2 === 0) {
    const ours = await measureOurs();
    return { ours, peer: await measurePeer() };
  }
  const peer = await measurePeer();
  return { ours: await measureOurs(), peer };
}

/** The lowest and the highest value of the pairs, as peers of an entry: they show how far the pairs of a run differ. */
export function spreadOf(name: string, values: readonly number[]): BenchEntry['peers'] {
  return [
    { name: `lowest ${name} of a pair`, value: Math.min(...values) },
    { name: `highest ${name} of a pair`, value: Math.max(...values) },
  ];
}
