import * as vscode from 'vscode';
import type { AuditBarButton, AuditMode, AuditState, AuditViewMethods } from '../../../../protocol/audit.ts';
import { auditHostGuards } from '../../../../protocol/auditGuards.ts';
import { auditAssets } from '../../../../protocol/html.ts';
import type { Rpc } from '../../../../protocol/rpc.ts';
import { guardHandlers } from '../../../../protocol/validate.ts';
import type { Deps } from '../../../app/deps.ts';
import { createTabIcon } from '../../../platform/tabIcon.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { TableActions } from '../../tableActions.ts';
import { type AuditTableController, type ControllerDeps, createController } from './controller.ts';
import type { TableLook } from './look.ts';

type TableWebview = vscode.WebviewView | vscode.WebviewPanel;

const isTab = (place: TableWebview): place is vscode.WebviewPanel => 'reveal' in place;

const focusWebview = (place: TableWebview): void => (isTab(place) ? place.reveal() : place.show());

const createPanelPlaceholderState = (state: AuditState): AuditState => {
  const {
    histogram: _histogram,
    range: _range,
    marks: _marks,
    opensUnusualValues: _odd,
    activeRow: _activeRow,
    ...rest
  } = state;
  return {
    ...rest,
    phase: 'idle',
    isInTab: true,
    rowCount: 0,
    rows: [],
    facets: [],
    chips: [],
    status: '',
    detail: '',
    notice: {
      title: vscode.l10n.t('The audit table is open in a tab'),
      text: '',
      buttons: [
        { id: 'showTab', label: vscode.l10n.t('Show Tab') },
        { id: 'showInPanel', label: vscode.l10n.t('Show Here') },
      ],
      severity: 'info',
    },
  };
};

const hideOpenTabButton = (button: AuditBarButton): AuditBarButton =>
  button.opens === 'tab' ? { ...button, visible: false } : button;

function createTab(
  title: string,
  context: Pick<vscode.ExtensionContext, 'extensionUri'>,
): vscode.WebviewPanel {
  const tab = vscode.window.createWebviewPanel('vaultsql.auditTableTab', title, vscode.ViewColumn.Active, {});
  tab.iconPath = createTabIcon(context);
  return tab;
}

type ViewDeps = ControllerDeps & Pick<Deps, 'context' | 'webviews'>;

/**
 * The audit table and the webviews that display it, in the panel and in an editor tab. While there is a tab, it
 * displays the rows, and the panel displays a notice.
 */
export class AuditTableView implements vscode.Disposable {
  readonly #deps: ViewDeps;
  readonly #controller: AuditTableController;
  readonly #title = vscode.l10n.t('Audit Table');
  readonly #actions: TableActions;
  readonly #connections = new Map<Rpc<AuditViewMethods>, TableWebview>();
  readonly #notReady = new Map<TableWebview, { readonly opensUnusualValues: boolean }>();
  #opensUnusualValuesNext = false;
  #tab: vscode.WebviewPanel | undefined;

  constructor(deps: ViewDeps, model: AuditModel, actions: TableActions) {
    this.#deps = deps;
    this.#actions = actions;
    this.#controller = createController(
      deps,
      model,
      actions,
      (state) => this.#sendStateToWebviews(state),
      () => [...this.#connections.values()].some(({ visible }) => visible),
      () => {
        this.openTab();
        void this.open('events');
      },
    );
  }

