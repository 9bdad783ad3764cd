/**
 * The actions on one audit event. `npm run readme` writes the tree's menu into package.json from
 * this table.
 */
import * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Messages } from '../../platform/messages.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { EventMarks } from '../marks/eventMarks.ts';
import { markOrUnmarkEvents, promptForNote } from '../marks/marking.ts';
import type { EventMasking } from '../model/masking.ts';
import type { EventDocuments } from '../views/documents.ts';
import { scheme as eventScheme } from '../views/documents.ts';
import { KEEP_FOCUS_IN_LIST } from '../views/tree/auditNode.ts';
import type { Action, ActionID } from './action.ts';
import { type RelatedEventsParts, showEventsWithSameValue } from './relatedEvents.ts';
import type { EventTrait } from './traits.ts';

export interface EventActionParts extends RelatedEventsParts {
  readonly documents: Pick<
    EventDocuments,
    'openEvent' | 'openJson' | 'openQuery' | 'compareQuery' | 'findEventOf'
  >;
  readonly masking: Pick<EventMasking, 'hasMaskedLiterals' | 'isRevealed' | 'reveal' | 'toggleReveal'>;
  readonly marks: EventMarks;
  readonly messages: Pick<Messages, 'info' | 'confirm'>;
  origin(): AnyConnection | undefined;
  runQuery(): unknown;
}

interface EventAction extends Action<EventTrait> {
  /** True if the action can open an input box. The view must take back the keyboard focus afterwards. */
  readonly promptsUser?: true;
  run(event: AuditEvent, parts: EventActionParts, given?: unknown): unknown;
}

const writeNote: EventAction['run'] = (event, { marks }, words) =>
  // A script passes the note with the command; the user is not prompted for it then.
  typeof words === 'string' ? marks.setNote(event, words, marks.source) : promptForNote({ marks }, event);

export type EventQueryParts = Pick<EventActionParts, 'documents' | 'messages' | 'origin' | 'runQuery'>;

/** Opens the event's query. Resolves to false if it has none. */
const openEventQuery = (
  event: AuditEvent,
  { documents, origin }: Pick<EventQueryParts, 'documents' | 'origin'>,
): Promise<boolean> => documents.openQuery(event, origin());

/** Opens the event's query and runs it. Does nothing if the event has no query. */
async function runEventQuery(
  event: AuditEvent,
  parts: Pick<EventQueryParts, 'documents' | 'origin' | 'runQuery'>,
): Promise<unknown> {
  return (await openEventQuery(event, parts)) ? parts.runQuery() : undefined;
}

/**
 * Returns the URI of a `.vaultsql` file that is open in a tab, visible or not, and does not belong to an audit event.
 * Prompts the user if there are several. Undefined if there is none or the user cancels.
 */
async function pickOpenFile(
  messages: Pick<EventQueryParts['messages'], 'info'>,
): Promise<vscode.Uri | undefined> {
  const uris = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []))
    .filter(({ path, scheme }) => path.endsWith('.vaultsql') && scheme !== eventScheme);
  const different = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  if (different.length === 0)
    await messages.info(vscode.l10n.t('First open the .vaultsql file to compare with.'));
  if (different.length < 2) return different[0];
  const items = different.map((uri) => ({ label: oneLine(vscode.workspace.asRelativePath(uri)), uri }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Compare with an open file'),
  });
  return picked?.uri;
}

/**
 * Compares the event's query with a visible document in the language `vaultsql`, preferably one that does not belong to
 * an audit event, or else the query of another event. If there is none, compares the query with a file in another tab.
 * Shows a message if no file is open.
 */
export async function compareEventQueryWithEditor(
  event: AuditEvent,
  { documents, messages, origin }: Pick<EventQueryParts, 'documents' | 'messages' | 'origin'>,
): Promise<unknown> {
  const queries = vscode.window.visibleTextEditors.filter(
    ({ document }) => document.languageId === 'vaultsql',
  );
  // The user's own file before another audited query.
  const open =
    queries.find(({ document: { uri } }) => uri.scheme !== eventScheme) ??
    queries.find(({ document: { uri } }) => {
      const opened = documents.findEventOf(uri);
      return opened && eventKey(opened) !== eventKey(event);
    });
  // While the user picks a file, another connection may be displayed.
  const connection = origin();
  const uri = open ? open.document.uri : await pickOpenFile(messages);
  return uri && documents.compareQuery(event, uri, connection);
}

export const eventActions: Readonly<Record<ActionID, EventAction>> = {
  'vaultsql.audit.openEvent': {
    traits: [],
    place: '1_open@1',
    icon: 'preview',
    run: (event, { documents }, how) => documents.openEvent(event, how === KEEP_FOCUS_IN_LIST),
  },
  'vaultsql.audit.showRawJson': {
    traits: [],
    place: '1_open@5',
    icon: 'json',
    run: (event, { documents }) => documents.openJson(event),
  },
  'vaultsql.audit.openQuery': {
    traits: ['query'],
    place: '1_open@2',
    icon: 'go-to-file',
    inline: 1,
    run: openEventQuery,
  },
  'vaultsql.audit.runQueryAgain': {
    traits: ['query', 'runnable'],
    place: '1_open@3',
    icon: 'debug-rerun',
    run: runEventQuery,
  },
  'vaultsql.audit.compareQuery': {
    traits: ['query'],
    place: '1_open@4',
    icon: 'diff',
    run: compareEventQueryWithEditor,
  },
  'vaultsql.audit.showLiterals': {
    traits: ['masked'],
    place: '1_open@6',
    icon: 'eye',
    isButton: true,
    run: (event, { masking }) => masking.reveal(event),
  },
  'vaultsql.audit.maskLiterals': {
    traits: ['revealed'],
    place: '1_open@6',
    icon: 'eye-closed',
    isButton: true,
    run: (event, { masking }) => masking.isRevealed(event) && masking.toggleReveal(event),
  },
  'vaultsql.audit.mark': {
    traits: ['unmarked'],
    place: '2_mark@1',
    icon: 'star-empty',
    inline: 2,
    isButton: true,
    run: (event, { marks, messages }) => markOrUnmarkEvents({ marks, messages }, [event], true),
  },
  'vaultsql.audit.unmark': {
    traits: ['marked'],
    place: '2_mark@1',
    icon: 'star-full',
    inline: 2,
    isButton: true,
    run: (event, { marks, messages }) => markOrUnmarkEvents({ marks, messages }, [event], false),
  },
  'vaultsql.audit.addNote': {
    traits: ['unnoted'],
    place: '2_mark@2',
    icon: 'note',
    promptsUser: true,
    run: writeNote,
  },
  'vaultsql.audit.editNote': {
    traits: ['noted'],
    place: '2_mark@2',
    icon: 'edit',
    promptsUser: true,
    run: writeNote,
  },
  'vaultsql.audit.showSameRequest': {
    traits: ['request'],
    place: '2_same@1',
    run: (event, parts) => showEventsWithSameValue(event, 'context.requestID', parts),
  },
  'vaultsql.audit.showSameSession': {
    traits: ['session'],
    place: '2_same@2',
    run: (event, parts) => showEventsWithSameValue(event, 'context.sessionID', parts),
  },
  'vaultsql.audit.showSameToken': {
    traits: ['token'],
    place: '2_same@3',
    run: (event, parts) => showEventsWithSameValue(event, 'context.jwtID', parts),
  },
};
