/** The golden files: what each reader said of the samples when they were last written. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, lineText, type Reader, type ReaderName } from './readers.ts';
import { blockSize, type Sample } from './samples.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'golden');
const fileOf = (name: string): string => join(folder, `${name}.txt`);

export interface Golden {
  /** Of each fixed sample, its line. */
  readonly fixed: ReadonlyMap<string, string>;
  /** Of each block of drawn samples, a hash over their lines. */
  readonly blocks: ReadonlyMap<string, string>;
  /** How often each kind of line is there in the drawn samples. */
  readonly counts: ReadonlyMap<string, string>;
}

/** `constructs 4217` is in the block `constructs 42`. */
export const blockOf = ({ id }: Sample): string =>
  id.replace(/\d+$/, (index) => String(Math.floor(Number(index) / blockSize)));

/** What a reader says of the samples now. */
export function readSamples(reader: Reader, fixed: readonly Sample[], drawn: readonly Sample[]): Golden {
  const counts = new Map<string, number>();
  const blocks = [...Map.groupBy(drawn, blockOf)].map(([block, samples]) => {
    const hash = createHash('sha256');
    for (const { text, options } of samples) {
      const lines = linesOf(reader, text, options);
      for (const { kind } of lines) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      hash.update(`${lines.map(lineText).join('\n')}\0`);
    }
    return [block, hash.digest('hex').slice(0, 12)] as const;
  });
  return {
    fixed: new Map(
      fixed.map(({ id, text, options }) => [id, linesOf(reader, text, options).map(lineText).join(' | ')]),
    ),
    blocks: new Map(blocks),
    counts: new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, n]) => [kind, String(n)])),
  };
}

/** A reader that repeats the sample itself: its golden file shows whether the samples are still the same. */
export const textReader: Reader = (text, options) => [
  {
    kind: 'text',
    at: JSON.stringify([text, options], (_, one: unknown) => (one instanceof Map ? [...one] : one)),
  },
];
export type GoldenName = ReaderName | 'samples';

const section = (title: string, rows: ReadonlyMap<string, string>): string =>
  [`## ${title}`, ...[...rows].map(([key, value]) => `${key}\t${value}`), ''].join('\n');

export function writeGolden(name: GoldenName, { fixed, blocks, counts }: Golden): void {
  const parts = [section('fixed', fixed), section('blocks', blocks), section('counts', counts)];
  writeFileSync(fileOf(name), parts.join('\n'));
}

/** Throws where there is no such file. */
export function readGolden(name: GoldenName): Golden {
  const sections = readFileSync(fileOf(name), 'utf8').replaceAll('\r\n', '\n').split(/^## /m).slice(1);
  const [fixed, blocks, counts] = sections.map((text) => {
    const [, ...rows] = text.split('\n').filter(Boolean);
    return new Map(rows.map((row) => [row.slice(0, row.indexOf('\t')), row.slice(row.indexOf('\t') + 1)]));
  });
  return { fixed: fixed ?? new Map(), blocks: blocks ?? new Map(), counts: counts ?? new Map() };
}
