/** What the benches at scale have in common. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Held } from '../watched.ts';
import { writeMany } from './manyEvents.ts';

export interface Timed {
  /** Milliseconds of all threads of the process, and those that passed. */
  readonly cpu: number;
  readonly wall: number;
}

export interface Figures {
  /** To all counts. */
  readonly open: Timed;
  /** One change of a filter, to all counts, the histogram and the first rows. */
  readonly facet: Timed;
  readonly search: Timed;
  readonly range: Timed;
  /** A value, a day and a text at once, each other than before. */
  readonly combined: Timed;
  /** The same, and failed requests only. */
  readonly selective: Timed;
  /** Another field to sort all events by, and another value chosen while sorted by a field, both to the first rows. */
  readonly sort: Timed;
  readonly sortedFacet: Timed;
  /** Milliseconds to the first rows. */
  readonly firstRows: number;
  /** A step of the brush, p95. */
  readonly brush: Timed;
  readonly held: Readonly<Record<'open' | 'sort' | 'filter' | 'sum', Held>>;
  /** Bytes beyond the idle process once all is counted, and after all of this. */
  readonly memory: number;
  readonly memoryAfter: number;
  /** Microseconds of CPU an event: with each text read for the first time, and again. */
  readonly whoReadWhat: { readonly first: number; readonly again: number };
}

/** Texts of many rows, of some, of one and of none. */
export const searched = ['card_number', 'user99', 'nowhere to be found', 'person7@', 'consents', 'job-12'];
/** A day, in milliseconds. */
export const rangeFrom = (n: number): number => Date.UTC(2026, 0, 6) + n * 3_600_000;

/** One of the actors with many events. */
export const actorAt = (n: number): string => `person${[1, 2, 3, 5, 6, 7, 9, 10, 11][n] ?? 1}@example.com`;

export async function timed(act: () => Promise<unknown>): Promise<Timed> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await act();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall };
}

/** What DuckDB takes for the same. */
export interface PeerFigures
  extends Pick<
    Figures,
    'open' | 'facet' | 'search' | 'range' | 'combined' | 'selective' | 'memory' | 'memoryAfter'
  > {
  readonly load: Timed;
  /** One question each. */
  readonly facetCount: Timed;
  readonly searchCount: Timed;
  readonly contentCount: Timed;
  readonly rangeCount: Timed;
  readonly selectiveCount: Timed;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

/** The figures of one of the programs here, in a process of its own. */
async function figuresOf<Answer>(program: string, ...given: readonly string[]): Promise<Answer> {
  const { stdout } = await run(process.execPath, [join(here, program), ...given]);
  return JSON.parse(stdout) as Answer;
}

const threadEntry = fileURLToPath(new URL('../../../dist/trail.cjs', import.meta.url));
export const oursOver = (file: string): Promise<Figures> => figuresOf('oursAtScale.ts', file, threadEntry);
export const duckdbOver = (file: string): Promise<PeerFigures> => figuresOf('duckdbAtScale.ts', file);

/** Calls `use` with a file of so many events, which is removed afterwards. */
export async function withMany<Answer>(
  count: number,
  use: (file: string, bytes: number) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'vaultsql-many-'));
  try {
    const file = join(folder, 'events.ndjson');
    await writeMany(file, count);
    return await use(file, (await stat(file)).size);
  } finally {
    await rm(folder, { recursive: true });
  }
}
