/** Gives a reader many texts, more of those that got further than any before. */
import { startCoverage } from './coverage.ts';
import { createRandom, mutate } from './mutate.ts';

export interface Target {
  readonly name: string;
  /** Right ones, to begin with. */
  readonly seeds: readonly string[];
  /** What means something to the reader. */
  readonly words: readonly string[];
  /** Reads a text. Throws, or rejects, only where something is wrong with the reader. */
  readonly read: (text: string) => unknown;
}

export interface Fuzzed {
  readonly inputs: number;
  /** Texts that reached something new, the seeds among them. */
  readonly corpus: number;
  /** Blocks of the sources that were reached. */
  readonly blocks: number;
  readonly slowestMs: number;
}

/** Texts between two looks at what was reached: a look takes as long as some hundred short texts. */
const FEW = 100;
/** Once so many are kept, little is new, and looks would take most of the time. */
const MAX_CORPUS = 2000;
const MANY = 1000;
/** No text of a few thousand characters may take longer. */
const MAX_MS = 2000;

export async function fuzz(
  { name, seeds, words, read }: Target,
  inputs: number,
  seed: number,
): Promise<Fuzzed> {
  const random = createRandom(seed);
  const coverage = startCoverage();
  const corpus = [...seeds];
  let blocks = 0;
  let slowestMs = 0;
  const one = async (text: string): Promise<void> => {
    const began = performance.now();
    try {
      await read(text);
    } catch (error) {
      throw new Error(`${name} (seed ${seed}) threw on ${JSON.stringify(text)}`, { cause: error });
    }
    const took = performance.now() - began;
    slowestMs = Math.max(slowestMs, took);
    if (took > MAX_MS) throw new Error(`${name} (seed ${seed}) took ${took} ms on ${JSON.stringify(text)}`);
  };
  const runAll = async (texts: readonly string[]): Promise<number> => {
    for (const text of texts) await one(text);
    const news = coverage.news();
    blocks += news;
    return news;
  };
  const draw = (): string => {
    const any = (): string => corpus[Math.floor(random() * corpus.length)] ?? '';
    // The latest finds are where something is left to find.
    const recent = corpus[corpus.length - 1 - Math.floor(random() * Math.min(8, corpus.length))] ?? '';
    return mutate(random() < 0.3 ? recent : any(), any(), words, random);
  };
  try {
    await runAll(seeds);
    for (let left = inputs - seeds.length; left > 0; ) {
      const texts = Array.from({ length: Math.min(left, corpus.length < MAX_CORPUS ? FEW : MANY) }, draw);
      left -= texts.length;
      if ((await runAll(texts)) > 0 && corpus.length < MAX_CORPUS) corpus.push(...texts);
    }
    return { inputs, corpus: corpus.length, blocks, slowestMs };
  } finally {
    coverage.close();
  }
}
