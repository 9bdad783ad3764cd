import * as vscode from 'vscode';
import type { AuditMode } from '../../../../protocol/audit.ts';
import type { Commands } from '../../../app/commands.ts';
import { createDisposableStore } from '../../../app/disposables.ts';
import type { DisplayedTable } from '../../actions/trailActions.ts';
import type { AuditTableView } from './view.ts';

const viewID = 'vaultsql.auditTable';

interface TableAccess {
  open(): AuditTableView;
  current(): AuditTableView | undefined;
}

type RegisteredTable = DisplayedTable & vscode.Disposable;

export function registerTableView(commands: Commands, table: TableAccess): RegisteredTable {
  const store = createDisposableStore();
  store.add(
    vscode.window.registerWebviewViewProvider(viewID, {
      resolveWebviewView: (view) => table.open().connectWebview(view),
    }),
  );
  // The panel has no tab for the table until a command first displays it.
  const showPanelTab = (): Thenable<unknown> =>
    vscode.commands.executeCommand('setContext', 'vaultsql.auditTableOpen', true);
  const open = async (wanted: AuditMode): Promise<unknown> => {
    const state = await table.open().open(wanted);
    // For tests: what is displayed, without any value of an event.
    const { phase, mode, rowCount, status, notice } = state;
    return {
      phase,
      mode,
      rowCount,
      status,
      ...(notice && { notice: `${notice.title} ${notice.text}`.trim() }),
    };
  };
  const show = async (mode: AuditMode): Promise<unknown> => {
    if (!table.current()?.revealTab()) {
      await showPanelTab();
      await vscode.commands.executeCommand(`${viewID}.focus`);
    }
    return open(mode);
  };
  commands.add({
    'vaultsql.audit.findInTable': (where) => table.current()?.focusSearchBox(where),
  });
  return {
    show,
    async showUnusual() {
      await show('events');
      await table.open().showUnusualValues();
    },
    openTab() {
      table.open().openTab();
      return open('events');
    },
    look: () => table.current()?.look() ?? {},
    setLook: (look) => table.open().setLook(look),
    export: (to) => table.open().export(to),
    dispose: () => store.dispose(),
  };
}
