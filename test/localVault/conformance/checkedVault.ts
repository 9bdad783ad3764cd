/** Checks a local vault over HTTP. */
import { setTimeout as delay } from 'node:timers/promises';
import { type CheckOptions, type CheckReport, checkService } from '../../../src/core/conformance/check.ts';
import type { Transport } from '../../../src/core/service/transport.ts';
import { createEditorTransport } from '../../../src/node/transport/editorTransport.ts';

/** What a check needs of a server. */
export interface Checked {
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
}

export const fetchTransport = (): Transport => createEditorTransport(() => globalThis.fetch);

/** Checks a server. `given` replaces single options, such as the limit of requests. */
export function check(server: Checked, given: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const { url, token, accountID, vaultID } = server;
  return checkService({
    transport: fetchTransport(),
    addresses: { audit: url, vault: url },
    token,
    accountID,
    vaultID,
    timeoutMs: 10_000,
    sleep: (ms) => delay(ms),
    now: Date.now,
    aliasSuffix: 'check1',
    ...given,
  });
}
