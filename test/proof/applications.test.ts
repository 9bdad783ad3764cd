import assert from 'node:assert/strict';
import type { PGlite } from '@electric-sql/pglite';
import {
  findRewritesInRange,
  fixAll,
  type Rewrite,
  type RewriteCode,
} from '../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import type { Finding } from '../../src/core/sql/lint/findings.ts';
import { applyEdits } from '../../src/core/sql/syntax/ranges.ts';
import { Draw } from './draw.ts';
import { equalRows } from './engine.ts';
import { Statements } from './grammar.ts';
import { createRandomTables, outcomeOf } from './randomEngine.ts';
import { besideFullJoin, shapes } from './shapes.ts';
import { foreignText, ownText } from './textOf.ts';

const isLong = process.env.VAULTSQL_LONG !== undefined;
// Applications of each rewrite; a release is tested with the larger number, of a seed of its own.
const wanted = isLong ? 3000 : 40;
const seed = Number(process.env.VAULTSQL_SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));

const all = Object.entries({ ...shapes, blank: shapes.comparison }) as [RewriteCode, (typeof shapes)['in']][];
/** How often a gap between tokens is a no-break space. */
const oddBlanks = (draw: Draw, code: RewriteCode): number =>
  code === 'blank' ? 0.1 : draw.chance(0.1) ? 0.05 : 0;
const rewritesOf = (text: string, code: RewriteCode): Rewrite[] =>
  findRewritesInRange(text, { start: 0, end: text.length })
    .flatMap(({ rewrites }) => rewrites)
    .filter((rewrite) => rewrite.code === code && (rewrite.effect !== 'choice' || equalRows.has(code)));

const isForeign = ({ construct, reason }: Finding): boolean =>
  construct === '==' ||
  construct === 'TOP' ||
  /^(?:limit-comma|backtick|typographic-quote|invisible-character)$/.test(reason ?? '');

describe(`random statements on PostgreSQL (seed ${seed})`, () => {
  let engine: PGlite;
  before(async () => {
    engine = await createRandomTables();
  });
  after(() => engine.close());

  describe('each rewrite', () => {
    async function same(code: RewriteCode, one: string, other: string): Promise<void> {
      // DISTINCT returns any one of equal rows, which may have other digits.
      const equalNumbers = equalRows.has(code) || code === 'remove-distinct';
      const before = await outcomeOf(engine, one, { equalNumbers });
      const after = await outcomeOf(engine, other, { equalNumbers });
      // What was asked for and is removed may be what PostgreSQL refused.
      if (code.startsWith('remove-') && before[0] === 'error') return;
      const kept = (rows: string[]): string[] => (code === 'remove-distinct' ? [...new Set(rows)] : rows);
      assert.deepEqual(kept(after), kept(before), `${one}\n${other}`);
    }

    const beside = Object.entries(besideFullJoin) as (typeof all)[number][];
    const proofs = [
      ...all.map(([code, shape]) => ({ title: code, code, shape })),
      ...beside.map(([code, shape]) => ({ title: `${code} beside a FULL JOIN`, code, shape })),
    ];
    for (const { title, code, shape } of proofs) {
      it(`${title}: ${wanted} applications, the same rows and the same errors`, async () => {
        const draw = new Draw(seed);
        let made = 0;
        let compared = 0;
        for (let tries = 0; made < wanted || compared < wanted / 20; tries++) {
          assert.ok(tries < 60 * wanted, `${made} applications to ${tries} statements, ${compared} compared`);
          const drawn = shape(new Statements(draw));
          let text = foreignText(draw, drawn, oddBlanks(draw, code));
          let rewrites = rewritesOf(text, code);
          if (rewrites[0]?.effect !== 'spelling') {
            for (const { edits } of rewrites) await same(code, text, applyEdits(text, edits));
            made += rewrites.length;
            compared += rewrites.length;
            continue;
          }
          for (let first: Rewrite | undefined = rewrites[0]; first; first = rewrites[0]) {
            text = applyEdits(text, first.edits);
            rewrites = rewritesOf(text, code);
            made++;
          }
          // PostgreSQL itself has the other spelling, once no foreign one is left.
          if (checkText(text).some(isForeign)) continue;
          await same(code, ownText(drawn), text);
          compared++;
        }
      });
    }
  });

  describe('“Rewrite all”', () => {
    it('gives the same rows and the same errors', async () => {
      const draw = new Draw(seed);
      for (const [code, shape] of all) {
        for (let i = 0; i < wanted / 2; i++) {
          const text = foreignText(draw, shape(new Statements(draw)), oddBlanks(draw, code));
          const fixed = applyEdits(text, fixAll(text));
          if (fixed === text || checkText(text).some(isForeign)) continue;
          assert.deepEqual(
            await outcomeOf(engine, fixed),
            await outcomeOf(engine, text),
            `${text}\n${fixed}`,
          );
        }
      }
    });

    it('never leaves an error or a warning that the statement did not have, nor one more often', () => {
      const draw = new Draw(seed);
      for (const [code, shape] of all) {
        for (let i = 0; i < wanted; i++) {
          const text = foreignText(draw, shape(new Statements(draw)), oddBlanks(draw, code));
          const fixed = applyEdits(text, fixAll(text));
          const [before, after] = [problems(text), problems(fixed)];
          const added = [...after].filter(([key, count]) => count > (before.get(key) ?? 0));
          assert.deepEqual(added, [], `${text}\n${fixed}`);
        }
      }
    });
  });
});

/** How often there is each error and warning. */
function problems(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, construct, severity } of checkText(text)) {
    if (severity !== 'error' && severity !== 'warning') continue;
    counts.set(`${code} ${construct}`, (counts.get(`${code} ${construct}`) ?? 0) + 1);
  }
  return counts;
}
