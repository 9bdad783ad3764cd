/**
 * How fast the dialect check is, bundled and minified as it ships, beside PostgreSQL's own parser and node-sql-parser
 * on the same text.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { loadModule, parseSync } from 'libpg-query';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import type * as check from '../../src/core/sql/lint/check.ts';
import { type Bench, type BenchEntry, median } from './bench.ts';
import { families } from './sqlFamilies.ts';

const runs = 15;
const now = (): number => performance.now();

/** Median milliseconds of `runs` calls after as many to warm up. */
function time(call: () => unknown, warmUp = runs, count = runs): number {
  for (let i = 0; i < warmUp; i++) call();
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = now();
    call();
    times.push(now() - start);
  }
  return median(times);
}

/** Statements as people write them: all in the dialect, so that every parser reads all of them. */
export function thousandStatements(): string {
  const shapes = [
    (i: number) => `SELECT * FROM persons WHERE id = ${i} LIMIT 25;`,
    (i: number) =>
      `SELECT name, email, REDACTION(ssn, 'MASKED') FROM persons WHERE state = 'S${i}' AND age > 21;`,
    (i: number) =>
      `SELECT p.name, c.brand\nFROM persons AS p\nJOIN credit_cards c ON c.person_id = p.id\nWHERE p.income < ${i}\nOFFSET 25;`,
    (i: number) => `-- statement ${i}\nSELECT COUNT(*), AVG(income) FROM persons WHERE NOT city IS NULL;`,
    (i: number) =>
      `SELECT id FROM consents WHERE (purpose = 'a${i}' OR purpose LIKE 'b%') AND granted IS NOT NULL;`,
  ];
  return Array.from({ length: 1000 }, (_, i) => shapes[i % shapes.length]?.(i) ?? '').join('\n');
}

/** The check as it ships, and its size. */
async function shippedCheck(): Promise<{ checkText: typeof check.checkText; kilobytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'vaultsql-check-'));
  const outfile = join(folder, 'check.mjs');
  try {
    await build({
      entryPoints: ['src/core/sql/lint/check.ts'],
      bundle: true,
      minify: true,
      outfile,
      format: 'esm',
      logLevel: 'warning',
    });
    const { checkText } = (await import(pathToFileURL(outfile).href)) as typeof check;
    return { checkText, kilobytes: (await stat(outfile)).size / 1024 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function milliseconds(call: () => unknown): number {
  const start = now();
  call();
  return now() - start;
}

/**
 * The worst ratio of 1 MB to half of it over all families, of the medians of runs in turn, so that another program's
 * load falls on both; a pair that looks bad is measured further.
 */
function worstRatio(checkText: typeof check.checkText): { ratio: number; family: string } {
  let worst = { ratio: 0, family: '' };
  for (const [family, make] of families) {
    const half = make(500_000);
    const whole = make(1_000_000);
    const small: number[] = [];
    const large: number[] = [];
    let ratio = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 5 || (run < 25 && ratio > 2.05); run++) {
      small.push(milliseconds(() => checkText(half)));
      large.push(milliseconds(() => checkText(whole)));
      ratio = median(large) / median(small);
    }
    if (ratio > worst.ratio) worst = { ratio, family };
  }
  return worst;
}

const bench: Bench = async () => {
  await loadModule();
  const { checkText, kilobytes } = await shippedCheck();
  const parser = new sqlParser.Parser();
  const text = thousandStatements();
  const statements = text.split(';\n');
  const entries: BenchEntry[] = [];
  const add = (
    id: string,
    what: string,
    value: number,
    unit: string,
    target: number,
    peers: BenchEntry['peers'] = [],
    count = runs,
  ): void => {
    entries.push({ id, what, value, unit, better: 'lower', target, peers, runs: count });
  };

  const postgres = time(() => parseSync(text), 3, 7);
  const other = time(
    () => {
      for (const statement of statements)
        parser.astify(statement, { database: 'Postgresql', trimQuery: false });
    },
    1,
    3,
  );
  add(
    'check-1000-statements',
    'check of a file of 1,000 statements, warm',
    time(() => checkText(text), 30),
    'ms',
    5,
    [
      { name: 'libpg-query', value: postgres },
      { name: 'node-sql-parser', value: other },
    ],
  );

  // A keystroke in the middle of that file: the whole file is checked again.
  const middle = text.indexOf('WHERE', text.length / 2);
  let letter = 0;
  add(
    'check-keystroke',
    'check after one keystroke in a file of 1,000 statements',
    time(() => checkText(`${text.slice(0, middle)}${'abcdefgh'[letter++ % 8]}${text.slice(middle)}`), 30, 40),
    'ms',
    3,
    [],
    40,
  );

  const columns = `SELECT ${Array.from({ length: 90_000 }, (_, i) => `col${String(i).padStart(6, '0')}`).join(', ')} FROM t`;
  add(
    'check-90000-columns',
    `check of one SELECT of 90,000 columns (${columns.length} characters)`,
    time(() => checkText(columns)),
    'ms',
    60,
  );

  const { ratio, family } = worstRatio(checkText);
  add(
    'check-linear',
    `worst ratio of 1 MB to 0.5 MB over ${families.length} families (${family})`,
    ratio,
    'times',
    2.3,
    [],
    5,
  );
  add('check-bundle-kb', 'the check, bundled and minified', kilobytes, 'KB', 25, [], 1);
  return entries;
};
export default bench;
