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
  draw(state: ResultsState, narrow: boolean): void;
  /** Requests that the host masks or reveals the values. Does nothing unless `can.toggleMask` is true. */
  toggleMask(): void;
  /** Performs the action of a paging button if that button is enabled. */
  runPagingAction(action: 'next' | 'previous' | 'first'): void;
  focus(): void;
}

const pagingButtons: readonly ToolbarButton[] = [
  { id: 'first', name: strings.firstPage, icon: 'first-page', keys: 'Alt+Home' },
  { id: 'previous', name: strings.previousPage, icon: 'chevron-left', keys: 'Alt+PageUp' },
  { id: 'next', name: strings.nextPage, icon: 'chevron-right', keys: 'Alt+PageDown' },
];
const toolButtons: readonly ToolbarButton[] = [
  { id: 'cancel', name: strings.cancel, icon: 'stop-circle', text: strings.cancel },
  { id: 'pause', name: strings.pause, icon: 'debug-pause', text: strings.pause },
  { id: 'resume', name: strings.resume, icon: 'debug-continue', text: strings.resume },
  { id: 'loadAll', name: strings.loadAll, icon: 'cloud-download', text: strings.loadAll },
  { id: 'find', name: strings.find, icon: 'search', keys: 'Ctrl+F' },
  { id: 'toggleMask', name: strings.mask, icon: 'eye-closed', isToggle: true, keys: strings.maskKeys },
  { id: 'export', name: strings.export, icon: 'export', text: strings.export },
  { id: 'rerun', name: strings.rerun, icon: 'debug-rerun' },
  { id: 'compare', name: strings.compare, icon: 'compare-changes' },
  { id: 'openInTab', name: strings.openInTab, icon: 'link-external' },
  { id: 'showAudit', name: strings.showAudit, icon: 'history' },
  { id: 'more', name: strings.moreActions, icon: 'ellipsis', opensMenu: true },
];
const OVERFLOW_IDS = ['toggleMask', 'export', 'rerun', 'compare', 'openInTab', 'showAudit'] as const;
type OverflowID = (typeof OVERFLOW_IDS)[number];
const isOverflowID = (id: string): id is OverflowID => OVERFLOW_IDS.some((one) => one === id);
const actionIDs: readonly ResultsAction[] = ['next', 'previous', 'first', 'cancel', 'showAudit'];
const switchableToolIDs = ['loadAll', 'export', 'toggleMask', 'rerun', 'compare', 'openInTab'] as const;
const toolIDs: readonly ResultsTool[] = ['pause', 'resume', ...switchableToolIDs];

interface ActionEvents {
  readonly onFind: () => void;
  /** Called when the user activates Export or Compare, which prompt the user, before the host is notified. */
  readonly beforePrompt: () => void;
}

function createOverflowEntries(state: ResultsState, activate: (id: OverflowID) => void): MenuEntry[] {
  return toolButtons.flatMap(({ id, name, isToggle: toggle }) => {
    if (!isOverflowID(id) || !state.can[id]) return [];
    const checked = toggle ? { checked: getRowsDescription(state)?.isMasked === true } : {};
    return [{ label: name, ...checked, run: () => activate(id) }];
  });
}

export function createActionToolbars(
  host: Rpc<ResultsHost & ResultsTools>,
  menus: Menus,
  { onFind, beforePrompt }: ActionEvents,
): Actions {
  let state: ResultsState | undefined;
  function openOverflowMenu(): void {
    const { left = 0, bottom = 0 } = toolbar.getButtonRectangle('more') ?? {};
    menus.openReplacingPreviousMenu(
      strings.moreActions,
      state ? createOverflowEntries(state, activate) : [],
      {
        x: left,
        y: bottom,
      },
    );
  }
  function activate(id: string): void {
    if (id === 'more') openOverflowMenu();
    const action = actionIDs.find((one) => one === id);
    const tool = toolIDs.find((one) => one === id);
    if (id === 'export' || id === 'compare') beforePrompt();
    if (id === 'find') onFind();
    else if (action && state?.can[action]) host.notify('action', { action });
    else if (tool && state?.can[tool]) host.notify('tool', { tool });
  }
  const pager = createToolbar(strings.paging, pagingButtons, activate);
  const toolbar = createToolbar(strings.toolbar, toolButtons, activate);
  // Until the first state arrives, it is unknown which actions are available.
  for (const { id } of pagingButtons) pager.setEnabled(id, false);
  toolbar.element.hidden = true;
  return {
    pager: pager.element,
    tools: toolbar.element,
    draw(next, narrow) {
      state = next;
      const { can } = next;
      const { reasons = {} } = next;
      toolbar.element.hidden = false;
      for (const id of ['first', 'previous', 'next'] as const) {
        pager.setEnabled(id, can[id]);
        pager.setTooltipDetail(id, reasons[id]);
      }
      const isInToolbar = (id: string): boolean => !narrow || !isOverflowID(id);
      // Done first: if a button below is hidden while it has the focus, the focus moves to a visible button.
      toolbar.setVisible('more', narrow && createOverflowEntries(next, activate).length > 0);
      toolbar.setVisible('showAudit', isInToolbar('showAudit'));
      toolbar.setEnabled('showAudit', can.showAudit);
      toolbar.setVisible('cancel', can.cancel);
      for (const tool of ['pause', 'resume'] as const) toolbar.setVisible(tool, can[tool] === true);
      for (const tool of switchableToolIDs) {
        toolbar.setVisible(tool, can[tool] !== undefined && isInToolbar(tool));
        toolbar.setEnabled(tool, can[tool] === true);
      }
      const [name, text] = can.showLoaded
        ? [strings.showLoaded, strings.showAll]
        : [strings.loadAll, strings.loadAll];
      toolbar.setName('loadAll', name, text);
      toolbar.setTooltipDetail('loadAll', reasons.loadAll);
      toolbar.setVisible('find', can.find === true);
      // The name stays the same, because a screen reader says whether a toggle is on.
      const isMasked = getRowsDescription(next)?.isMasked === true;
      toolbar.setPressed('toggleMask', isMasked);
      toolbar.setTooltipDetail('toggleMask', isMasked ? strings.maskIsOn : strings.maskIsOff);
    },
    toggleMask: () => activate('toggleMask'),
    runPagingAction: activate,
    focus: () => pager.focus(),
  };
}
