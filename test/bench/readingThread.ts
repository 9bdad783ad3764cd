/** The thread that reads large documents, bundled as it ships. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createDocumentReader, type DocumentReader } from '../../src/extension/language/reading/reader.ts';
import { cacheRoot, root } from '../editor/cache.ts';

/** Gives a reader that has such a thread, for as long as `use` takes. */
export async function withReader<T>(use: (reader: DocumentReader) => Promise<T>): Promise<T> {
  const entry = join(cacheRoot, `reading-${process.pid}.cjs`);
  await build({
    entryPoints: [join(root, 'src', 'extension', 'language', 'reading', 'worker.ts')],
    ...({ bundle: true, minify: true, platform: 'node', format: 'cjs' } as const),
    outfile: entry,
  });
  const reader = createDocumentReader(entry);
  try {
    return await use(reader);
  } finally {
    reader.dispose();
    await rm(entry, { force: true });
  }
}
