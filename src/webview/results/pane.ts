import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { ColumnStatistics } from '../../protocol/results.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { fetchAndRenderCellValue, type PaneRowSource, renderRowAsTree } from './paneContent.ts';
import { type CountedEntry, createStatisticsElement } from './statistics.ts';

interface PaneSource extends PaneRowSource {
  readonly rowNumber: (index: number) => number;
  readonly statistics: (column: number) => Promise<ColumnStatistics>;
  /** Returns the text that says which rows the statistics cover. */
  readonly scope: () => string;
  readonly filterByStatistic: (column: number, entry: CountedEntry) => void;
}

type PaneMode = 'value' | 'record';

type PaneState =
  | { readonly kind: 'closed' }
  | { readonly kind: PaneMode; readonly row: number; readonly column: number; readonly isLoading: boolean }
  | { readonly kind: 'statistics'; readonly column: number };

/**
 * Delay in milliseconds before the pane follows the active cell, so that a held arrow key does not redraw it at each
 * step.
 */
const FOLLOW_DELAY_MS = 60;

export class Pane {
  readonly element: HTMLElement;
  readonly #source: PaneSource;
  readonly #onClosed: () => void;
  readonly #title = element('h2', { tabindex: '-1' });
  readonly #subtitle = element('span', { class: 'subtitle' });
  readonly #modeButtons: ReadonlyMap<PaneMode, HTMLButtonElement>;
  readonly #modeChoice: HTMLElement;
  readonly #content = element('div', { class: 'content' });
  #state: PaneState = { kind: 'closed' };
  #followTimer: ReturnType<typeof setTimeout> | undefined;
  #drawing = 0;

  /** `onClosed` is called when the pane closes while the focus is in it. The callback must move the focus elsewhere. */
  constructor(source: PaneSource, onClosed: () => void) {
    this.#source = source;
    this.#onClosed = onClosed;
    const modes = ['value', 'record'] as const;
    this.#modeButtons = new Map(modes.map((mode) => [mode, this.#createModeButton(mode)]));
    this.#modeChoice = element('div', { class: 'choices' }, ...this.#modeButtons.values());
    const head = element('div', { class: 'head' }, this.#title, this.#subtitle, this.#modeChoice);
    head.append(this.#createCloseButton());
    this.element = element('section', { class: 'pane', 'aria-label': strings.pane }, head, this.#content);
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.closePaneAndClear();
    });
  }

  isPaneOpen(): boolean {
    return this.#state.kind !== 'closed';
  }

  showCellOrRecord(mode: PaneMode, row: number, column: number): void {
    clearTimeout(this.#followTimer);
    this.#drawCellOrRecord(mode, row, column);
  }

  showStatistics(column: number): void {
    clearTimeout(this.#followTimer);
    this.#state = { kind: 'statistics', column };
    this.#openWithHeading(this.#getColumnName(column), strings.statistics);
    void this.#replaceContentWhenReady(this.#fetchAndRenderStatistics(column));
  }

  /**
   * Displays another cell, or its whole row as a record, after a short delay. Does nothing unless the pane displays a
   * value or a record.
   */
  scheduleRedrawForActiveCell(row: number, column: number): void {
    if (this.#state.kind === 'closed' || this.#state.kind === 'statistics') return;
    const mode = this.#state.kind;
    clearTimeout(this.#followTimer);
    this.#followTimer = setTimeout(() => this.#drawCellOrRecord(mode, row, column), FOLLOW_DELAY_MS);
  }

  /** Redraws the pane if its row was not loaded at the last drawing. Must be called when rows arrive. */
  redrawIfLoading(): void {
    const state = this.#state;
    if (state.kind === 'closed' || state.kind === 'statistics' || !state.isLoading) return;
    this.#drawCellOrRecord(state.kind, state.row, state.column);
  }

  /**
   * Redraws the open pane after the rows changed, or were masked or revealed. If the displayed row no longer exists,
   * displays the last row instead. If there are no rows, closes the pane unless it displays statistics.
   */
  redrawAfterRowsChange(rowCount: number): void {
    const state = this.#state;
    if (state.kind === 'closed') return;
    // A value that was masked in the meantime must not stay in the document until the new content is there.
    const hadFocus = this.#content.contains(document.activeElement);
    this.#content.replaceChildren();
    if (hadFocus) this.#title.focus();
    if (state.kind === 'statistics') this.showStatistics(state.column);
    else if (rowCount === 0) this.closePaneAndClear();
    else this.#drawCellOrRecord(state.kind, Math.min(state.row, rowCount - 1), state.column);
  }

  closePaneAndClear(): void {
    if (this.#state.kind === 'closed') return;
    clearTimeout(this.#followTimer);
    this.#state = { kind: 'closed' };
    this.#drawing += 1;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#content.replaceChildren();
    if (hadFocus) this.#onClosed();
  }

  focusContentOrTitle(): void {
    (this.#content.querySelector<HTMLElement>('[tabindex="0"], button') ?? this.#title).focus();
  }

  #createModeButton(mode: PaneMode): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'action' }, strings[mode]);
    button.addEventListener('click', () => {
      const state = this.#state;
      if (state.kind === 'value' || state.kind === 'record')
        this.showCellOrRecord(mode, state.row, state.column);
    });
    return button;
  }

  #createCloseButton(): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'action' }, createIcon('close'));
    button.setAttribute('aria-label', strings.closePane);
    button.title = strings.shortcut(strings.closePane, 'Escape');
    button.addEventListener('click', () => this.closePaneAndClear());
    return button;
  }

  #drawCellOrRecord(mode: PaneMode, row: number, column: number): void {
    const isLoading = this.#source.row(row) === undefined;
    this.#state = { kind: mode, row, column, isLoading };
    const name = mode === 'record' ? strings.record : this.#getColumnName(column);
    this.#openWithHeading(name, strings.row(this.#source.rowNumber(row)));
    const label = cleanNameForDisplay(name);
    if (isLoading) this.#content.replaceChildren(element('p', {}, strings.loading));
    else if (mode === 'record') this.#content.replaceChildren(renderRowAsTree(this.#source, row, label));
    else void this.#replaceContentWhenReady(fetchAndRenderCellValue(this.#source, row, column, label));
  }

  #getColumnName(column: number): string {
    return this.#source.columns()[column]?.name ?? '';
  }

  #openWithHeading(name: string, subtitle: string): void {
    this.#drawing += 1;
    this.element.hidden = false;
    setText(this.#title, cleanNameForDisplay(name));
    this.#title.title = cleanNameForDisplay(name, Number.POSITIVE_INFINITY);
    setText(this.#subtitle, subtitle);
    this.#modeChoice.hidden = this.#state.kind === 'statistics';
    for (const [mode, button] of this.#modeButtons)
      setOrRemoveAttribute(button, 'aria-pressed', String(mode === this.#state.kind));
  }

  /**
   * Replaces the displayed content with the node that `content` resolves to, or with an error text if it rejects. Does
   * nothing if the pane was redrawn or closed in the meantime.
   */
  async #replaceContentWhenReady(content: Promise<Node>): Promise<void> {
    const drawing = this.#drawing;
    const node = await content.catch(() => element('p', {}, strings.failed));
    if (drawing === this.#drawing) this.#content.replaceChildren(node);
  }

  async #fetchAndRenderStatistics(column: number): Promise<Node> {
    const statistics = await this.#source.statistics(column);
    const filter = (entry: CountedEntry): void => this.#source.filterByStatistic(column, entry);
    return createStatisticsElement(statistics, this.#source.scope(), filter);
  }
}
