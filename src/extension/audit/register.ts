import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/service/types.ts';
import type { NamesSource } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import { disposableStore } from '../app/disposables.ts';
import type { AuditEventsApi } from '../app/featureApis.ts';
import { eventCommands } from './commands/eventCommands.ts';
import { fileCommands } from './commands/fileCommands.ts';
import { filterCommands } from './commands/filterCommands.ts';
import { loadCommands } from './commands/loadCommands.ts';
import { markCommands } from './commands/markCommands.ts';
import { queryCommands, showQueryEvent } from './commands/queryCommands.ts';
import { shareCommands } from './commands/shareCommands.ts';
import { showVaultEvents, vaultCommands } from './commands/vaultCommands.ts';
import { type AuditContext, askAgain, askFor } from './context.ts';
import { exportFile, shownEvents } from './export/exportFile.ts';
import type { FeedActions } from './feedActions.ts';
import { AuditFiles } from './files/auditFiles.ts';
import { mayDropMarks } from './marks/unsavedMarks.ts';
import { AuditModel } from './model/auditModel.ts';
import { identityOf } from './model/connectionSwitch.ts';
import { AuditFollower } from './model/follower.ts';
import { namesOfLoaded } from './model/loadedNames.ts';
import { NewRequests } from './model/newRequests.ts';
import { registerTokenFailures } from './model/tokenFailures.ts';
import { registerUnaskedLoads } from './model/unaskedLoads.ts';
import { createFilterPicker } from './pickers/filterPick.ts';
import { ThreadTrail } from './sources/threadTrail.ts';
import { registerEventsSql } from './sql/sqlCommands.ts';
import { createEventDocuments } from './views/documents.ts';
import { type AuditTableView, createAuditTableView } from './views/table/view.ts';
import type { AuditNode } from './views/tree/auditNode.ts';
import { redrawing } from './views/tree/redrawing.ts';
import { revealEvent } from './views/tree/revealing.ts';
import { createAuditTree } from './views/tree/tree.ts';
import { createTreeOptions } from './views/tree/treeOptions.ts';
import { registerViewState } from './views/tree/viewState.ts';

export interface AuditFeature extends vscode.Disposable {
  /** What the view of the side panel asks for its nodes. */
  readonly tree: vscode.TreeDataProvider<AuditNode>;
  readonly onDidChangeTree: vscode.Event<AuditNode | undefined>;
  readonly api: Pick<AuditEventsApi, 'ofDisplayedQuery' | 'ofVault'>;
  /** What the loaded events show of vaults. */
  readonly names: NamesSource;
  /** Makes the audit table, which shows the same events. */
  createTable(): AuditTableView;
}

const commandTables = [
  loadCommands,
  filterCommands,
  shareCommands,
  eventCommands,
  markCommands,
  queryCommands,
  fileCommands,
  vaultCommands,
];

/** The events are gone, and can be loaded again. */
function onTrailEnded(deps: Deps, model: AuditModel, error: unknown): void {
  deps.log.defect('audit trail', error);
  model.source.resetStore();
  void deps.messages.error(vscode.l10n.t('The audit trail stopped unexpectedly. Load the events again.'));
}

/** The audit events: read, filtered, followed, opened. `view` is their tree in the side panel. */
export function registerAudit(deps: Deps, view: vscode.TreeView<AuditNode>): AuditFeature {
  const store = disposableStore();
  const entry = vscode.Uri.joinPath(deps.context.extensionUri, 'dist', 'trail.cjs').fsPath;
  const trail = store.add(new ThreadTrail(entry, (error) => onTrailEnded(deps, model, error)));
  const model: AuditModel = store.add(new AuditModel(deps, trail));
  const options = store.add(createTreeOptions(model.masking));
  const documents = store.add(createEventDocuments(deps.targets, options));
  const redraws = store.add(new vscode.EventEmitter<AuditNode | undefined>());
  const newRequests = store.add(new NewRequests(model, deps.networkLog));
  const tree = createAuditTree({
    ...{ model, options },
    readQuery: () => deps.language().readQuery,
    newRequests: () => newRequests.count(),
    onChange: (node) => redraws.fire(node),
  });
  const picker = createFilterPicker();
  const files = new AuditFiles({ deps, model });
  /** Selected last, in that listing. */
  let selected: { readonly event: AuditEvent; readonly listing: number } | undefined;
  const select = (event: AuditEvent): void => {
    selected = { event, listing: model.state.listing() };
  };
  const context: AuditContext = {
    ...{ deps, model, view, documents, options, tree, picker, files },
    selected: () => (selected?.listing === model.state.listing() ? selected.event : undefined),
    async reveal({ number, event }) {
      select(event);
      await tree.whileBare(number, async () => {
        // Beyond those that the tree draws, it is shown by itself.
        if (!(await revealEvent(tree, view, number))) await documents.openEvent(event);
      });
    },
  };
  store.add(
    view.onDidChangeSelection(({ selection }) => {
      const [node] = selection;
      if (node?.kind === 'event' || node?.kind === 'value') select(node.event);
    }),
  );

  store.add(registerViewState(context));
  const redraw = (): void => tree.refresh();
  store.add(redrawing(model.state.onDidChange, view, redraw));
  store.add(options.onDidChange(redraw));
  store.add(newRequests.onDidChange(() => tree.showNews()));
  // All of the tree: the editor writes single items that it is asked to draw again to its own log.
  store.add(model.marks.onDidChange(redraw));
  store.add(registerTokenFailures(context));
  store.add(registerUnaskedLoads(context));
  store.add(
    deps.onWillForget(({ connection, waitUntil }) =>
      waitUntil(mayDropMarks(deps.messages, model.marks, identityOf(connection))),
    ),
  );
  store.add(
    deps.onForget(() => {
      model.forget();
      documents.forget();
      picker.forget();
      files.forget();
      selected = undefined;
    }),
  );
  for (const table of commandTables) deps.commands.add(table(context));
  store.add(registerEventsSql(context));
  const follower = store.add(new AuditFollower(context));
  deps.commands.add({
    'vaultsql.audit.follow': () => follower.toggle(),
    'vaultsql.audit.stopFollowing': () => model.state.snapshot().following && follower.toggle(),
  });
  const actions: FeedActions = {
    load: (filters) => askFor(model, filters),
    retry: () => askAgain(model),
    export: async (what, to) => exportFile(context, what, await shownEvents(model), to),
  };
  return {
    tree,
    api: {
      ofDisplayedQuery: () => showQueryEvent(context),
      ofVault: (target, text) => showVaultEvents(context, target, text),
    },
    names: store.add(namesOfLoaded(model)),
    onDidChangeTree: redraws.event,
    createTable: () => store.add(createAuditTableView(deps, model, actions)),
    dispose: () => store.dispose(),
  };
}
