import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/service/types.ts';
import type { Deps } from '../app/deps.ts';
import { disposableStore } from '../app/disposables.ts';
import { eventCommands } from './commands/eventCommands.ts';
import { fileCommands } from './commands/fileCommands.ts';
import { filterCommands } from './commands/filterCommands.ts';
import { followCommands } from './commands/followCommands.ts';
import { loadCommands } from './commands/loadCommands.ts';
import { queryCommands } from './commands/queryCommands.ts';
import { createEventDocuments } from './documents.ts';
import { exportFile } from './exportFile.ts';
import { type AuditParts, askAgain, askFor, busy } from './parts.ts';
import { createFilterPicker } from './pickers/filterPick.ts';
import type { AuditSource } from './source.ts';
import { createAuditSession } from './state.ts';
import type { AuditNode } from './tree/nodes.ts';
import { createAuditTree } from './tree/tree.ts';
import { createTreeOptions } from './tree/treeOptions.ts';
import { registerViewState } from './tree/viewState.ts';

export interface AuditFeature extends vscode.Disposable {
  /** What the view of the side panel asks for its nodes. */
  readonly tree: vscode.TreeDataProvider<AuditNode>;
  readonly onDidChangeTree: vscode.Event<AuditNode | undefined>;
  /** For further views of the same events. */
  readonly source: AuditSource;
}

/** The audit events: read, filtered, followed, opened. `view` is their tree in the side panel. */
export function registerAudit(deps: Deps, view: vscode.TreeView<AuditNode>): AuditFeature {
  const store = disposableStore();
  const session = store.add(createAuditSession(deps));
  const options = store.add(createTreeOptions(session.masking));
  const documents = store.add(createEventDocuments(deps.targets, options));
  const redraws = store.add(new vscode.EventEmitter<AuditNode | undefined>());
  const tree = store.add(createAuditTree(session, options, () => redraws.fire(undefined)));
  const picker = createFilterPicker();
  let selected: AuditEvent | undefined;
  const parts: AuditParts = {
    ...{ deps, session, view, documents, options, tree, picker },
    selected: () => (selected && session.store().events().includes(selected) ? selected : undefined),
    async reveal(event) {
      selected = event;
      await tree.whileBare(event, () => view.reveal(tree.nodeOf(event), { select: true, focus: true }));
    },
  };
  store.add(
    view.onDidChangeSelection(({ selection }) => {
      const [node] = selection;
      if (node?.kind === 'event' || node?.kind === 'value') selected = node.event;
    }),
  );

  store.add(registerViewState(parts));
  const redraw = (): void => tree.refresh();
  store.add(session.onDidChange(redraw));
  store.add(options.onDidChange(redraw));
  /** Unasked for, nothing is asked: without an account ID the view offers to load instead. */
  const loadUnasked = (): void => {
    if (session.sentFilters().accountID) void busy(() => session.load());
  };
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && !session.loaded() && !session.busy()) loadUnasked();
    }),
  );
  store.add(
    deps.targets.onDidChange(() => {
      // Events of another connection, or from another address, must not stand under this one's name; those of a file may.
      if (!session.isAstray() || session.snapshot().file) return;
      session.reset();
      if (view.visible) loadUnasked();
    }),
  );
  store.add(
    deps.onForget(() => {
      session.forget();
      documents.forget();
      picker.forget();
      selected = undefined;
    }),
  );
  for (const table of [loadCommands, filterCommands, eventCommands, queryCommands, fileCommands])
    deps.commands.add(table(parts));
  const following = store.add(followCommands(parts));
  deps.commands.add(following.table);
  const source: AuditSource = {
    ...session,
    load: (filters) => askFor(session, filters),
    retry: () => askAgain(session),
    export: (what, to) => exportFile(parts, what, to),
  };
  return { tree, source, onDidChangeTree: redraws.event, dispose: () => store.dispose() };
}
