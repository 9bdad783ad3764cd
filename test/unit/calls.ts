/** How often functions are called, by the engine's own count: the code that is counted is as it ships. */
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../editor/cache.ts';

/** A function or class by its file from the root and its name; of a class, what is made of it counts. */
export interface Counted {
  readonly file: string;
  readonly name: string;
}

/** The parse of one statement, and one pass over a text for its tokens. */
export const parsing: Counted = { file: 'src/core/sql/syntax/statement.ts', name: 'parseStatement' };
export const scanning: Counted = { file: 'src/core/sql/lexer/scanner.ts', name: 'Scanner' };

/** Calls of each function while `work` runs, in the order given. */
export async function countCalls(counted: readonly Counted[], work: () => unknown): Promise<number[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return counted.map(({ file, name }) => {
      const { href } = pathToFileURL(join(root, file));
      const functions = result.find(({ url }) => url === href)?.functions ?? [];
      return functions.find(({ functionName }) => functionName === name)?.ranges[0]?.count ?? 0;
    });
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
