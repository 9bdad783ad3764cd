import * as vscode from 'vscode';
import type { AuditMode } from '../../../../protocol/audit.ts';
import type { Commands } from '../../../app/commands.ts';
import { disposableStore } from '../../../app/disposables.ts';
import type { AuditEventsApi, RegisteredFeature } from '../../../app/featureApis.ts';
import type { AuditTableView } from './view.ts';

const viewID = 'vaultsql.auditTable';

/** The audit table, made when it is first wanted. */
interface TableAccess {
  open(): AuditTableView;
  /** The view of the audit table; undefined until `open` has created it. */
  current(): AuditTableView | undefined;
}

/** The place of the audit table in the panel, and its commands. */
export function registerTableView(
  commands: Commands,
  table: TableAccess,
): RegisteredFeature<Pick<AuditEventsApi, 'whoReadWhat'>> {
  const store = disposableStore();
  store.add(
    vscode.window.registerWebviewViewProvider(viewID, {
      resolveWebviewView: (view) => table.open().resolve(view),
    }),
  );
  // The panel has a tab for the table from the first command that shows it.
  const showPanelTab = (): Thenable<unknown> =>
    vscode.commands.executeCommand('setContext', 'vaultsql.auditTableOpen', true);
  const open = async (mode: AuditMode): Promise<unknown> => {
    const state = await table.open().open(mode);
    // For tests: what is shown, no value of an event.
    return { phase: state.phase, mode: state.mode, rowCount: state.rowCount, status: state.status };
  };
  const show = async (mode: AuditMode): Promise<unknown> => {
    if (!table.current()?.revealTab()) {
      await showPanelTab();
      await vscode.commands.executeCommand(`${viewID}.focus`);
    }
    return open(mode);
  };
  commands.add({
    'vaultsql.audit.showTable': () => show('events'),
    // A file to write it to, for scripts and tests.
    'vaultsql.audit.whoReadWhat': async (argument) => {
      const shown = await show('readers');
      return argument instanceof vscode.Uri ? table.open().export(argument) : shown;
    },
    'vaultsql.audit.showOdd': async () => {
      await show('events');
      await table.open().showOdd();
    },
    'vaultsql.audit.openTableInTab': () => {
      table.open().openTab();
      return open('events');
    },
    'vaultsql.audit.findInTable': (where) => table.current()?.find(where),
  });
  return { api: { whoReadWhat: () => show('readers') }, dispose: () => store.dispose() };
}
