/** The buttons of the results view: pages on the left, everything else on the right. */
import {
  type ResultsAction,
  type ResultsHost,
  type ResultsState,
  type ResultsTool,
  type ResultsTools,
  shownIn,
} from '../../protocol/results.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar, type ToolbarButton } from '../shared/toolbar.ts';

export interface Actions {
  readonly pager: HTMLElement;
  readonly tools: HTMLElement;
  draw(state: ResultsState): void;
  /** Does what a page button does, where it is enabled. */
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
];
const actions: readonly ResultsAction[] = ['next', 'previous', 'first', 'cancel', 'showAudit'];
const shown = ['loadAll', 'export', 'toggleMask', 'rerun', 'compare', 'openInTab'] as const;
const tools: readonly ResultsTool[] = ['pause', 'resume', ...shown];

export interface ActionEvents {
  readonly onFind: () => void;
  /** Before the host is asked to export. */
  readonly beforeExport: () => void;
}

export function createActions(
  host: Rpc<ResultsHost & ResultsTools>,
  { onFind, beforeExport }: ActionEvents,
): Actions {
  let state: ResultsState | undefined;
  function activate(id: string): void {
    const action = actions.find((one) => one === id);
    const tool = tools.find((one) => one === id);
    if (id === 'export') beforeExport();
    if (id === 'find') onFind();
    else if (action && state?.can[action]) host.notify('action', { action });
    else if (tool && state?.can[tool]) host.notify('tool', { tool });
  }
  const pager = createToolbar(strings.paging, pages, activate);
  const rest = createToolbar(strings.toolbar, others, activate);
  return {
    pager: pager.element,
    tools: rest.element,
    draw(next) {
      state = next;
      const { can } = next;
      const { reasons = {} } = next;
      for (const id of ['first', 'previous', 'next'] as const) {
        pager.setEnabled(id, can[id]);
        pager.setReason(id, reasons[id]);
      }
      rest.setEnabled('showAudit', can.showAudit);
      rest.setShown('cancel', can.cancel);
      for (const tool of ['pause', 'resume'] as const) rest.setShown(tool, can[tool] === true);
      for (const tool of shown) {
        rest.setShown(tool, can[tool] !== undefined);
        rest.setEnabled(tool, can[tool] === true);
      }
      const [name, words] = can.showLoaded
        ? [strings.showLoaded, strings.showAll]
        : [strings.loadAll, strings.loadAll];
      rest.setName('loadAll', name, words);
      rest.setReason('loadAll', reasons.loadAll);
      rest.setShown('find', can.find === true);
      rest.setPressed('toggleMask', shownIn(next)?.masked === true);
    },
    page: activate,
    focus: () => pager.focus(),
  };
}
