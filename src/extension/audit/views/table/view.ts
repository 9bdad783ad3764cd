import * as vscode from 'vscode';
import type { AuditMode, AuditState, AuditViewMethods } from '../../../../protocol/audit.ts';
import { auditHostGuards } from '../../../../protocol/auditGuards.ts';
import { auditAssets } from '../../../../protocol/html.ts';
import type { Rpc } from '../../../../protocol/rpc.ts';
import { guarded } from '../../../../protocol/validate.ts';
import type { Deps } from '../../../app/deps.ts';
import { tabIcon } from '../../../platform/tabIcon.ts';
import type { FeedActions } from '../../feedActions.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { createController } from './controller.ts';

/** A webview in the panel or in a tab. */
type Place = vscode.WebviewView | vscode.WebviewPanel;

const isTab = (place: Place): place is vscode.WebviewPanel => 'reveal' in place;

/** Shows it, and gives it the focus; what had the focus in it has it again. */
const focus = (place: Place): void => (isTab(place) ? place.reveal() : place.show());

/** What the panel shows while the table is in a tab: where it is, and the ways to go there or to bring it back. */
const stateBesideTab = (state: AuditState): AuditState => {
  const { histogram: _histogram, range: _range, marks: _marks, odd: _odd, ...rest } = state;
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

/** The audit table behind its webviews: the one of the panel or, while the user wants it wider, one in a tab. */
export interface AuditTableView extends vscode.Disposable {
  /** Fills a webview that has just been made. */
  resolve(place: Place): void;
  /** Moves the table to a tab, or brings that tab to the front. */
  openTab(): void;
  /** Brings the tab to the front; false where the table is in the panel. */
  revealTab(): boolean;
  /**
   * Moves the keyboard focus to the search of the table, in the tab if there is one, else in the panel. `where`: the page
   * in which the key for this was pressed, `panel` or `tab`; undefined if it was not a key.
   */
  find(where?: unknown): void;
  open(mode: AuditMode): Promise<AuditState>;
  /** Shows what is odd about the events shown, in the tab where there is one, else in the panel. */
  showOdd(): Promise<AuditState>;
  export(to: vscode.Uri): Promise<unknown>;
}

export function createAuditTableView(deps: Deps, model: AuditModel, actions: FeedActions): AuditTableView {
  const lines = new Map<Rpc<AuditViewMethods>, Place>();
  /** Pages that have not asked for their first state, and whether they are to show what is odd in it. */
  const starting = new Map<Place, { readonly odd: boolean }>();
  const controller = createController(
    deps,
    model,
    actions,
    (state) => publish(state),
    () => [...lines.values()].some(({ visible }) => visible),
  );
  let tab: vscode.WebviewPanel | undefined;
  const title = vscode.l10n.t('Audit Table');

  /** Returns what a webview shows of the state. The tab offers no button that opens a tab. */
  function stateIn(place: Place, state: AuditState): AuditState {
    if (tab === undefined) return state;
    return isTab(place) ? { ...state, can: { ...state.can, tab: false } } : stateBesideTab(state);
  }
  function publish(state = controller.state()): void {
    if (state) for (const [line, place] of lines) line.notify('state', stateIn(place, state));
  }

  function resolve(place: Place): void {
    const { onDidDispose } = place;
    const handlers = guarded(auditHostGuards, {
      ...controller.host,
      async ready(asked) {
        const state = stateIn(place, await controller.host.ready(asked));
        const odd = starting.get(place)?.odd ?? false;
        starting.delete(place);
        return { ...state, odd };
      },
      async action(asked) {
        if (asked.action !== 'addFilter' && asked.action !== 'customTime')
          return controller.host.action(asked);
        const { action } = asked;
        await backAfter(() => controller[action]());
      },
      button: (asked) => {
        if (asked.id === 'showTab') tab?.reveal();
        else if (asked.id === 'showInPanel') tab?.dispose();
        else return controller.host.button(asked);
        return undefined;
      },
      note: (asked) => backAfter(() => controller.host.note(asked)),
      activate: (asked) =>
        asked.id === 'note'
          ? backAfter(() => controller.host.activate(asked))
          : controller.host.activate(asked),
    });
    // Boxes and lists to choose from take the focus, and do not give it back to a webview.
    const backAfter = async <T>(work: () => Promise<T> | T): Promise<T> => {
      const done = await work();
      if (lines.has(line)) focus(place);
      return done;
    };
    const line = deps.webviews.attach<AuditViewMethods>(place, auditAssets, title, handlers);
    lines.set(line, place);
    starting.set(place, { odd: false });
    onDidDispose(() => {
      line.dispose();
      lines.delete(line);
      starting.delete(place);
    });
  }

  return {
    resolve,
    openTab() {
      if (tab) return tab.reveal();
      const made = vscode.window.createWebviewPanel(
        'vaultsql.auditTableTab',
        title,
        vscode.ViewColumn.Active,
        {},
      );
      made.iconPath = tabIcon(deps.context);
      tab = made;
      resolve(made);
      made.onDidDispose(() => {
        if (tab !== made) return;
        tab = undefined;
        publish();
      });
      publish();
    },
    revealTab() {
      tab?.reveal();
      return tab !== undefined;
    },
    find(where) {
      const inTab = tab !== undefined;
      // The page where the key was pressed has the keyboard: given it once more, it would miss what is typed meanwhile.
      const hasKeyboard = where === (inTab ? 'tab' : 'panel');
      for (const [line, place] of lines) {
        if (isTab(place) !== inTab) continue;
        if (!hasKeyboard) focus(place);
        line.notify('find', {});
      }
    },
    open: controller.open,
    async showOdd() {
      const state = await controller.open('events');
      for (const [line, place] of lines) {
        if (isTab(place) !== (tab !== undefined)) continue;
        focus(place);
        if (starting.has(place)) starting.set(place, { odd: true });
        else line.notify('state', { ...stateIn(place, state), odd: true });
      }
      return state;
    },
    export: controller.export,
    dispose() {
      for (const line of lines.keys()) line.dispose();
      tab?.dispose();
      controller.dispose();
    },
  };
}
