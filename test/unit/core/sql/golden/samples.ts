/**
 * The statements whose readings are held: the corpus, the fixtures, texts that make careless readers slow, and 20,000
 * drawn from a seed. None of it depends on the code under test.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { families } from '../../../../bench/sqlFamilies.ts';
import { Draw } from '../../../../proof/draw.ts';
import { Statements } from '../../../../proof/grammar.ts';
import { shapes } from '../../../../proof/shapes.ts';
import { foreignText } from '../../../../proof/textOf.ts';
import * as small from '../dialectText.ts';
import { dialectStatement } from '../generate.ts';
import * as draws from './draws.ts';
import { drawOptions, drawPolicies } from './options.ts';

export interface Sample {
  /** `d003` of the corpus, the file of a fixture, `constructs 4217`. */
  readonly id: string;
  readonly text: string;
  readonly options: CheckOptions;
}

const fixtures = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures');
const seed = 20_261_203;
export const blockSize = 100;

/** Those that are held one by one. */
export function fixedSamples(): Sample[] {
  const rows = readFileSync(join(fixtures, 'dialect.jsonl'), 'utf8').trim().split('\n');
  const corpus = rows.map((row) => JSON.parse(row) as { readonly id: string; readonly sql: string });
  const files = globSync('workspace/*.vaultsql', { cwd: fixtures }).sort();
  return [
    ...corpus.map(({ id, sql }) => ({ id, text: sql, options: {} })),
    ...files.map((file) => ({
      id: file.replaceAll('\\', '/'),
      text: readFileSync(join(fixtures, file), 'utf8').replaceAll('\r\n', '\n'),
      options: {},
    })),
    ...families.map(([name, make]) => ({ id: name, text: make(80), options: {} })),
    ...families
      .filter(([name]) => /nested subqueries|nested CASE|parentheses in FROM|WITH in WITH/.test(name))
      .map(([name, make]) => ({ id: `${name}, deep`, text: make(1200), options: {} })),
  ];
}

type Make = (draw: Draw) => string;
const texts = (arbitrary: fc.Arbitrary<string>, count: number): Make => {
  const drawn = fc.sample(arbitrary, { seed, numRuns: count });
  let next = 0;
  return () => drawn[next++ % count] ?? '';
};
const codes = Object.keys(shapes) as (keyof typeof shapes)[];

/** Any statement, before it is broken or laid out. */
const any: Make = (draw) =>
  draw.weighted<string>([
    [3, () => draws.construct(draw)],
    [1, () => draws.mixture(draw)],
    [2, () => draws.nested(draw)],
  ]);

/** Kinds of drawn statements with the number of each; both are part of the golden files. */
function kinds(): readonly (readonly [
  kind: string,
  count: number,
  make: Make,
  options?: typeof drawOptions,
])[] {
  const dialect = texts(dialectStatement, 2000);
  const again = texts(dialectStatement, 4000);
  return [
    ['dialect', 2000, dialect],
    ['small', 500, texts(small.dialectStatement, 500)],
    ['constructs', 4000, draws.construct],
    ['mixtures', 1200, draws.mixture],
    ['nested', 2000, draws.nested],
    ['rewrites', 1800, (draw) => foreignText(draw, shapes[draw.from(codes)](new Statements(draw)))],
    ['policies', 1000, draws.policed, drawPolicies],
    ['writes', 1000, draws.write],
    ['broken', 4000, (draw) => draws.broken(draw, draw.chance(0.5) ? again(draw) : any(draw))],
    ['layout', 1000, (draw) => (draw.chance(0.5) ? draws.spaced(draw) : draws.laidOut(draw, any(draw)))],
    ['several', 1000, (draw) => draws.several(draw, () => (draw.chance(0.3) ? again(draw) : any(draw)))],
    ['texts', 500, texts(small.anyText, 500)],
  ];
}

/** 20,000 of them; each kind fills whole blocks. */
export const drawnSamples = (): Sample[] =>
  kinds().flatMap(([kind, count, make, settings = drawOptions], which) =>
    Array.from({ length: count }, (_, index) => {
      const draw = new Draw(seed + which * 1_000_003 + index * 7919);
      const options = settings(draw);
      return { id: `${kind} ${index}`, text: make(draw), options };
    }),
  );
