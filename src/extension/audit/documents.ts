import * as vscode from 'vscode';
import { stringifyJson } from '../../core/api/json.ts';
import type { AuditEvent } from '../../core/api/types.ts';
import { queryOf } from '../../core/audit/queryOf.ts';
import { createMemoryDocuments } from '../memoryDocuments.ts';
import { type AnyConnection, type Targets, targetLabel } from '../targets.ts';

export const scheme = 'vaultsql-audit';

/** Read-only documents of audit events. They live in memory: an untitled document would be backed up to disk. */
export interface EventDocuments extends vscode.Disposable {
  openEvent(event: AuditEvent): Promise<void>;
  /** Opens the event's query as `.vaultsql`, bound to the event's vault where that is among the connections. */
  openQuery(event: AuditEvent, connection: AnyConnection | undefined): Promise<boolean>;
}

export function createEventDocuments(targets: Targets): EventDocuments {
  const documents = createMemoryDocuments(
    scheme,
    vscode.l10n.t('This audit event is no longer loaded. Load the audit events again.'),
  );

  /** Change IDs come from the service and may be alike or missing: the number tells events apart. */
  const numbers = new WeakMap<AuditEvent, number>();
  let last = 0;
  const open = async (event: AuditEvent, name: string, text: string, language: string): Promise<void> => {
    const number = numbers.get(event) ?? ++last;
    numbers.set(event, number);
    await documents.open(`/${folderOf(event)}/${name}`, String(number), text, language);
  };
  /** A folder of its own for each event, so that the tab's title is readable. A change ID comes from the service. */
  const folderOf = ({ context: { changeID } }: AuditEvent): string =>
    (changeID ?? 'event').replace(/[^\w-]/g, '_').slice(0, 80);

  return {
    openEvent: (event) => open(event, 'event.json', `${stringifyJson(event.raw, 2)}\n`, 'json'),
    async openQuery(event, connection) {
      const content = queryOf(event);
      if (!content) return false;
      const target = targets
        .all()
        .find(
          ({ connection: of, vault }) => of.name === connection?.name && vault.id === event.request.vaultID,
        );
      // Always a directive of ours in the first line: one inside the audited text must not aim this document.
      const vault = (event.request.vaultID ?? 'unknown').replace(/\s+/g, ' ');
      const directive = `-- vault: ${target ? targetLabel(target) : `${connection?.name ?? 'unknown'}/${vault}`}\n`;
      await open(event, 'query.vaultsql', `${directive}${content}\n`, 'vaultsql');
      return true;
    },
    dispose: () => documents.dispose(),
  };
}
