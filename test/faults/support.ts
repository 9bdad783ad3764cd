/** What the fault tests share: clients over both transports, and the table of what became of each fault. */
import assert from 'node:assert/strict';
import { apiErrorSentences } from '../../src/core/messages/apiErrors.ts';
import { sentenceText } from '../../src/core/messages/sentence.ts';
import { createVaultClient, type VaultClient, type VaultClientDeps } from '../../src/core/service/client.ts';
import type { ApiError, Outcome } from '../../src/core/service/errors.ts';
import type { Transport } from '../../src/core/service/transport.ts';
import { createEditorTransport } from '../../src/node/transport/editorTransport.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { waitMs } from '../run/waiting.ts';

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

export interface FaultRow {
  readonly fault: string;
  /** The closed error's code with its data, or what came through. */
  readonly outcome: string;
  /** What a person reads. */
  readonly sentence: string;
}
export const faultTable: FaultRow[] = [];

/** What a person reads of `error`. */
export function sentenceOf(error: ApiError, operation: 'query' | 'audit' = 'query'): string {
  const { title, text } = apiErrorSentences(error, {
    operation,
    baseUrlHost: 'vault.test',
    vaultID: 'v1',
  });
  return `${sentenceText(title)}. ${sentenceText(text)}`;
}

/** Notes what became of `fault`; one row a fault, whichever transport. */
export function note(
  fault: string,
  outcome: Outcome<unknown> | string,
  operation: 'query' | 'audit' = 'query',
): void {
  if (faultTable.some((row) => row.fault === fault)) return;
  if (typeof outcome === 'string') faultTable.push({ fault, outcome, sentence: '' });
  else if (outcome.ok) faultTable.push({ fault, outcome: 'answered', sentence: '' });
  else {
    const { kind, retry, requestID, ...data } = outcome.error;
    faultTable.push({
      fault,
      outcome: `${kind} ${JSON.stringify(data)}`,
      sentence: sentenceOf(outcome.error, operation),
    });
  }
}

/** The table in Markdown. */
export function faultTableText(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = faultTable.map(
    ({ fault, outcome, sentence }) => `| ${fault} | ${cell(outcome)} | ${cell(sentence)} |`,
  );
  return ['| fault | becomes | a person reads |', '|---|---|---|', ...rows].join('\n');
}

// `FAULT_TABLE=1` prints the table after the tests.
after(() => {
  transports.undici.dispose();
  if (process.env.FAULT_TABLE) console.log(`\n${faultTableText()}`);
});
