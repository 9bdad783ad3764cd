/** The notifications that the local vault's process sends to the extension that started it. */
import type { ColumnPolicy, VaultTable } from '../core/sql/dialect/schema.ts';
import type { Failure } from './failure.ts';
import { type GuardsOf, isRecord, isText, optional, shapeOf } from './validate.ts';

export interface LocalVaultReady {
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  /** The actor of the requests with `token` in audit events. */
  readonly actor: string;
  readonly columns: readonly ColumnPolicy[];
  readonly tables: readonly VaultTable[];
}

/** Why the vault could not start. `code` is that of the error if it has one, e.g. EADDRINUSE. */
export interface LocalVaultFailure {
  readonly message: string;
  readonly code?: string;
}

export interface LocalVaultWarning {
  readonly message: string;
  readonly failure?: Failure;
}

export type LocalVaultHostMethods = {
  ready(params: LocalVaultReady): void;
  failed(params: LocalVaultFailure): void;
  warning(params: LocalVaultWarning): void;
};

export const localVaultHostGuards: GuardsOf<LocalVaultHostMethods> = {
  ready: shapeOf<LocalVaultReady>({
    url: isText,
    token: isText,
    accountID: isText,
    vaultID: isText,
    actor: isText,
    columns: Array.isArray,
    tables: Array.isArray,
  }),
  failed: shapeOf<LocalVaultFailure>({ message: isText, code: optional(isText) }),
  warning: shapeOf<LocalVaultWarning>({ message: isText, failure: optional(isRecord) }),
};
