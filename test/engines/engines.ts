import type { TestResults } from '../run/reporter.ts';
import { installChdb } from './chdbPackage.ts';
import { installOldServer } from './oldServerPackage.ts';

/** A database engine that tests run, and that is fetched into the test cache. */
export interface TestEngine {
  readonly name: string;
  /** The folder below test/engines with the tests that need this engine. */
  readonly folder: string;
  /** Fetches the engine unless it is in the cache. Rejects with a sentence when it can't be had. */
  install(): Promise<unknown>;
}

export const testEngines: readonly TestEngine[] = [
  { name: 'ClickHouse 26.7', folder: 'clickHouse', install: installChdb },
  { name: 'ClickHouse 18.16', folder: 'oldCluster', install: installOldServer },
];

/** An engine without which the tests run, and why. */
export interface MissingEngine {
  readonly name: string;
  readonly reason: string;
}

/** Fetches all engines and returns the folders of those that are there, and the others. */
export async function installEngines(
  engines: readonly TestEngine[],
): Promise<{ readonly folders: readonly string[]; readonly missing: readonly MissingEngine[] }> {
  const folders: string[] = [];
  const missing: MissingEngine[] = [];
  for (const { name, folder, install } of engines) {
    await install().then(
      () => folders.push(folder),
      (error: unknown) => missing.push({ name, reason: inOneLine(error) }),
    );
  }
  return { folders, missing };
}

/** Maximum number of characters of a reason. */
const MAX_REASON = 300;

/**
 * Returns an error's message as one line. Of a program that failed, this is its output: the message's first line only
 * repeats the command.
 */
function inOneLine(error: unknown): string {
  const [first = '', ...output] = (error instanceof Error ? error.message : String(error))
    .trim()
    .split(/\s*\n\s*/);
  return (output.length > 0 ? output.join(' ') : first).slice(0, MAX_REASON);
}

/**
 * Returns a stage's results with the engines that were missing: each is a failure on the machine of continuous
 * integration, and a line of the summary on any other machine.
 */
export function withMissingEngines(
  results: TestResults,
  missing: readonly MissingEngine[],
  isContinuousIntegration: boolean,
): TestResults {
  const lines = missing.map(({ name, reason }) => `${name} did not run: ${reason}`);
  if (!isContinuousIntegration)
    return {
      passed: results.passed,
      failed: results.failed,
      failures: results.failures,
      notes: [...(results.notes ?? []), ...lines],
    };
  return {
    passed: results.passed,
    failed: results.failed + lines.length,
    failures: [...results.failures, ...lines],
    notes: results.notes ?? [],
  };
}