  /** Loads the audit table into a new webview, and connects the webview to the controller until it is disposed. */
  connectWebview(place: TableWebview): void {
    const { onDidDispose } = place;
    // Input boxes and pick lists take the focus and do not return it to a webview.
    const focusAfter = async <T>(work: () => Promise<T> | T): Promise<T> => {
      const done = await work();
      if (!this.#connections.has(line)) return done;
      if (place.visible) line.notify('focus', {});
      else focusWebview(place);
      return done;
    };
    const handlers = guardHandlers(auditHostGuards, this.#handlers(place, focusAfter));
    const line = this.#deps.webviews.attach<AuditViewMethods>(place, auditAssets, this.#title, handlers);
    this.#connections.set(line, place);
    this.#notReady.set(place, { opensUnusualValues: this.#opensUnusualValuesNext });
    this.#opensUnusualValuesNext = false;
    onDidDispose(() => {
      line.dispose();
      this.#connections.delete(line);
      this.#notReady.delete(place);
    });
  }
  /** Moves the table to an editor tab, or brings that tab to the front if there is one already. */
  openTab(): void {
    if (this.#tab) {
      this.#tab.reveal();
      return;
    }
    const tab = createTab(this.#title, this.#deps.context);
    this.#tab = tab;
    this.connectWebview(tab);
    tab.onDidDispose(() => {
      if (this.#tab !== tab) return;
      this.#tab = undefined;
      this.#sendStateToWebviews();
    });
    this.#sendStateToWebviews();
  }
  /** Brings the tab with the table to the front. Returns false if there is no tab. */
  revealTab(): boolean {
    this.#tab?.reveal();
    return this.#tab !== undefined;
  }
  /**
   * Moves the keyboard focus to the table's search box. `where` is `panel` or `tab` if a key was pressed in that
   * webview, so that it has the focus already.
   */
  focusSearchBox(where?: unknown): void {
    // The webview in which the key was pressed has the focus already. If it were focused again, it would miss what the
    // user types meanwhile.
    const hasKeyboard = where === (this.#tab ? 'tab' : 'panel');
    for (const [line, place] of this.#displayingWebviews()) {
      if (!hasKeyboard) focusWebview(place);
      line.notify('find', {});
    }
  }
  open(mode: AuditMode): Promise<AuditState> {
    return this.#controller.open(mode);
  }
  async showUnusualValues(): Promise<AuditState> {
    const state = await this.open('events');
    const displaying = this.#displayingWebviews();
    // The editor can create the page of the panel after the command that shows it has ended.
    this.#opensUnusualValuesNext = displaying.length === 0;
    for (const [line, place] of displaying) {
      focusWebview(place);
      if (this.#notReady.has(place)) this.#notReady.set(place, { opensUnusualValues: true });
      else line.notify('state', { ...this.#adaptStateToWebview(place, state), opensUnusualValues: true });
    }
    return state;
  }
  look(): TableLook {
    return this.#controller.look();
  }
  setLook(look: TableLook): void {
    this.#controller.setLook(look);
  }
  export(to: vscode.Uri): Promise<unknown> {
    return this.#controller.export(to);
  }
  dispose(): void {
    for (const line of this.#connections.keys()) line.dispose();
    this.#tab?.dispose();
    this.#controller.dispose();
  }

  #handlers(
    place: TableWebview,
    focusAfter: <T>(work: () => Promise<T> | T) => Promise<T>,
  ): AuditTableController['host'] {
    const controller = this.#controller;
    return {
      ...controller.host,
      ready: async (asked) => {
        const state = this.#adaptStateToWebview(place, await controller.host.ready(asked));
        const opensUnusualValues = this.#notReady.get(place)?.opensUnusualValues ?? false;
        this.#notReady.delete(place);
        return { ...state, opensUnusualValues };
      },
      action: async (asked) => {
        const { action } = asked;
        if (action !== 'addFilter' && action !== 'customTime') return controller.host.action(asked);
        await focusAfter(() =>
          action === 'addFilter' ? controller.addFilter() : controller.promptForTimeRange(),
        );
      },
      button: (asked) => {
        if (asked.id === 'showTab') this.#tab?.reveal();
        else if (asked.id === 'showInPanel') this.#tab?.dispose();
        else return controller.host.button(asked);
        return undefined;
      },
      note: (asked) => focusAfter(() => controller.host.note(asked)),
      activate: (asked) =>
        this.#actions.auditActions.doesActionPromptUser(asked.id)
          ? focusAfter(() => controller.host.activate(asked))
          : controller.host.activate(asked),
    };
  }
  #displayingWebviews(): readonly (readonly [Rpc<AuditViewMethods>, TableWebview])[] {
    return [...this.#connections].filter(([, place]) => isTab(place) === (this.#tab !== undefined));
  }
  #adaptStateToWebview(place: TableWebview, state: AuditState): AuditState {
    if (this.#tab === undefined) return state;
    return isTab(place)
      ? { ...state, buttons: state.buttons.map(hideOpenTabButton) }
      : createPanelPlaceholderState(state);
  }
  #sendStateToWebviews(state = this.#controller.state()): void {
    if (state)
      for (const [line, place] of this.#connections)
        line.notify('state', this.#adaptStateToWebview(place, state));
  }
}
