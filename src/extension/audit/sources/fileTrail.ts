/** The store of loaded events that can also read files. It runs in the calling thread. */
import type { FilesRead, FileToRead, ReadProgress } from '../../../core/audit/file/fileReads.ts';
import { ColumnTrail } from '../../../core/audit/store/columnTrail.ts';
import { parseQueryReads } from '../../../core/audit/table/queryReads.ts';
import type { LocalTrail } from '../../../core/audit/table/trail.ts';
import { getQueriedTables } from '../../../core/schema/queriedTables.ts';
import { maskLiterals } from '../../../core/sql/analysis/maskLiterals.ts';
import { SqlDocument } from '../../../core/sql/syntax/document/sqlDocument.ts';
import { nodeBytes } from '../../../node/nodeBytes.ts';
import { ReadFiles } from './readFiles.ts';

export class FileTrail extends ColumnTrail implements LocalTrail {
  readonly #underWay = new Set<number>();
  readonly #stopped = new Set<number>();
  readonly #readFilesByListing = new Map<number, ReadFiles>();

  constructor() {
    const namesOf = (text: string) => getQueriedTables(new SqlDocument(text), []);
    super(nodeBytes, {
      readQuery: parseQueryReads,
      maskSql: maskLiterals,
      namesOf,
      turn: () => new Promise(setImmediate),
    });
  }

  async read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead> {
    const store = this.getOrCreateStore(listing);
    this.setReading(listing, true);
    this.#underWay.add(listing);
    const isStopped = (): boolean => this.#stopped.has(listing) || !this.has(listing);
    const known = this.#readFilesByListing.get(listing) ?? new ReadFiles(store);
    this.#readFilesByListing.set(listing, known);
    try {
      return await known.read(files, { onProgress, isStopped });
    } finally {
      if (!this.has(listing)) {
        store.close();
        this.#readFilesByListing.delete(listing);
      }
      this.setReading(listing, false);
      this.#underWay.delete(listing);
      this.#stopped.delete(listing);
    }
  }
  override async drop(listing: number): Promise<void> {
    this.#readFilesByListing.delete(listing);
    await super.drop(listing);
  }
  async stop(listing: number): Promise<void> {
    // A call after a reading has finished must not stop the next reading.
    if (this.#underWay.has(listing)) this.#stopped.add(listing);
  }
}
