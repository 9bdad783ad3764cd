import * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import { eventTimestamp, isValidTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { stringifyJson } from '../../../core/service/json.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { type AnyConnection, formatTarget, type Targets } from '../../targets/targets.ts';
import type { EventMasking } from '../model/masking.ts';

export const scheme = 'vaultsql-audit';

/**
 * Opens audit events as read-only documents. Their text is provided from memory, because the editor would back up an
 * untitled document to disk.
 */
export interface EventDocuments extends vscode.Disposable {
  /**
   * Opens the event as JSON, masked as in the views. `keepsFocus` leaves the keyboard focus where
   * it is.
   */
  openEvent(event: AuditEvent, keepsFocus?: boolean): Promise<void>;
  /**
   * Opens the event's query. Its literals are displayed unmasked, because a masked query could not
   * be run. Resolves to false if the event contains no query.
   */
  openQuery(event: AuditEvent, connection: AnyConnection | undefined): Promise<boolean>;
  /**
   * Forgets the events. Documents that are still open then say that their event is no longer
   * loaded.
   */
  forget(): void;
  /**
   * Compares the event's query, unmasked, with a file in the diff editor. Resolves to false if the
   * event contains no query.
   */
  compareQuery(event: AuditEvent, file: vscode.Uri, connection: AnyConnection | undefined): Promise<boolean>;
}

/**
 * The form of the service's action names, such as `READ`. Other text might be a value and must not
 * be part of a document's name.
 */
const ACTION = /^[A-Z][A-Z_]{0,31}$/;

function eventName(event: AuditEvent, time: (timestamp: string) => string): string {
  const stamp = eventTimestamp(event);
  const { actionType = '' } = event.request;
  const action = ACTION.test(actionType) ? actionType : 'event';
  if (stamp === undefined || !isValidTimestamp(stamp)) return action;
  return `${time(stamp).slice(11, 19).replaceAll(':', '-')} ${action}`;
}

export function createEventDocuments(
  targets: Pick<Targets, 'all'>,
  masking: Pick<EventMasking, 'onDidChange' | 'reveal' | 'shown' | 'formatTime'>,
): EventDocuments {
  const texts = new Map<string, () => string>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changes.event,
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString())?.() ??
      vscode.l10n.t('This audit event is no longer loaded. Load the audit events again.'),
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString()));
  const redrawing = masking.onDidChange(() => {
    for (const uri of texts.keys()) changes.fire(vscode.Uri.parse(uri));
  });

  const folders = new Map<string, { readonly number: number; readonly name: string }>();
  let last = 0;
  const registerDocument = (
    event: AuditEvent,
    file: 'event' | 'query.vaultsql',
    text: () => string,
  ): vscode.Uri => {
    const identity = eventKey(event);
    const known = folders.get(identity) ?? { number: ++last, name: eventName(event, masking.formatTime) };
    folders.set(identity, known);
    const name = file === 'event' ? `${known.name}.json` : file;
    // A folder of its own for each event, so that the tab's title is readable. The editor remembers which documents
    // were open: of the event only its time and action are in the address.
    const uri = vscode.Uri.from({ scheme, path: `/${known.number}/${name}` });
    texts.set(uri.toString(), text);
    return uri;
  };
  const openDocument = async (uri: vscode.Uri, language: string, preserveFocus = false): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, language);
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus });
  };
  const registerQueryDocument = (
    event: AuditEvent,
    connection: AnyConnection | undefined,
  ): vscode.Uri | undefined => {
    const content = queryOf(event);
    if (!content) return undefined;
    const target = targets
      .all()
      .find(
        ({ connection: of, vault }) => of.name === connection?.name && vault.id === event.request.vaultID,
      );
    // A directive of ours in the first line, because one inside the audited text must not determine
    // the vault of this document.
    const vault = (event.request.vaultID ?? 'unknown').replace(/\s+/g, ' ');
    const directive = `-- vault: ${target ? formatTarget(target) : `${connection?.name ?? 'unknown'}/${vault}`}\n`;
    masking.reveal(event);
    return registerDocument(event, 'query.vaultsql', () => `${directive}${content}\n`);
  };

  return {
    openEvent: (event, keepsFocus) =>
      openDocument(
        registerDocument(event, 'event', () => `${stringifyJson(masking.shown(event).raw, 2)}\n`),
        'json',
        keepsFocus,
      ),
    async openQuery(event, connection) {
      const uri = registerQueryDocument(event, connection);
      if (uri) await openDocument(uri, 'vaultsql');
      return uri !== undefined;
    },
    forget() {
      const open = [...texts.keys()];
      texts.clear();
      folders.clear();
      for (const uri of open) changes.fire(vscode.Uri.parse(uri));
    },
    async compareQuery(event, file, connection) {
      const uri = registerQueryDocument(event, connection);
      if (!uri) return false;
      const title = vscode.l10n.t('Audited query ↔ {0}', vscode.workspace.asRelativePath(file));
      await vscode.commands.executeCommand('vscode.diff', uri, file, title);
      return true;
    },
    dispose() {
      for (const part of [provider, closing, redrawing, changes]) part.dispose();
      texts.clear();
    },
  };
}
