/** Details beside the table: one event with what can be done about it, or the histogram's figures. */
import type { AuditDetail, AuditHistogram } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { element, icon, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { drawEventDetail } from './eventDetail.ts';

export interface DetailPane {
  readonly element: HTMLElement;
  isOpen(): boolean;
  /** Shows a row; `refresh` asks again for the one shown. */
  show(row: number): void;
  showTable(histogram: AuditHistogram): void;
  /** Another row became the active one. */
  follow(row: number): void;
  /** So many rows were put in above the one shown. */
  moved(rows: number): void;
  close(): void;
  focus(): void;
  /** What was searched for, marked in what is shown from now on. */
  setHits(hits: RegExp | undefined): void;
}

export interface DetailSource {
  readonly detail: (row: number) => Promise<AuditDetail>;
  readonly activate: (row: number, id: string) => void;
  readonly onClosed: () => void;
  /** It takes room beside the table now, or no longer. */
  readonly onRoom: () => void;
}

const followMs = 60;

export function createDetailPane({ detail, activate, onClosed, onRoom }: DetailSource): DetailPane {
  const title = element('h2', { tabindex: '-1' });
  const subtitle = element('span', { class: 'subtitle' });
  const shut = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.closePane },
    icon('close'),
  );
  shut.title = strings.shortcut(strings.closePane, 'Escape');
  shut.addEventListener('click', () => close());
  const head = element('div', { class: 'head' }, element('div', { class: 'heading' }, title, subtitle), shut);
  const content = element('div', { class: 'content' });
  const root = element('section', { class: 'pane', 'aria-label': strings.pane }, head, content);
  root.hidden = true;
  let mode: 'row' | 'table' = 'row';
  /** The row shown. */
  let place = 0;
  /** The row that is shown next. */
  let next = 0;
  let drawing = 0;
  let hits: RegExp | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setHidden(hidden: boolean): void {
    if (root.hidden === hidden) return;
    root.hidden = hidden;
    onRoom();
  }

  async function show(row: number): Promise<void> {
    mode = 'row';
    place = row;
    setHidden(false);
    drawing += 1;
    const own = drawing;
    const known = await detail(row).catch(() => undefined);
    if (own !== drawing) return;
    setText(title, known?.title ?? '');
    setText(subtitle, known?.subtitle ?? '');
    content.replaceChildren(
      ...(known
        ? drawEventDetail(known, (id) => activate(place, id), hits)
        : [element('p', {}, strings.failed)]),
    );
  }

  function close(): void {
    if (root.hidden) return;
    clearTimeout(timer);
    drawing += 1;
    const hadFocus = root.contains(document.activeElement);
    setHidden(true);
    content.replaceChildren();
    if (hadFocus) onClosed();
  }

  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  const focus = (): void =>
    (content.querySelector<HTMLElement>('[tabindex="0"], button, table') ?? title).focus();

  return {
    element: root,
    isOpen: () => !root.hidden,
    show: (row) => void show(row),
    showTable(histogram) {
      mode = 'table';
      drawing += 1;
      setHidden(false);
      setText(title, auditStrings.histogram);
      setText(subtitle, '');
      content.replaceChildren(tableOf(histogram));
      focus();
    },
    follow(row) {
      if (root.hidden || mode !== 'row') return;
      clearTimeout(timer);
      next = row;
      timer = setTimeout(() => void show(next), followMs);
    },
    moved(rows) {
      place += rows;
      next += rows;
    },
    close,
    focus,
    setHits(next) {
      hits = next;
    },
  };
}

/** Bins without an event are left out. */
function tableOf({ from, step, bins, outside }: AuditHistogram): HTMLElement {
  const caption = element('caption', {}, auditStrings.tableCaption);
  const heads = auditStrings.tableHead.map((name) => element('th', { scope: 'col' }, name));
  const places = [
    { time: auditStrings.before(from, step), bin: outside?.before ?? [] },
    ...bins.map((bin, place) => ({ time: auditStrings.moment(from + place * step, step), bin })),
    { time: auditStrings.after(from + bins.length * step, step), bin: outside?.after ?? [] },
  ];
  const rows = places.flatMap(({ time, bin }) => {
    if (bin.every((count) => count === 0)) return [];
    const cells = bin.map((count) => element('td', {}, String(count)));
    return [element('tr', {}, element('th', { scope: 'row' }, time), ...cells)];
  });
  const head = element('thead', {}, element('tr', {}, ...heads));
  return element('table', { class: 'figures', tabindex: '0' }, caption, head, element('tbody', {}, ...rows));
}
