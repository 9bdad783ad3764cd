/** Files of audit events in a folder of their own, read into a trail. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileToRead, ReadProgress } from '../../../../../src/core/audit/file/fileReads.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { newestFirst, type TrailQuery } from '../../../../../src/core/audit/table/trail.ts';
import { FileTrail } from '../../../../../src/extension/audit/sources/fileTrail.ts';
import { eventText } from '../../../../bench/auditEvents.ts';

export const query: TrailQuery = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] };
export const textOf = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `${eventText(to - 1 - n)}\n`).join('');
/** More than is kept of a small file. */
export const many = 12_000;

export const idOf = (n: number): unknown =>
  (JSON.parse(eventText(n)) as { context: { changeID: string } }).context.changeID;

/** For the tests of the suite that this is called in. */
export function readFiles() {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function written(name: string, content: string | Uint8Array): Promise<FileToRead> {
    const path = join(folder, name);
    await writeFile(path, content);
    return { name, at: { path } };
  }
  /** Reads files into a new trail. */
  async function readAll(...files: readonly FileToRead[]) {
    const trail = new FileTrail();
    const told: ReadProgress[] = [];
    const read = await trail.read(1, files, (progress) => told.push(progress));
    const ids = async (): Promise<unknown[]> => {
      const { handle } = await trail.view(query);
      return ((await trail.window(handle, 0, 50)) ?? []).map(({ data }) => data.changeID);
    };
    return { trail, read, told, ids };
  }
  return { written, readAll, folder: () => folder };
}
