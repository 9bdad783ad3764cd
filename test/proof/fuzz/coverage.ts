/** Which parts of our sources have run, as V8 counts it block by block: what shows that an input got somewhere new. */
import { type Profiler, Session } from 'node:inspector';

export interface Coverage {
  /** How many blocks have run since the last call that never had before. */
  news(): number;
  close(): void;
}

export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  /** The session answers at once. */
  const ask = <T>(method: string, params?: object): T => {
    let given: T | undefined;
    session.post(method, params, (error: Error | null, result?: object) => {
      if (error) throw error;
      given = result as T;
    });
    return given as T;
  };
  ask('Profiler.enable');
  // With counts: without them V8 reports a function once, whatever else of it runs later.
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seen = new Set<string>();
  return {
    news() {
      const { result } = ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
      const before = seen.size;
      for (const { url, functions } of result)
        if (/\/src\/(?:core|node|protocol|extension)\//.test(url))
          for (const { ranges } of functions)
            for (const { startOffset, endOffset, count } of ranges)
              if (count > 0) seen.add(`${url}:${startOffset}-${endOffset}`);
      return seen.size - before;
    },
    close() {
      ask('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
