/** The bar above the table: the connection, the search box, the filter buttons, and the toolbar. */
import type { AuditBarButton, AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { createStatusLine } from '../shared/statusLine.ts';
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
  /** Runs one of the host's actions on the whole trail. */
  readonly onAction: (id: string) => void;
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

/** The buttons that need no host. Those for actions on the whole trail come with the state. */
const tools: readonly ToolbarButton[] = [
  { id: 'facets', name: strings.facetsButton, icon: 'filter', toggle: true },
  { id: 'histogram', name: strings.histogramButton, icon: 'graph', toggle: true },
  { id: 'chart', name: strings.chart, icon: 'pie-chart' },
  { id: 'columns', name: strings.columns, icon: 'list-flat' },
];
/**
 * Milliseconds after a search is sent in which further input is collected for the next one. The first key is sent at
 * once.
 */
const searchMs = 8;

export function createBar(parts: BarParts): Bar {
  const line = createStatusLine();
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
  /** The ID of the button that shows or hides the unusual values, which needs no host. */
  let unusualValuesID: string | undefined;
  const modes = createToolbar(strings.modes, [], parts.onAction);
  const rest = createToolbar(strings.toolbar, tools, (id) => {
    if (id === 'facets' || id === 'histogram') parts.onToggle(id);
    else if (id === 'chart') parts.onChart();
    else if (id === unusualValuesID) parts.onOdd();
    else if (id === 'columns') {
      const button = rest.element.querySelector('[tabindex="0"]') ?? rest.element;
      const { left, bottom } = button.getBoundingClientRect();
      parts.onColumns({ x: left, y: bottom });
    } else parts.onAction(id);
  });
  function drawButton({
    id,
    label,
    place,
    icon,
    hasText,
    pressed,
    enabled,
    visible,
    opens,
  }: AuditBarButton): void {
    if (opens === 'unusualValues') unusualValuesID = id;
    const [group] = place.split('@');
    const toolbar = group === 'modes' ? modes : rest;
    const text = hasText ? { text: label } : {};
    const button = { id, name: label, icon, ...text, toggle: pressed !== undefined };
    toolbar.add(button, group === 'display' ? 'columns' : undefined);
    toolbar.setName(id, label, hasText ? label : undefined);
    toolbar.setEnabled(id, enabled);
    toolbar.setVisible(id, visible);
    if (pressed !== undefined) toolbar.setPressed(id, pressed);
  }
  return {
    element: element(
      'div',
      { class: 'bar audit-bar' },
      ...[line.badge, modes.element, input, parts.filters, rest.element],
    ),
    status: line.status,
    draw(state) {
      line.draw(state);
      for (const button of state.buttons) drawButton(button);
      rest.setEnabled('chart', state.phase === 'events' && state.rowCount > 0);
      const isEvents = state.mode === 'events';
      rest.setVisible('facets', isEvents);
      rest.setVisible('histogram', isEvents);
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
