import * as vscode from 'vscode';
import type { AuditMode } from '../../../protocol/audit.ts';
import type { Deps } from '../../app/deps.ts';
import { disposableStore } from '../../app/disposables.ts';
import { loadAudit } from '../../app/lazy.ts';
import type { AuditTableView } from './view.ts';

const viewID = 'vaultsql.auditTable';

/** The table of audit events in the panel; all of it but this is loaded when it is first shown. */
export function registerAuditTable(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  let made: AuditTableView | undefined;
  const table = (): AuditTableView | undefined => {
    const audit = deps.audit?.();
    if (!made && audit) made = store.add(loadAudit().createAuditTableView(deps, audit.feed, audit.actions));
    return made;
  };
  store.add(
    vscode.window.registerWebviewViewProvider(viewID, {
      resolveWebviewView: (view) => table()?.resolve(view),
    }),
  );
  // Beside the results it would take half of the panel: it is there from when it is asked for until it is closed.
  const setOpen = (open: boolean): Thenable<unknown> =>
    vscode.commands.executeCommand('setContext', 'vaultsql.auditTableOpen', open);
  const open = async (mode: AuditMode): Promise<unknown> => {
    const state = await table()?.open(mode);
    // For tests: what is shown, no value of an event.
    return state && { phase: state.phase, mode: state.mode, rowCount: state.rowCount, status: state.status };
  };
  const show = async (mode: AuditMode): Promise<unknown> => {
    // Who has it in a tab wants to see it there.
    if (made?.hasTab()) made.openTab();
    else {
      await setOpen(true);
      await vscode.commands.executeCommand(`${viewID}.focus`);
    }
    return open(mode);
  };
  deps.commands.add({
    'vaultsql.audit.showTable': () => show('events'),
    // A file to write it to, for scripts and tests.
    'vaultsql.audit.whoReadWhat': async (argument) => {
      const shown = await show('readers');
      return argument instanceof vscode.Uri ? made?.export(argument) : shown;
    },
    'vaultsql.audit.openTableInTab': () => {
      table()?.openTab();
      return open('events');
    },
    'vaultsql.audit.findInTable': (where) => made?.find(where),
    'vaultsql.audit.closeTable': () => setOpen(false),
  });
  return store;
}
