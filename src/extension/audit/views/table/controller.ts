import type * as vscode from 'vscode';
import type { AuditMode, AuditState } from '../../../../protocol/audit.ts';
import type { Deps } from '../../../app/deps.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { TableActions } from '../../tableActions.ts';
import { ActiveRowMemory } from './activeRow.ts';
import { type AuditHostHandlers, createTableHandlers } from './handlers.ts';
import type { TableLook } from './look.ts';
import { TableCommands } from './tableCommands.ts';
import { TableModel } from './tableModel.ts';

export interface AuditTableController extends vscode.Disposable {
  readonly host: AuditHostHandlers;
  state(): AuditState | undefined;
  /** Loads events if necessary, and switches the table to a mode. Resolves to the newest drawn state. */
  open(mode: AuditMode): Promise<AuditState>;
  addFilter(): Promise<void>;
  promptForTimeRange(): Promise<void>;
  look(): TableLook;
  setLook(look: TableLook): void;
  export(to: vscode.Uri): Promise<unknown>;
}

export type ControllerDeps = Pick<
  Deps,
  'clipboard' | 'connections' | 'fileSinks' | 'language' | 'localVault' | 'log' | 'messages' | 'targets'
>;

/**
 * Pause after a redraw while events are being loaded, as a multiple of the time that the redraw took. With 4, such
 * redraws take at most about a fifth of the time.
 */
const PAUSE_FACTOR = 4;

/**
 * Creates the controller of the audit table. `publish` is called with each new state. `isShown` returns whether a
 * webview displays the table, so that changes of the model have to be drawn. `openTab` opens the table in an editor
 * tab.
 */
export function createController(
  deps: ControllerDeps,
  model: AuditModel,
  actions: TableActions,
  publish: (state: AuditState) => void,
  isShown: () => boolean = () => true,
  openTab: () => void = () => undefined,
): AuditTableController {
  const tableModel: TableModel = new TableModel({
    model,
    publish,
    log: deps.log,
    findMovedRow: (before, now) => activeRowMemory.findMovedRow(before, now),
  });
  const commands = new TableCommands({ deps, model, actions, openTab, tableModel });

  const activeRowMemory = new ActiveRowMemory(model.trail, tableModel);

  const displayedContent = () => ({
    listing: model.state.getListingNumber(),
    source: model.state.file() ?? model.state.getServiceConnection()?.name,
    local: model.filters.getAppliedFilters().local,
  });
  let drawnContent = displayedContent();
  let timer: NodeJS.Timeout | undefined;
  const redraw = (): Promise<void> => {
    clearTimeout(timer);
    const before = drawnContent;
    drawnContent = displayedContent();
    const keepsPosition = drawnContent.local === before.local && drawnContent.source === before.source;
    return tableModel.redrawAfterChange(
      keepsPosition,
      !keepsPosition || drawnContent.listing !== before.listing,
    );
  };
  const onFeedChange = (): void => {
    clearTimeout(timer);
    if (!isShown()) return;
    if (
      model.state.getListingNumber() !== drawnContent.listing ||
      model.filters.getAppliedFilters().local !== drawnContent.local
    )
      return void redraw();
    const { at, took } = tableModel.getLastDrawTiming();
    timer = setTimeout(() => void redraw(), Math.max(0, at + PAUSE_FACTOR * took - performance.now()));
  };

  const drawnState = async (): Promise<AuditState> => {
    await tableModel.waitUntilDrawn();
    const state = tableModel.state();
    if (!state) throw new Error('no state');
    return state;
  };
  const host = createTableHandlers({
    deps,
    model,
    actions,
    tableModel,
    commands,
    activeRow: activeRowMemory,
    async ready() {
      // Loading prompts for an account ID if none is set. A view that was merely displayed must not prompt, so it
      // loads only if an account ID is set.
      if (model.filters.getServiceFiltersToSend().accountID)
        void commands.loadNewestEventsUnlessLoadedOrFailed();
      const activeRow = await activeRowMemory.followThrough(redraw);
      const state = await drawnState();
      return activeRow ? { ...state, activeRow } : state;
    },
  });
  const onFormatChange = (): void => tableModel.redrawAfterFormatChange(isShown());
  const onTargetsChange = (): void => {
    if (isShown() && model.state.phase().content === 'noVault') void tableModel.redrawTable(false);
  };
  const listening = [
    deps.targets.onDidChange(onTargetsChange),
    model.state.onDidChange(onFeedChange),
    model.masking.onDidChange(onFormatChange),
    model.marks.onDidChange(onFormatChange),
  ];
  return {
    host,
    state: () => tableModel.state(),
    addFilter: () => commands.addFilter(),
    promptForTimeRange: () => commands.promptForTimeRange(),
    look: () => tableModel.getTableLook(),
    setLook: (look) => tableModel.setLookAndRedraw(look),
    export: (to) => commands.export(to),
    async open(mode) {
      await commands.loadNewestEventsUnlessLoadedOrFailed();
      await redraw();
      await tableModel.setMode(mode);
      return drawnState();
    },
    dispose() {
      clearTimeout(timer);
      tableModel.dispose();
      for (const one of listening) one.dispose();
    },
  };
}
