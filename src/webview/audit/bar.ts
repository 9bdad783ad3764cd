/** The bar above the table: the connection, the search box, the filter buttons, and the toolbar. */
import type { AuditAction, AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { createStateLine } from '../shared/stateLine.ts';
import { createToolbar, type ToolbarButton } from '../shared/toolbar.ts';

export interface Bar {
  readonly element: HTMLElement;
  /** The element with the text of the status line, which is not part of the bar. */
  readonly status: HTMLElement;
  draw(state: AuditState): void;
  setPressed(id: 'facets' | 'histogram', pressed: boolean): void;
  focus(): void;
  focusSearch(): void;
}
interface BarParts {
  readonly onAction: (action: AuditAction) => void;
  readonly onSearch: (text: string) => void;
  readonly onToggle: (part: 'facets' | 'histogram') => void;
  /** Called when the button for columns is pressed, with the point of the window below it, in pixels. */
  readonly onColumns: (at: { readonly x: number; readonly y: number }) => void;
  /** Shows or hides the chart of the displayed events. */
  readonly onChart: () => void;
  /** Shows or hides the list of unusual values. */
  readonly onOdd: () => void;
  readonly onLeaveSearch: () => void;
  /** The filter buttons, which are placed between the search box and the toolbar. */
  readonly filters: HTMLElement;
}

const buttons: readonly ToolbarButton[] = [
  { id: 'events', name: strings.events, icon: 'history', text: strings.events, toggle: true },
  { id: 'readers', name: strings.readers, icon: 'eye', text: strings.readers, toggle: true },
];
const tools: readonly ToolbarButton[] = [
  { id: 'facets', name: strings.facetsButton, icon: 'filter', toggle: true },
  { id: 'histogram', name: strings.histogramButton, icon: 'graph', toggle: true },
  { id: 'chart', name: strings.chart, icon: 'pie-chart' },
  { id: 'odd', name: strings.odd, icon: 'telescope' },
  { id: 'marked', name: strings.markedOnly(0), icon: 'star-full', toggle: true },
  { id: 'columns', name: strings.columns, icon: 'list-flat' },
  { id: 'older', name: strings.older, icon: 'arrow-down' },
  { id: 'refresh', name: strings.refresh, icon: 'refresh' },
  { id: 'export', name: strings.export, icon: 'export' },
  { id: 'tab', name: strings.tab, icon: 'link-external' },
];
/**
 * Milliseconds after a search is sent in which further input is collected for the next one. The first key is sent at
 * once.
 */
const searchMs = 8;

export function createBar(parts: BarParts): Bar {
  const line = createStateLine();
  const input = element('input', {
    type: 'search',
    class: 'search',
    placeholder: strings.search,
    'aria-label': strings.search,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = '';
  const send = (): void => {
    if (input.value === sent) return;
    sent = input.value;
    parts.onSearch(sent);
  };
  input.addEventListener('input', () => {
    if (timer !== undefined) return;
    send();
    timer = setTimeout(() => {
      timer = undefined;
      send();
    }, searchMs);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || (event.key === 'Escape' && input.value === '')) parts.onLeaveSearch();
    else if (event.key === 'Escape') {
      input.value = '';
      send();
    } else return;
    event.preventDefault();
  });
  const modes = createToolbar(strings.modes, buttons, (id) => parts.onAction(id as 'events' | 'readers'));
  const rest = createToolbar(strings.toolbar, tools, (id) => {
    if (id === 'facets' || id === 'histogram') parts.onToggle(id);
    else if (id === 'chart') parts.onChart();
    else if (id === 'odd') parts.onOdd();
    else if (id === 'columns') {
      const button = rest.element.querySelector('[tabindex="0"]') ?? rest.element;
      const { left, bottom } = button.getBoundingClientRect();
      parts.onColumns({ x: left, y: bottom });
    } else parts.onAction(id as AuditAction);
  });
  return {
    element: element(
      'div',
      { class: 'bar audit-bar' },
      ...[line.badge, modes.element, input, parts.filters, rest.element],
    ),
    status: line.status,
    draw(state) {
      line.draw(state);
      modes.setPressed('events', state.mode === 'events');
      modes.setPressed('readers', state.mode === 'readers');
      rest.setEnabled('older', state.can.older);
      rest.setEnabled('export', state.can.export);
      rest.setEnabled('chart', state.phase === 'events' && state.rowCount > 0);
      const isEvents = state.mode === 'events';
      rest.setShown('odd', isEvents);
      rest.setEnabled('odd', state.phase === 'events' && state.rowCount > 0);
      rest.setShown('facets', isEvents);
      rest.setShown('histogram', isEvents);
      const { marks } = state;
      rest.setShown('marked', marks !== undefined && (marks.count > 0 || marks.only));
      rest.setName('marked', strings.markedOnly(marks?.count ?? 0));
      rest.setPressed('marked', marks?.only === true);
      rest.setShown('tab', state.can.tab);
      setAttribute(document.body, 'data-environment', state.target?.environment);
      // What is being typed is newer than what the host knows.
      if (document.activeElement !== input && state.text !== input.value) {
        input.value = state.text;
        sent = state.text;
      }
    },
    setPressed: rest.setPressed,
    focus: () => modes.focus(),
    focusSearch() {
      // The key comes here twice, from the page and from the editor: what has been typed in between stays.
      if (document.activeElement === input) return;
      input.focus();
      input.select();
    },
  };
}
