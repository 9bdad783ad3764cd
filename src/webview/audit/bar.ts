import type {
  AuditBarButton,
  AuditState,
  BarGroup,
  QuestionCompletions,
  QuestionProblem,
} from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setOrRemoveAttribute } from '../shared/dom.ts';
import type { MenuEntry, Menus } from '../shared/menu.ts';
import { createStatusLine } from '../shared/statusLine.ts';
import { createToolbar } from '../shared/toolbar.ts';
import { QuestionBar } from './questionBar.ts';
import type { decideVisibleParts } from './visibleParts.ts';

export interface Bar {
  readonly element: HTMLElement;
  readonly status: HTMLElement;
  readonly problem: HTMLElement;
  draw(state: AuditState): void;
  drawParts(shown: VisibleParts): void;
  focus(): void;
  focusQuestion(): void;
}
interface BarParts {
  readonly menus: Menus;
  readonly onAction: (id: string) => void;
  /**
   * Filters the loaded events by a question if it can be parsed. Resolves to the problem of a question that can't be
   * parsed, otherwise to null, even if the request fails.
   */
  readonly filterByQuestion: (text: string) => Promise<QuestionProblem | null>;
  readonly onToggle: (part: 'facets' | 'histogram') => void;
  /**
   * Called when the user activates Columns. `point` is the lower-left corner of the button that opens the toolbar's
   * menu, in pixels of the window.
   */
  readonly onColumns: (point: { readonly x: number; readonly y: number }) => void;
  readonly onChart: () => void;
  readonly onUnusualValues: () => void;
  readonly requestCompletions: (text: string, offset: number) => Promise<QuestionCompletions>;
  readonly onAskServer: () => void;
  /** Called when the user presses Enter in the question bar, after the rows that match the question were received. */
  readonly onSubmitQuestion: () => void;
  /** Called when the user presses Escape in the question bar while it is empty. */
  readonly onLeaveQuestion: () => void;
  readonly filters: HTMLElement;
}

type VisibleParts = Pick<
  ReturnType<typeof decideVisibleParts>,
  'facets' | 'histogram' | 'hasSwitchesInMenu' | 'isCompact'
>;

const MENU_BUTTON = 'more';
const groupOrder: Readonly<Record<BarGroup, number>> = { modes: 0, tools: 1, menu: 2 };

/** Returns the buttons that the webview adds to those of the host. */
function listWebviewButtons({ mode, phase, rowCount }: AuditState, shown: VisibleParts): AuditBarButton[] {
  const visible = mode === 'events';
  return [
    {
      id: 'facets',
      label: strings.facetsButton,
      group: 'tools',
      order: 2,
      icon: 'layout-sidebar-left',
      pressed: shown.facets,
      enabled: true,
      visible,
    },
    {
      id: 'histogram',
      label: strings.histogramButton,
      group: 'tools',
      order: 3,
      icon: 'graph',
      pressed: shown.histogram,
      enabled: true,
      visible,
    },
    {
      id: 'chart',
      label: strings.chart,
      group: 'menu',
      order: 2,
      enabled: phase === 'events' && rowCount > 0,
      visible: true,
    },
    { id: 'columns', label: strings.columns, group: 'menu', order: 3, enabled: true, visible: true },
  ];
}

export function createBar(parts: BarParts): Bar {
  const line = createStatusLine();
  const question = new QuestionBar({
    filterByQuestion: parts.filterByQuestion,
    requestCompletions: parts.requestCompletions,
    onAskServer: parts.onAskServer,
    onSubmit: parts.onSubmitQuestion,
    onLeave: parts.onLeaveQuestion,
  });
  const modes = createToolbar(strings.modes, [], activate);
  const more = { id: MENU_BUTTON, name: strings.moreActions, icon: 'ellipsis', menu: true };
  const tools = createToolbar(strings.toolbar, [more], activate);
  const root = element(
    'div',
    { class: 'bar audit-bar' },
    element('div', { class: 'question-row' }, question.element, parts.filters),
    element('div', { class: 'tools-row' }, line.badge, modes.element, tools.element),
  );
  let state: AuditState | undefined;
  let shown: VisibleParts = {
    facets: false,
    histogram: false,
    hasSwitchesInMenu: false,
    isCompact: false,
  };
  let buttons: readonly AuditBarButton[] = [];

  function activate(id: string): void {
    const { left = 0, bottom = 0 } = tools.getButtonRectangle(MENU_BUTTON) ?? {};
    const point = { x: left, y: bottom };
    if (id === MENU_BUTTON) parts.menus.openReplacingPreviousMenu(strings.moreActions, menuEntries(), point);
    else if (id === 'facets' || id === 'histogram') parts.onToggle(id);
    else if (id === 'chart') parts.onChart();
    else if (id === 'columns') parts.onColumns(point);
    else if (buttons.some((one) => one.id === id && one.opens === 'unusualValues')) parts.onUnusualValues();
    else parts.onAction(id);
  }
  const isInMenu = ({ id, group }: AuditBarButton): boolean =>
    group === 'menu' ||
    (group === 'tools' && shown.isCompact) ||
    (shown.hasSwitchesInMenu && (id === 'facets' || id === 'histogram'));

  function menuEntries(): MenuEntry[] {
    const entries: MenuEntry[] = [];
    let lastGroup: BarGroup | undefined;
    for (const button of buttons) {
      const { id, label, group, pressed, enabled, visible } = button;
      if (!isInMenu(button) || !enabled || !visible) continue;
      if (lastGroup !== undefined && group !== lastGroup) entries.push('separator');
      lastGroup = group;
      const checked = pressed === undefined ? {} : { checked: pressed };
      entries.push({ label, ...checked, run: () => activate(id) });
    }
    return entries;
  }

  function drawButton(button: AuditBarButton): void {
    const { id, label, group, icon, text, pressed, enabled, visible } = button;
    if (icon === undefined) return;
    const toolbar = group === 'modes' ? modes : tools;
    const words = text === undefined ? {} : { text };
    toolbar.add(
      { id, name: label, icon, ...words, isToggle: pressed !== undefined },
      group === 'tools' ? MENU_BUTTON : undefined,
    );
    toolbar.setName(id, label, text);
    toolbar.setEnabled(id, enabled);
    toolbar.setVisible(id, visible && !isInMenu(button));
    if (pressed !== undefined) toolbar.setPressed(id, pressed);
  }

  function drawButtons(): void {
    root.classList.toggle('compact', shown.isCompact);
    if (!state) return;
    buttons = [...state.buttons, ...listWebviewButtons(state, shown)].sort(
      (a, b) => groupOrder[a.group] - groupOrder[b.group] || a.order - b.order,
    );
    for (const button of buttons) drawButton(button);
  }
  return {
    element: root,
    status: line.status,
    problem: question.problemElement,
    draw(next) {
      state = next;
      line.drawStatusAndBadge(next);
      setOrRemoveAttribute(document.body, 'data-environment', next.target?.environment);
      question.drawAppliedQuestionUnlessTyping(next.text);
    },
    drawParts(next) {
      shown = next;
      drawButtons();
    },
    focus: () => modes.focus(),
    focusQuestion: () => question.focusAndSelectText(),
  };
}
