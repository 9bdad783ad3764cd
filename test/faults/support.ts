/** What the fault tests share: clients over both transports, and the check of what became of each fault. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apiErrorSentences } from '../../src/core/messages/apiErrors.ts';
import { sentenceText } from '../../src/core/messages/sentence.ts';
import { createVaultClient, type VaultClient, type VaultClientDeps } from '../../src/core/service/client.ts';
import type { ApiError, Outcome } from '../../src/core/service/errors.ts';
import type { Transport } from '../../src/core/service/transport.ts';
import { createEditorTransport } from '../../src/node/transport/editorTransport.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { waitMs } from '../run/waiting.ts';
import { failing } from './faultTable.ts';
import { handled } from './handledTable.ts';

/** For faults that never answer; long enough for the request to be sent, on a busy machine too. */
export const IMPATIENT_MS = 400;

export const transports = {
  undici: createUndiciTransport({ transport: 'undici', env: {} }),
  editor: createEditorTransport(),
} as const;

/** A client for `baseUrl` whose waits take no time; `waits` has their lengths in milliseconds. */
export function clientFor(
  baseUrl: string,
  transport: Transport,
  deps: Partial<VaultClientDeps> = {},
): { readonly client: VaultClient; readonly waits: number[] } {
  const waits: number[] = [];
  const client = createVaultClient({
    transport,
    baseUrl,
    token: async () => 'secret-token',
    timeoutMs: () => waitMs,
    sleep: async (ms) => void waits.push(Math.round(ms)),
    random: () => 0,
    ...deps,
  });
  return { client, waits };
}

export const query = { vaultID: 'v1', query: 'SELECT secret FROM persons' };
export const filters = { accountID: 'acc' };

/** The error of `outcome`, without what a test does not set: the request ID. */
export function errorOf(outcome: Outcome<unknown>): ApiError {
  if (outcome.ok) assert.fail(`answered: ${JSON.stringify(outcome.value).slice(0, 200)}`);
  return outcome.error;
}

/** The value of `outcome`. */
export function answerOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) assert.fail(JSON.stringify(outcome.error));
  return outcome.value;
}

/** What a person reads of `error`. */
export function sentenceOf(error: ApiError, operation: 'query' | 'audit' = 'query'): string {
  const { title, text } = apiErrorSentences(error, {
    operation,
    baseUrlHost: 'vault.test',
    vaultID: 'v1',
  });
  return `${sentenceText(title)}. ${sentenceText(text)}`;
}

const noted = new Set<string>();

/** What of an error is the same each time that a fault occurs. */
function constant(error: ApiError): object {
  switch (error.kind) {
    case 'redirect':
      return { kind: error.kind, to: error.toOrigin?.replace(/^https?:.*/, 'elsewhere') };
    case 'unreadable':
      return { kind: error.kind, what: error.what };
    case 'status':
      return { kind: error.kind, status: error.status };
    case 'network':
      return { kind: error.kind, code: error.code, mayHaveBeenSent: error.mayHaveBeenSent };
    case 'timeout':
      return { kind: error.kind, limit: error.limit };
    default:
      return { kind: error.kind };
  }
}

/** Fails where the table says something else of `fault`; over the first transport that a test has it on. */
export function note(fault: string, outcome?: Outcome<unknown>): void {
  if (noted.has(fault)) return;
  noted.add(fault);
  if (outcome === undefined || outcome.ok) {
    assert.ok(
      handled.some(({ faults }) => faults.includes(fault)),
      `not in the table of what is handled: ${fault}`,
    );
    return;
  }
  const row = failing.find(({ faults }) => faults.includes(fault));
  assert.ok(row, `not in the table of what fails: ${fault}`);
  assert.deepEqual(constant(outcome.error), constant(row.error), fault);
}

const isWholeRun = globSync(join(import.meta.dirname, '*.test.ts')).every((file) =>
  process.argv.some((argument) => argument.endsWith(basename(file))),
);

after(() => {
  transports.undici.dispose();
  if (!isWholeRun) return;
  const rows = [...failing, ...handled].flatMap(({ faults }) => faults);
  assert.deepEqual(
    rows.filter((fault) => !noted.has(fault)),
    [],
    'in the table, and tested nowhere',
  );
});
