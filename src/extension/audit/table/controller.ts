import type * as vscode from 'vscode';
import { MemoryTrail } from '../../../core/audit/table/memoryTrail.ts';
import type { AuditTrail } from '../../../core/audit/table/trail.ts';
import type { AuditMode, AuditState } from '../../../protocol/audit.ts';
import type { Deps } from '../../app/deps.ts';
import type { AuditFeed } from '../feed/feed.ts';
import type { FeedActions } from '../feedActions.ts';
import { type AuditHostHandlers, createHandlers } from './handlers.ts';
import { SharedFilters } from './sharedFilters.ts';
import { TableCommands } from './tableCommands.ts';
import { TableModel } from './tableModel.ts';
import { TrailSync } from './trailSync.ts';

export interface AuditTableController extends vscode.Disposable {
  readonly host: AuditHostHandlers;
  /** Shows a mode and loads the newest events where nothing is loaded; answers what is then shown. */
  open(mode: AuditMode): Promise<AuditState>;
  /** Lets the person set a filter; resolves when the choosing is over, whatever is loaded then. */
  addFilter(): Promise<void>;
  /** Writes what is shown to a file, with a manifest. */
  export(to: vscode.Uri): Promise<unknown>;
}

/** Puts the parts of the audit table together; `publish` gets each new state, of the events that `trail` holds. */
export function createController(
  deps: Deps,
  feed: AuditFeed,
  actions: FeedActions,
  publish: (state: AuditState) => void,
  trail: AuditTrail = new MemoryTrail(),
): AuditTableController {
  const filters: SharedFilters = new SharedFilters(feed, (of) => model.verdict(of));
  const model: TableModel = new TableModel({
    ...{ feed, trail, filters, publish, log: deps.log },
    readQuery: () => deps.language().readQuery,
    settled: () => sync.settled(),
  });
  const sync = new TrailSync({ feed, trail, filters, model });
  const commands = new TableCommands({
    ...{ deps, feed, actions, filters, model },
    redraw: () => sync.sync(),
  });

  const shownState = async (): Promise<AuditState> => {
    await model.drawn();
    const state = model.state();
    if (!state) throw new Error('no state');
    return state;
  };
  const host = createHandlers({
    ...{ deps, feed, model, commands },
    async ready() {
      // Unasked for, nothing is asked of the person.
      if (feed.sentFilters().accountID) void commands.loadFirst();
      await sync.sync();
      if (!model.state()) await model.draw(false);
      return shownState();
    },
  });
  const listening = [
    feed.onDidChange(() => sync.onFeedChange()),
    feed.masking.onDidChange(() => model.onFormatChange()),
  ];
  return {
    host,
    addFilter: () => commands.addFilter(),
    export: (to) => commands.export(to),
    async open(mode) {
      await commands.loadFirst();
      await sync.sync();
      await sync.settled();
      await model.show(mode);
      await model.readOn();
      return shownState();
    },
    dispose() {
      sync.dispose();
      filters.dispose();
      model.dispose();
      for (const one of listening) one.dispose();
    },
  };
}
