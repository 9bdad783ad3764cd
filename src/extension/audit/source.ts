import type * as vscode from 'vscode';
import type { AuditStore } from '../../core/audit/feed/store.ts';
import type { AuditManifest, FileDoubt } from '../../core/audit/file/exported.ts';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { LocalFilters } from '../../core/audit/table/filter.ts';
import type { ApiError } from '../../core/service/errors.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import type { AnyConnection } from '../connections/targets.ts';

/** How events look in all views: in which zone, and with what hidden: literals of queries, until an event is revealed, and e-mail addresses. */
export interface EventMasking extends vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  zone(): 'local' | 'utc';
  toggleZone(): void;
  /** A timestamp of the service in the zone chosen, the zone named. */
  time(timestamp: string): string;
  masksActors(): boolean;
  toggleActors(): void;
  /** Whether literals of the event are hidden. */
  isHidden(event: AuditEvent): boolean;
  /** Shows the literals of one event, or hides them again. */
  toggleReveal(event: AuditEvent): void;
  /** Lets go of what was revealed and of the addresses that were masked. */
  forget(): void;
  /** Shows them; for what makes no sense without. */
  reveal(event: AuditEvent): void;
  /** The event as it may be shown. */
  shown(event: AuditEvent): AuditEvent;
  /** The event without e-mail addresses, where these are masked; all else as it is. */
  hideActors(event: AuditEvent): AuditEvent;
  /** A value of a field, or of the service's filter by it, or a `text` searched for, as it may be shown. */
  value(field: string, value: string): string;
}

/** The argument of a command that is called from the audit table. */
export const fromTable = 'fromTable';

/** What the masks of a file do to events and their values. */
export type ExportMasking = Pick<EventMasking, 'shown' | 'value'>;

/** Something to write to a file with a manifest beside it. */
export interface Exported {
  readonly kind: AuditManifest['kind'];
  readonly title: string;
  /** Names of the formats by the file's ending; the first is that of a file without one of these. */
  readonly formats: Readonly<Record<string, string>>;
  /** Events in it or behind it. */
  readonly events: number;
  /** The file's text, piece by piece. */
  readonly chunks: (masking: ExportMasking, format: string) => Iterable<string>;
  readonly done: (file: string) => string;
}

/** The audit events loaded, for further views of them: what one view loads, filters or hides, all do. */
export interface AuditSource {
  readonly onDidChange: vscode.Event<void>;
  connection(): AnyConnection | undefined;
  /** What the service filters by, of what is shown. */
  filters(): AuditFilters;
  /** Those of the reading in flight, else as shown: what a change of them starts from. */
  asked(): AuditFilters;
  /** Whether any of those can be cleared: not the account ID where nothing can be asked without it. */
  isFiltered(): boolean;
  /** What was sent for what is shown: the filters, and the account ID that the service needs, where one is known. */
  sentFilters(): AuditFilters;
  /** What is filtered here, over the loaded events only. */
  local(): LocalFilters;
  /** `passes`: what is known already of events and these filters, so that not each event is looked at again. */
  setLocal(filters: LocalFilters, passes?: (event: AuditEvent) => boolean | undefined): void;
  readonly masking: EventMasking;
  /** Places among the events shown where others may be missing. */
  gaps(): number;
  /** Of events shown newest first, the indices of those above which others may be missing. */
  breaks(events: readonly AuditEvent[]): readonly number[];
  store(): AuditStore;
  error(): ApiError | undefined;
  loaded(): boolean;
  busy(): boolean;
  /**
   * Reads the newest page with these filters; without an argument reads again with the same ones. Asks for the account ID
   * where none is known. What is shown stays until the service gives a page. False where no answer was taken in.
   */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Does once more what `error` is about: reads the page that was refused, or follows on. */
  retry(): Promise<boolean>;
  /** Writes something made of the events to a file, with a manifest; false where that did not come about. */
  export(what: Exported, to?: vscode.Uri): Promise<boolean>;
  /** The file whose events stand in the store instead of the service's. */
  fileName(): string | undefined;
  /** What is to be said of that file wherever it is named. */
  fileDoubts(): readonly FileDoubt[];
}
