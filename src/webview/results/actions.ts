/**
 * The buttons of the results view: paging on the left, other actions on the right. If the view is narrow, some actions
 * are in a menu.
 */
import {
  getRowsDescription,
  type ResultsAction,
  type ResultsHost,
  type ResultsState,
  type ResultsTool,
  type ResultsTools,
} from '../../protocol/results.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { MenuEntry, Menus } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar, type ToolbarButton } from '../shared/toolbar.ts';

export interface Actions {
  readonly pager: HTMLElement;
  readonly tools: HTMLElement;
  /** `narrow` is true if the view is too narrow for all buttons. */
  draw(state: ResultsState, narrow: boolean): void;
  /** Performs the action of a paging button if that button is enabled. */
  page(action: 'next' | 'previous' | 'first'): void;
  focus(): void;
}

const pages: readonly ToolbarButton[] = [
  { id: 'first', name: strings.firstPage, icon: 'first-page', keys: 'Alt+Home' },
  { id: 'previous', name: strings.previousPage, icon: 'chevron-left', keys: 'Alt+PageUp' },
  { id: 'next', name: strings.nextPage, icon: 'chevron-right', keys: 'Alt+PageDown' },
];
const others: readonly ToolbarButton[] = [
  { id: 'cancel', name: strings.cancel, icon: 'stop-circle', text: strings.cancel },
  { id: 'pause', name: strings.pause, icon: 'debug-pause', text: strings.pause },
  { id: 'resume', name: strings.resume, icon: 'debug-continue', text: strings.resume },
  { id: 'loadAll', name: strings.loadAll, icon: 'fold-down', text: strings.loadAll },
  { id: 'find', name: strings.find, icon: 'search', keys: 'Ctrl+F' },
  { id: 'toggleMask', name: strings.mask, icon: 'eye-closed', toggle: true },
  { id: 'export', name: strings.export, icon: 'export' },
  { id: 'rerun', name: strings.rerun, icon: 'refresh' },
  { id: 'compare', name: strings.compare, icon: 'compare-changes' },
  { id: 'openInTab', name: strings.openInTab, icon: 'link-external' },
  { id: 'showAudit', name: strings.showAudit, icon: 'history' },
  { id: 'more', name: strings.moreActions, icon: 'ellipsis', menu: true },
];
/** IDs of the buttons that a narrow view offers in a menu. */
const behindMore = ['toggleMask', 'export', 'rerun', 'compare', 'openInTab', 'showAudit'] as const;
type BehindMore = (typeof behindMore)[number];
const isBehindMore = (id: string): id is BehindMore => behindMore.some((one) => one === id);
const actions: readonly ResultsAction[] = ['next', 'previous', 'first', 'cancel', 'showAudit'];
const shown = ['loadAll', 'export', 'toggleMask', 'rerun', 'compare', 'openInTab'] as const;
const tools: readonly ResultsTool[] = ['pause', 'resume', ...shown];

interface ActionEvents {
  readonly onFind: () => void;
  /** Called before an action that makes the host prompt the user. */
  readonly beforeAsking: () => void;
}

/**
 * Returns the menu of a narrow view with the actions that are enabled. `activate` is called with the ID of the action
 * that the user chose.
 */
function moreEntries(state: ResultsState, activate: (id: BehindMore) => void): MenuEntry[] {
  return others.flatMap(({ id, name, toggle }) => {
    if (!isBehindMore(id) || !state.can[id]) return [];
    const checked = toggle ? { checked: getRowsDescription(state)?.masked === true } : {};
    return [{ label: name, ...checked, run: () => activate(id) }];
  });
}

export function createActions(
  host: Rpc<ResultsHost & ResultsTools>,
  menus: Menus,
  { onFind, beforeAsking }: ActionEvents,
): Actions {
  let state: ResultsState | undefined;
  function openMore(): void {
    const { left = 0, bottom = 0 } = rest.boxOf('more') ?? {};
    menus.open(strings.moreActions, state ? moreEntries(state, activate) : [], { x: left, y: bottom });
  }
  function activate(id: string): void {
    if (id === 'more') openMore();
    const action = actions.find((one) => one === id);
    const tool = tools.find((one) => one === id);
    if (id === 'export' || id === 'compare') beforeAsking();
    if (id === 'find') onFind();
    else if (action && state?.can[action]) host.notify('action', { action });
    else if (tool && state?.can[tool]) host.notify('tool', { tool });
  }
  const pager = createToolbar(strings.paging, pages, activate);
  const rest = createToolbar(strings.toolbar, others, activate);
  return {
    pager: pager.element,
    tools: rest.element,
    draw(next, narrow) {
      state = next;
      const { can } = next;
      const { reasons = {} } = next;
      for (const id of ['first', 'previous', 'next'] as const) {
        pager.setEnabled(id, can[id]);
        pager.setDetail(id, reasons[id]);
      }
      const isRoomFor = (id: string): boolean => !narrow || !isBehindMore(id);
      // Done first: if a button below is hidden while it has the focus, the focus moves to a visible button.
      rest.setShown('more', narrow && moreEntries(next, activate).length > 0);
      rest.setShown('showAudit', isRoomFor('showAudit'));
      rest.setEnabled('showAudit', can.showAudit);
      rest.setShown('cancel', can.cancel);
      for (const tool of ['pause', 'resume'] as const) rest.setShown(tool, can[tool] === true);
      for (const tool of shown) {
        rest.setShown(tool, can[tool] !== undefined && isRoomFor(tool));
        rest.setEnabled(tool, can[tool] === true);
      }
      const [name, words] = can.showLoaded
        ? [strings.showLoaded, strings.showAll]
        : [strings.loadAll, strings.loadAll];
      rest.setName('loadAll', name, words);
      rest.setDetail('loadAll', reasons.loadAll);
      rest.setShown('find', can.find === true);
      // The name does not change, so that a screen reader says whether this toggle is on, not that there is another
      // button.
      const isMasked = getRowsDescription(next)?.masked === true;
      rest.setPressed('toggleMask', isMasked);
      rest.setDetail('toggleMask', isMasked ? strings.maskIsOn : strings.maskIsOff);
    },
    page: activate,
    focus: () => pager.focus(),
  };
}
