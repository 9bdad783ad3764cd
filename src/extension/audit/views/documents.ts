import * as vscode from 'vscode';
import type { DistinctQuery } from '../../../core/audit/feed/distinctQueries.ts';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { findQueryText } from '../../../core/audit/feed/queryOf.ts';
import { eventTimestamp, isValidTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { stringifyJson } from '../../../core/service/json.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { type AnyConnection, formatTarget, type Targets } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { formatEventText } from './eventText.ts';

export const scheme = 'vaultsql-audit';

/**
 * Opens audit events as read-only documents. Their text is provided from memory, because the editor would back up an
 * untitled document to disk.
 */
export interface EventDocuments extends vscode.Disposable {
  /**
   * Opens the event's details, masked as in the views. `keepsFocus` leaves the keyboard focus where
   * it is.
   */
  openEvent(event: AuditEvent, keepsFocus?: boolean): Promise<void>;
  /** Opens the event as the JSON of the service, masked as in the views. */
  openJson(event: AuditEvent): Promise<void>;
  /** Returns the event of an open document; undefined if the event was forgotten or no such document is open. */
  findEventOf(document: vscode.Uri): AuditEvent | undefined;
  /**
   * Opens the event's query with unmasked literals, because a masked query could not be run. The event's literals are
   * then revealed in the audit views too. Resolves to false if the event contains no query.
   */
  openQuery(event: AuditEvent, connection: AnyConnection | undefined): Promise<boolean>;
  /**
   * Does the same as `openQuery`, but for `textWithoutPaging`, so that the query can be run from its first page. The
   * document's name begins with the time of the query's newest event, as in the list of My Queries.
   */
  openWholeQuery(
    query: Pick<DistinctQuery, 'firstPage' | 'newest' | 'textWithoutPaging'>,
    connection: AnyConnection | undefined,
  ): Promise<boolean>;
  /** Forgets the events. Documents that are still open then display that the event is no longer loaded. */
  forgetEvents(): void;
  /**
   * Compares the event's query with a file in the diff editor. The query's literals are unmasked, as with `openQuery`.
   * Resolves to false if the event contains no query.
   */
  compareQuery(event: AuditEvent, file: vscode.Uri, connection: AnyConnection | undefined): Promise<boolean>;
}

/**
 * What a document displays: the laid-out details, the JSON of the service, or the query, as sent or without paging. A
 * query has a directive with its vault in the first line.
 */
type DocumentKind = 'details' | 'json' | 'query' | 'wholeQuery';

/** The folder of event details. package.json assigns a language to the documents below it. */
const DETAILS_FOLDER = '/vaultsql-event';

/**
 * The form of the service's action names, such as `READ`. Other text might be a value and must not
 * be part of a document's name.
 */
const ACTION = /^[A-Z][A-Z_]{0,31}$/;

/**
 * Returns the names of the event's documents, which begin with the event's time so that the tabs of several events
 * differ. `formatTime` formats a timestamp of the service.
 */
function nameDocuments(
  event: AuditEvent,
  formatTime: (timestamp: string) => string,
): Pick<EventFolder, 'event' | 'query'> {
  const stamp = eventTimestamp(event);
  const { actionType = '' } = event.request;
  const action = ACTION.test(actionType) ? actionType : 'event';
  const time =
    stamp !== undefined && isValidTimestamp(stamp)
      ? `${formatTime(stamp).slice(11, 19).replaceAll(':', '-')} `
      : '';
  return { event: `${time}${action}`, query: `${time}query.vaultsql` };
}

/** The folder with the documents of one event, and their names. */
interface EventFolder {
  /** Number that no other folder has, counted from 1. */
  readonly number: number;
  /** Name of the document with the event, without an extension. */
  readonly event: string;
  /** Name of the document with the event's query. */
  readonly query: string;
}

export function createEventDocuments(
  targets: Pick<Targets, 'all'>,
  { masking, marks }: Pick<AuditModel, 'masking' | 'marks'>,
): EventDocuments {
  const opened = new Map<string, { readonly event: AuditEvent; readonly text: () => string }>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changes.event,
    provideTextDocumentContent: (uri) =>
      opened.get(uri.toString())?.text() ??
      vscode.l10n.t('This audit event is no longer loaded. Load the audit events again.'),
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => opened.delete(uri.toString()));
  const redraw = (): void => {
    for (const uri of opened.keys()) changes.fire(vscode.Uri.parse(uri));
  };
  const redrawing = vscode.Disposable.from(masking.onDidChange(redraw), marks.onDidChange(redraw));

  const folders = new Map<string, EventFolder>();
  let last = 0;
  /** `named`: the event whose time the document's name begins with. */
  const registerDocument = (
    event: AuditEvent,
    kind: DocumentKind,
    text: () => string,
    named = event,
  ): vscode.Uri => {
    const identity = eventKey(named);
    const folder = folders.get(identity) ?? { number: ++last, ...nameDocuments(named, masking.formatTime) };
    folders.set(identity, folder);
    // Each event has a folder of its own, so that the tab's title is readable. The editor stores the URIs of open
    // documents, so a URI contains nothing of the event but its time and action.
    const paths: Readonly<Record<DocumentKind, string>> = {
      details: `${DETAILS_FOLDER}/${folder.number}/${folder.event}`,
      json: `/${folder.number}/${folder.event}.json`,
      query: `/${folder.number}/${folder.query}`,
      wholeQuery: `/${folder.number}/whole/${folder.query}`,
    };
    const uri = vscode.Uri.from({ scheme, path: paths[kind] });
    opened.set(uri.toString(), { event, text });
    return uri;
  };
  const openDocument = async (uri: vscode.Uri, language: string, preserveFocus = false): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, language);
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus });
  };
  const openQueryDocument = async (uri: vscode.Uri | undefined): Promise<boolean> => {
    if (uri) await openDocument(uri, 'vaultsql');
    return uri !== undefined;
  };
  const registerQueryDocument = (
    event: AuditEvent,
    connection: AnyConnection | undefined,
    whole?: Pick<DistinctQuery, 'newest' | 'textWithoutPaging'>,
  ): vscode.Uri | undefined => {
    const content = whole?.textWithoutPaging ?? findQueryText(event);
    if (!content) return undefined;
    const target = targets
      .all()
      .find(
        ({ connection: of, vault }) => of.name === connection?.name && vault.id === event.request.vaultID,
      );
    // The first line is a directive of this extension, because a directive in the audited text must not determine the
    // vault of this document.
    const vault = (event.request.vaultID ?? 'unknown').replace(/\s+/g, ' ');
    const directive = `-- vault: ${target ? formatTarget(target) : `${connection?.name ?? 'unknown'}/${vault}`}\n`;
    masking.reveal(event);
    return registerDocument(
      event,
      whole ? 'wholeQuery' : 'query',
      () => `${directive}${content}\n`,
      whole?.newest,
    );
  };

  return {
    openEvent: (event, keepsFocus) =>
      openDocument(
        registerDocument(event, 'details', () => formatEventText(event, { masking, marks })),
        'vaultsql-event',
        keepsFocus,
      ),
    openJson: (event) =>
      openDocument(
        registerDocument(event, 'json', () => `${stringifyJson(masking.maskEvent(event).raw, 2)}\n`),
        'json',
      ),
    findEventOf: (document) => opened.get(document.toString())?.event,
    openQuery: (event, connection) => openQueryDocument(registerQueryDocument(event, connection)),
    openWholeQuery: (query, connection) =>
      openQueryDocument(registerQueryDocument(query.firstPage, connection, query)),
    forgetEvents() {
      const open = [...opened.keys()];
      opened.clear();
      folders.clear();
      for (const uri of open) changes.fire(vscode.Uri.parse(uri));
    },
    async compareQuery(event, file, connection) {
      const uri = registerQueryDocument(event, connection);
      if (!uri) return false;
      const isInWorkspace = vscode.workspace.getWorkspaceFolder(file) !== undefined;
      const name = isInWorkspace ? vscode.workspace.asRelativePath(file) : file.path.split('/').at(-1);
      const title = vscode.l10n.t('Audited query ↔ {0}', name ?? '');
      await vscode.commands.executeCommand('vscode.diff', uri, file, title);
      return true;
    },
    dispose() {
      for (const part of [provider, closing, redrawing, changes]) part.dispose();
      opened.clear();
    },
  };
}
