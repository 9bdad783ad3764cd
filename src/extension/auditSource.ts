import type * as vscode from 'vscode';
import type { ApiError } from '../core/api/errors.ts';
import type { AuditFilters } from '../core/audit/filters.ts';
import type { AuditStore } from '../core/audit/store.ts';
import type { AnyConnection } from './targets.ts';

/** The audit events loaded, for further views of them: what one view loads or filters by the service, all show. */
export interface AuditSource {
  readonly onDidChange: vscode.Event<void>;
  connection(): AnyConnection | undefined;
  /** What the service filters by. */
  filters(): AuditFilters;
  store(): AuditStore;
  error(): ApiError | undefined;
  loaded(): boolean;
  busy(): boolean;
  /** Replaces the filters and reads the newest page; without an argument reads anew with the same ones. */
  load(filters?: AuditFilters): Promise<void>;
  loadOlder(): Promise<void>;
  /** The file whose events stand in the store instead of the service's. */
  fileName(): string | undefined;
}
