import type { TestResults } from '../run/reporter.ts';
import { installChdb } from './chdbPackage.ts';
import { installWithLimitedDisk } from './clickHouse.ts';
import { installOldServer } from './oldServerPackage.ts';

/** A database engine that tests run, and that is fetched into the test cache. */
export interface TestEngine {
  readonly name: string;
  /** The folder below test/engines with the tests that need this engine. */
  readonly folder: string;
  /** Fetches the engine unless it is in the cache. Rejects with a sentence when it can't be had. */
  install(): Promise<unknown>;
  /** Whether continuous integration fails on this machine without the engine. */
  readonly isRequired: boolean;
}

/** Whether this user may usually mount a tmpfs. Other users may in some systems only. */
const isMountExpected = process.platform === 'linux' && process.getuid?.() === 0;

export const testEngines: readonly TestEngine[] = [
  { name: 'ClickHouse 26.7', folder: 'clickHouse', install: installChdb, isRequired: true },
  { name: 'ClickHouse 18.16', folder: 'oldCluster', install: installOldServer, isRequired: true },
  {
    name: 'ClickHouse 26.7 on a limited disk',
    folder: 'limitedDisk',
    install: installWithLimitedDisk,
    isRequired: isMountExpected,
  },
];

/** An engine without which the tests run, and why. */
export interface MissingEngine {
  readonly name: string;
  readonly reason: string;
  readonly isRequired: boolean;
}

/** Fetches all engines and returns the folders of those that are there, and the others. */
export async function installEngines(
  engines: readonly TestEngine[],
): Promise<{ readonly folders: readonly string[]; readonly missing: readonly MissingEngine[] }> {
  const folders: string[] = [];
  const missing: MissingEngine[] = [];
  for (const { name, folder, install, isRequired } of engines) {
    await install().then(
      () => folders.push(folder),
      (error: unknown) => missing.push({ name, reason: inOneLine(error), isRequired }),
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
 * Returns a stage's results with the engines that were missing. In continuous integration, a required one is a failure.
 * Any other missing engine is a line of the summary.
 */
export function withMissingEngines(
  results: TestResults,
  missing: readonly MissingEngine[],
  isContinuousIntegration: boolean,
): TestResults {
  const isFailure = ({ isRequired }: MissingEngine): boolean => isContinuousIntegration && isRequired;
  const toLine = ({ name, reason }: MissingEngine): string => `${name} did not run: ${reason}`;
  const failures = missing.filter(isFailure).map(toLine);
  const notes = missing.filter((engine) => !isFailure(engine)).map(toLine);
  return {
    passed: results.passed,
    failed: results.failed + failures.length,
    failures: [...results.failures, ...failures],
    notes: [...(results.notes ?? []), ...notes],
  };
}
