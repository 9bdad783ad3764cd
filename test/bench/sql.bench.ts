/**
 * How fast the dialect check is, bundled and minified as it ships, beside PostgreSQL's own parser and node-sql-parser
 * on the same text.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { loadModule, parseSync } from 'libpg-query';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import type * as check from '../../src/core/sql/lint/check.ts';
import { type Bench, type BenchEntry, cpuMilliseconds, median, sized } from './bench.ts';

const runs = sized(15, 1);
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
  return Array.from({ length: sized(1000, 20) }, (_, i) => shapes[i % shapes.length]?.(i) ?? '').join('\n');
}

/** The check as it ships. */
async function shippedCheck(): Promise<typeof check.checkText> {
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
    return checkText;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const bench: Bench = async () => {
  await loadModule();
  const checkText = await shippedCheck();
  const parser = new sqlParser.Parser();
  const text = thousandStatements();
  const statements = text.split(';\n');
  const columns = `SELECT ${Array.from({ length: sized(90_000, 100) }, (_, i) => `col${String(i).padStart(6, '0')}`).join(', ')} FROM t`;
  const others = (): void => {
    for (const statement of statements)
      parser.astify(statement, { database: 'Postgresql', trimQuery: false });
  };
  return [
    {
      ...beside(() => checkText(text), [() => parseSync(text), others]),
      id: 'check-1000-statements',
      what: 'check of a file of 1,000 statements from nothing, over libpg-query’s parse of it',
    },
    {
      ...beside(() => checkText(columns), [() => parseSync(columns)]),
      id: 'check-90000-columns',
      what: `check of one SELECT of 90,000 columns (${columns.length} characters), over libpg-query’s parse of it`,
    },
  ];
};
export default bench;

/** The CPU time of a call over that of libpg-query, the first of `peers`; all in turns, so that load falls on all. */
function beside(
  call: () => unknown,
  [postgres, other]: readonly [() => unknown, (() => unknown)?],
): Omit<BenchEntry, 'id' | 'what'> {
  const own: number[] = [];
  const theirs: number[] = [];
  for (let i = 0; i < 2 * runs; i++) {
    const [mine, peers] = [cpuMilliseconds(call), cpuMilliseconds(postgres)];
    // The first half warms up.
    if (i < runs) continue;
    own.push(mine);
    theirs.push(peers);
  }
  return {
    value: median(own) / median(theirs),
    unit: 'times',
    better: 'lower',
    target: 0.5,
    runs,
    peers: [
      { name: 'CPU milliseconds of the check', value: median(own) },
      { name: 'of libpg-query', value: median(theirs) },
      ...(other ? [{ name: 'of node-sql-parser', value: cpuMilliseconds(other) }] : []),
    ],
  };
}
