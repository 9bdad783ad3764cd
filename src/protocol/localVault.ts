/** What the local vault's process says to the extension that started it. */
import type { ColumnPolicy, VaultTable } from '../core/sql/dialect/schema.ts';
import type { Failure } from './failure.ts';
import { isRecord, isText } from './validate.ts';

/** Where it listens, and how it is spoken to. */
export interface LocalVaultReady {
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  readonly columns: readonly ColumnPolicy[];
  /** All that it has. */
  readonly tables: readonly VaultTable[];
}

export type LocalVaultMessage =
  | ({ readonly type: 'ready' } & LocalVaultReady)
  /** It could not start; the process ends. `code` is e.g. EADDRINUSE. */
  | { readonly type: 'failed'; readonly message: string; readonly code?: string }
  /** Something failed that it can do without. */
  | { readonly type: 'warning'; readonly message: string; readonly failure?: Failure };

/** The message, if it is one: the process is ours, and may still be of another version. */
export function localVaultMessage(message: unknown): LocalVaultMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type, url, token, message: text } = message;
  const isKnown = type === 'ready' ? isText(url) && isText(token) : type === 'failed' || type === 'warning';
  return isKnown && (type === 'ready' || isText(text))
    ? (message as unknown as LocalVaultMessage)
    : undefined;
}
