import * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import { eventTimestamp, isValidTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { stringifyJson } from '../../../core/service/json.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { type AnyConnection, type Targets, targetLabel } from '../../targets/targets.ts';
import type { EventMasking } from '../model/masking.ts';

export const scheme = 'vaultsql-audit';

/** Read-only documents of audit events. They live in memory: an untitled document would be backed up to disk. */
export interface EventDocuments extends vscode.Disposable {
  /** The whole event as JSON, with what is masked masked; drawn again when it is revealed. `keepsFocus`: the keyboard stays where it is. */
  openEvent(event: AuditEvent, keepsFocus?: boolean): Promise<void>;
  /**
   * Opens the event's query as `.vaultsql`, bound to the event's vault where that is among the connections. The query's
   * literals are then shown: masked, it could not be run. False where the event holds none.
   */
  openQuery(event: AuditEvent, connection: AnyConnection | undefined): Promise<boolean>;
  /** Lets go of all events; what is open says so. */
  forget(): void;
  /** The event's query beside a file's text. False where the event holds none. */
  compareQuery(event: AuditEvent, file: vscode.Uri, connection: AnyConnection | undefined): Promise<boolean>;
}

/** Actions are words of the service; anything else could be a value. */
const ACTION = /^[A-Z][A-Z_]{0,31}$/;

/** `17-45-03 READ`: by its time in the zone shown and its action. */
function eventName(event: AuditEvent, time: (timestamp: string) => string): string {
  const stamp = eventTimestamp(event);
  const { actionType = '' } = event.request;
  const action = ACTION.test(actionType) ? actionType : 'event';
  if (stamp === undefined || !isValidTimestamp(stamp)) return action;
  return `${time(stamp).slice(11, 19).replaceAll(':', '-')} ${action}`;
}

export function createEventDocuments(
  targets: Pick<Targets, 'all'>,
  masking: Pick<EventMasking, 'onDidChange' | 'reveal' | 'shown' | 'time'>,
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

  /** Tells events apart, by the path that each got first. */
  const folders = new Map<string, { readonly number: number; readonly name: string }>();
  let last = 0;
  const uriOf = (event: AuditEvent, file: 'event' | 'query.vaultsql', text: () => string): vscode.Uri => {
    const identity = eventKey(event);
    const known = folders.get(identity) ?? { number: ++last, name: eventName(event, masking.time) };
    folders.set(identity, known);
    const name = file === 'event' ? `${known.name}.json` : file;
    // A folder of its own for each event, so that the tab's title is readable. The editor remembers which documents were
    // open: of the event only its time and action are in the address.
    const uri = vscode.Uri.from({ scheme, path: `/${known.number}/${name}` });
    texts.set(uri.toString(), text);
    return uri;
  };
  const open = async (uri: vscode.Uri, language: string, preserveFocus = false): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, language);
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus });
  };
  const queryUri = (event: AuditEvent, connection: AnyConnection | undefined): vscode.Uri | undefined => {
    const content = queryOf(event);
    if (!content) return undefined;
    const target = targets
      .all()
      .find(
        ({ connection: of, vault }) => of.name === connection?.name && vault.id === event.request.vaultID,
      );
    // Always a directive of ours in the first line: one inside the audited text must not aim this document.
    const vault = (event.request.vaultID ?? 'unknown').replace(/\s+/g, ' ');
    const directive = `-- vault: ${target ? targetLabel(target) : `${connection?.name ?? 'unknown'}/${vault}`}\n`;
    masking.reveal(event);
    return uriOf(event, 'query.vaultsql', () => `${directive}${content}\n`);
  };

  return {
    openEvent: (event, keepsFocus) =>
      open(
        uriOf(event, 'event', () => `${stringifyJson(masking.shown(event).raw, 2)}\n`),
        'json',
        keepsFocus,
      ),
    async openQuery(event, connection) {
      const uri = queryUri(event, connection);
      if (uri) await open(uri, 'vaultsql');
      return uri !== undefined;
    },
    forget() {
      const open = [...texts.keys()];
      texts.clear();
      folders.clear();
      for (const uri of open) changes.fire(vscode.Uri.parse(uri));
    },
    async compareQuery(event, file, connection) {
      const uri = queryUri(event, connection);
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
