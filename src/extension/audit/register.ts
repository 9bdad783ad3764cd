import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import type { AuditFilters } from '../../core/audit/filters.ts';
import { errorSentences } from '../apiErrors.ts';
import type { Deps } from '../deps.ts';
import { disposableStore } from '../disposables.ts';
import { createEventDocuments } from './documents.ts';
import { pickFilters } from './filterPick.ts';
import { filterLabels } from './labels.ts';
import { createAuditSession } from './state.ts';
import { type AuditNode, createAuditTree, isEventNode } from './tree.ts';

const viewID = 'vaultsql.audit';

/** The audit events in the side panel: read, filtered by the service, opened. */
export function registerAudit(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  const changes = store.add(new vscode.EventEmitter<void>());
  const session = createAuditSession(deps, () => changes.fire());
  deps.audit = () => ({ ...session, onDidChange: changes.event });
  const documents = store.add(createEventDocuments(deps.targets));
  const view = store.add(
    vscode.window.createTreeView<AuditNode>(viewID, {
      treeDataProvider: createAuditTree(session, changes.event),
      showCollapseAll: false,
    }),
  );

  /** Filters as chips of text beside the title; what was loaded, and what went wrong, above the events. */
  const draw = (): void => {
    const filters = session.filters();
    const labels = filterLabels();
    const active = Object.entries(filters) as [keyof AuditFilters, string][];
    view.description = active.map(([name, value]) => `${labels[name]}: ${value}`).join(' · ');
    view.message = message() ?? '';
    void vscode.commands.executeCommand('setContext', 'vaultsql.auditFiltered', active.length > 0);
    void vscode.commands.executeCommand('setContext', 'vaultsql.audit.state', welcomeState());
  };
  const message = (): string | undefined => {
    const error = session.error();
    const connection = session.connection();
    if (error && connection && error.kind !== 'cancelled') {
      const { title, text } = errorSentences(error, { operation: 'audit', connection });
      return `${title} ${text}`;
    }
    const { loaded, more } = session.store().provenance();
    if (session.busy() || loaded === 0) return undefined;
    const count = vscode.l10n.t('{0} loaded', loaded);
    if (more === 'yes') return `${count} · ${vscode.l10n.t('older available')}`;
    return more === 'no'
      ? `${count} · ${vscode.l10n.t('no older ones')}`
      : `${count} · ${vscode.l10n.t('older: unknown')}`;
  };
  const welcomeState = (): 'none' | 'idle' | 'busy' | 'signedOut' | 'failed' | 'empty' => {
    const error = session.error();
    if (!session.connection()) return 'none';
    if (session.busy()) return 'busy';
    if (error)
      return error.kind === 'noToken' || (error.kind === 'status' && error.status === 401)
        ? 'signedOut'
        : 'failed';
    return session.loaded() ? 'empty' : 'idle';
  };
  const busy = <T>(work: () => Promise<T>): Thenable<T> =>
    vscode.window.withProgress({ location: { viewId: viewID } }, work);
  const focus = (): Thenable<unknown> => vscode.commands.executeCommand(`${viewID}.focus`);

  store.add(changes.event(draw));
  store.add(deps.targets.onDidChange(() => void whenTargetsChange()));
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && !session.loaded() && session.connection()) void busy(() => session.load());
    }),
  );
  let shownFor = session.connection()?.name;
  const whenTargetsChange = async (): Promise<void> => {
    const now = session.connection()?.name;
    draw();
    if (now === shownFor) return;
    shownFor = now;
    // Events of another connection must not stand under this one's name.
    if (now && view.visible) await busy(() => session.load({}));
    else session.reset();
  };
  draw();

  const ready = async (): Promise<boolean> => {
    await focus();
    if (!session.connection()) await vscode.commands.executeCommand('vaultsql.query.selectVault');
    return session.connection() !== undefined;
  };
  const chosen = (argument: unknown): AuditEvent | undefined => {
    const node = isEventNode(argument) ? argument : view.selection.find(isEventNode);
    return node?.event;
  };
  const sayNoEvent = (): Promise<void> =>
    deps.messages.info(vscode.l10n.t('Select an event in the Audit Events view first.'));

  deps.commands.add({
    'vaultsql.audit.refresh': async () => (await ready()) && busy(() => session.load()),
    'vaultsql.audit.filter': async () => {
      if (!(await ready())) return;
      const filters = await pickFilters(session.filters(), session.connection()?.accountID ?? '');
      if (filters) await busy(() => session.load(filters));
    },
    'vaultsql.audit.clearFilters': async () => (await ready()) && busy(() => session.load({})),
    'vaultsql.audit.loadOlder': async () => {
      if (!(await ready())) return;
      if (!session.loaded()) return busy(() => session.load());
      const { more } = session.store().provenance();
      if (!deps.settings.cursorParameters())
        return deps.messages.info(
          vscode.l10n.t(
            'Paging of audit events is turned off in your settings (vaultsql.audit.cursorParameters).',
          ),
        );
      if (more === 'unknown')
        return deps.messages.info(
          vscode.l10n.t('The service did not say where older events start, so they cannot be asked for.'),
        );
      if (more === 'no')
        return deps.messages.info(vscode.l10n.t('The service gives no older events for these filters.'));
      return busy(() => session.loadOlder());
    },
    'vaultsql.audit.openEvent': async (argument) => {
      const event = chosen(argument);
      return event ? documents.openEvent(event) : sayNoEvent();
    },
    'vaultsql.audit.openQuery': async (argument) => {
      const event = chosen(argument);
      if (!event) return sayNoEvent();
      if (await documents.openQuery(event, session.connection())) return undefined;
      return deps.messages.info(vscode.l10n.t('This event holds no query text.'));
    },
    'vaultsql.query.showAuditEvents': async () => {
      const { answered } = deps;
      if (!answered)
        return deps.messages.info(
          vscode.l10n.t('Run a query first: its audit event is looked up by its request ID.'),
        );
      if (!answered.requestID) {
        return deps.messages.info(
          vscode.l10n.t(
            'The service sent no request ID with this answer, so its audit event cannot be told apart.',
          ),
        );
      }
      deps.targets.choose(answered.target);
      await focus();
      await busy(() => session.load({ 'context.requestID': answered.requestID ?? '' }));
      const [event] = session.store().events();
      if (event) await view.reveal({ kind: 'event', event }, { select: true, focus: true });
      return undefined;
    },
  });
  return store;
}
