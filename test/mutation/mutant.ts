/**
 * Loaded by `--import` before the tests of one mutant: hands Node that file with one piece of its text replaced, so
 * that no file on disk changes and several mutants can be tried at once. What to replace comes by `VAULTSQL_MUTANT`.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** One change to one file. `start` and `end` are UTF-16 offsets into its text. */
export interface Mutant {
  /** Absolute path. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const given = process.env.VAULTSQL_MUTANT;
if (given !== undefined) replaceOnLoad(JSON.parse(given) as Mutant);

function replaceOnLoad({ file, start, end, replacement }: Mutant): void {
  const mutated = pathToFileURL(file).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== mutated) return loaded;
      const text = String(loaded.source);
      return { ...loaded, source: text.slice(0, start) + replacement + text.slice(end) };
    },
  });
}
