import { dirname, posix } from 'node:path';
import { importsOf, type Source, sources } from '../architecture/sources.ts';

/** The tests that load a source, the nearest first: those that are the likeliest to notice a change of it. */
export class TestsOfSources {
  private readonly importers = new Map<string, string[]>();

  constructor(files: readonly Source[] = [...sources('src'), ...sources('test')]) {
    for (const { path, text } of files) {
      for (const imported of importsOf(text).filter((name) => name.startsWith('.'))) {
        const target = posix.join(dirname(path), imported);
        const known = this.importers.get(target);
        if (known === undefined) this.importers.set(target, [path]);
        else known.push(path);
      }
    }
  }

  /** Every test file below these folders of `test/` that imports `path`, directly or by way of others. */
  of(path: string, folders: readonly string[]): readonly string[] {
    const seen = new Set([path]);
    // A set is visited in the order of its making, and what is added meanwhile is visited too.
    for (const file of seen) for (const importer of this.importers.get(file) ?? []) seen.add(importer);
    return [...seen].filter(
      (file) => file.endsWith('.test.ts') && folders.some((folder) => file.startsWith(`test/${folder}/`)),
    );
  }
}
