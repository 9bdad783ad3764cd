import type {
  AuditBarButton,
  AuditState,
  QuestionCompletions,
  QuestionProblem,
} from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { createStatusLine } from '../shared/statusLine.ts';
import { createToolbar, type ToolbarButton } from '../shared/toolbar.ts';
import { QuestionBar } from './questionBar.ts';

export interface Bar {
  readonly element: HTMLElement;
  readonly status: HTMLElement;
  readonly problem: HTMLElement;
  draw(state: AuditState): void;
  setPressed(id: 'facets' | 'histogram', pressed: boolean): void;
  focus(): void;
  focusQuestion(): void;
}
interface BarParts {
  readonly onAction: (id: string) => void;
  /**
   * Filters the events by a question. Resolves to what is wrong with the question, or null if nothing is known to be.
   */
  readonly onQuestion: (text: string) => Promise<QuestionProblem | null>;
  readonly onToggle: (part: 'facets' | 'histogram') => void;
  /** Called when the button for columns is pressed. `point` is below it, in pixels of the window. */
  readonly onColumns: (point: { readonly x: number; readonly y: number }) => void;
  readonly onChart: () => void;
  readonly onUnusualValues: () => void;
  readonly onComplete: (text: string, offset: number) => Promise<QuestionCompletions>;
  readonly onAskServer: () => void;
  readonly onLeaveQuestion: () => void;
  readonly filters: HTMLElement;
}

const LOCAL_BUTTONS: readonly ToolbarButton[] = [
  { id: 'facets', name: strings.facetsButton, icon: 'filter', toggle: true },
  { id: 'histogram', name: strings.histogramButton, icon: 'graph', toggle: true },
  { id: 'chart', name: strings.chart, icon: 'pie-chart' },
  { id: 'columns', name: strings.columns, icon: 'list-flat' },
];
export function createBar(parts: BarParts): Bar {
  const line = createStatusLine();
  const question = new QuestionBar({
    onQuestion: parts.onQuestion,
    onComplete: parts.onComplete,
    onAskServer: parts.onAskServer,
    onLeave: parts.onLeaveQuestion,
  });
  let unusualValuesID: string | undefined;
  const modes = createToolbar(strings.modes, [], parts.onAction);
  const toolbar = createToolbar(strings.toolbar, LOCAL_BUTTONS, (id) => {
    if (id === 'facets' || id === 'histogram') parts.onToggle(id);
    else if (id === 'chart') parts.onChart();
    else if (id === unusualValuesID) parts.onUnusualValues();
    else if (id === 'columns') {
      const button = toolbar.element.querySelector('[tabindex="0"]') ?? toolbar.element;
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
    const target = group === 'modes' ? modes : toolbar;
    const text = hasText ? { text: label } : {};
    const button = { id, name: label, icon, ...text, toggle: pressed !== undefined };
    target.add(button, group === 'display' ? 'columns' : undefined);
    target.setName(id, label, hasText ? label : undefined);
    target.setEnabled(id, enabled);
    target.setVisible(id, visible);
    if (pressed !== undefined) target.setPressed(id, pressed);
  }
  return {
    element: element(
      'div',
      { class: 'bar audit-bar' },
      ...[line.badge, modes.element, question.element, parts.filters, toolbar.element],
    ),
    status: line.status,
    problem: question.problemElement,
    draw(state) {
      line.draw(state);
      for (const button of state.buttons) drawButton(button);
      toolbar.setEnabled('chart', state.phase === 'events' && state.rowCount > 0);
      const isEvents = state.mode === 'events';
      toolbar.setVisible('facets', isEvents);
      toolbar.setVisible('histogram', isEvents);
      setAttribute(document.body, 'data-environment', state.target?.environment);
      question.draw(state.text);
    },
    setPressed: toolbar.setPressed,
    focus: () => modes.focus(),
    focusQuestion: () => question.focus(),
  };
}
