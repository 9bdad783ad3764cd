/** Values with counts beside the table: one tab stop, arrows from value to value. */
import type { AuditFacet, AuditFacetValue } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon } from '../shared/dom.ts';

export interface Facets {
  readonly element: HTMLElement;
  draw(facets: readonly AuditFacet[]): void;
}
export interface FacetEvents {
  readonly onChoose: (facet: string, value: number, choice: 'only' | 'not' | 'none') => void;
  /** The values that are not listed are wanted too. */
  readonly onMore: (facet: string) => void;
}

export function createFacets({ onChoose, onMore }: FacetEvents): Facets {
  const list = element('div', { class: 'facet-list' });
  const hint = element('p', { class: 'unseen', id: 'facets-hint' }, strings.facetsHint);
  const root = element('aside', { class: 'facets', 'aria-label': strings.facets }, hint, list);
  let drawn = '';
  /** Of the button that is the tab stop. */
  let stop = '';
  /** The first of the values that were asked for, once it is drawn. */
  let awaited: { readonly facet: string; readonly place: number } | undefined;

  const buttons = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];
  function setStop(button: HTMLButtonElement | undefined): void {
    for (const one of buttons()) one.tabIndex = one === button ? 0 : -1;
    if (button) stop = button.dataset.key ?? '';
  }

  function valueRow(facet: AuditFacet, value: AuditFacetValue, place: number, most: number): HTMLElement {
    const { choice } = value;
    const only = element('button', {
      ...{ type: 'button', class: 'facet-value', 'data-key': `${facet.id} ${value.label}` },
      'aria-pressed': String(choice === 'only'),
      'aria-describedby': 'facets-hint',
      title: value.label,
    });
    const share = element('span', { class: 'share' });
    share.style.width = `${Math.round((value.count / Math.max(1, most)) * 100)}%`;
    only.append(share, icon(choice === 'only' ? 'check' : choice === 'not' ? 'circle-slash' : 'blank'));
    only.append(element('span', { class: 'label' }, value.label));
    only.append(element('span', { class: 'count' }, String(value.count)));
    only.append(element('span', { class: 'unseen' }, strings.facetEvents(value.count)));
    const not = element('button', {
      ...{ type: 'button', class: 'facet-not', 'data-key': `${facet.id} ${value.label} not` },
      'aria-label': strings.exclude(`${facet.label}: ${value.label}`),
      'aria-pressed': String(choice === 'not'),
      title: strings.exclude(value.label),
    });
    not.append(icon('circle-slash'));
    only.addEventListener('click', () => onChoose(facet.id, place, choice === 'only' ? 'none' : 'only'));
    not.addEventListener('click', () => onChoose(facet.id, place, choice === 'not' ? 'none' : 'not'));
    only.addEventListener('keydown', (event) => {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return;
      event.preventDefault();
      onChoose(facet.id, place, choice === 'not' ? 'none' : 'not');
    });
    return element('div', { class: `facet-row ${choice ?? ''}` }, only, not);
  }

  function sectionOf(facet: AuditFacet): HTMLElement {
    const most = Math.max(...facet.values.map(({ count }) => count));
    const rows = facet.values.map((value, place) => valueRow(facet, value, place, most));
    const heading = element('h2', {}, facet.label);
    const group = { role: 'group', 'aria-label': facet.label, 'data-facet': facet.id };
    return element('section', group, heading, ...rows, ...(facet.more > 0 ? [moreRow(facet)] : []));
  }

  function moreRow({ id, more, values }: AuditFacet): HTMLElement {
    const button = element(
      'button',
      { type: 'button', class: 'more', 'data-key': `${id}\nmore` },
      strings.moreValues(more),
    );
    button.addEventListener('click', () => {
      awaited = { facet: id, place: values.length };
      onMore(id);
    });
    return element('div', { class: 'facet-row' }, button);
  }

  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) setStop(target);
  });
  list.addEventListener('keydown', (event) => {
    const rows = [...list.querySelectorAll('.facet-row')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const beside = document.activeElement?.classList.contains('facet-not') ? 1 : 0;
    const to = {
      ...{ ArrowDown: [at + 1, beside], ArrowUp: [at - 1, beside] },
      ...{ ArrowRight: [at, 1], ArrowLeft: [at, 0] },
      ...{ Home: [0, beside], End: [rows.length - 1, beside] },
    }[event.key];
    if (!to || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [row = 0, place = 0] = to;
    const there = rows[Math.max(0, Math.min(rows.length - 1, row))]?.querySelectorAll('button');
    // The row of further values has one button alone.
    (there?.[place] ?? there?.[0])?.focus();
  });

  /** Who asked for further values goes on from the first of them. */
  function newlyListed(): HTMLButtonElement | undefined {
    const section = [...list.children].find((one) => (one as HTMLElement).dataset.facet === awaited?.facet);
    const { place = 0 } = awaited ?? {};
    const row = section?.querySelectorAll('.facet-row').item(place);
    awaited = undefined;
    return row?.querySelector('button') ?? undefined;
  }

  return {
    element: root,
    draw(facets) {
      const key = JSON.stringify(facets);
      if (key === drawn) return;
      drawn = key;
      const hadFocus = list.contains(document.activeElement);
      list.replaceChildren(...facets.filter(({ values }) => values.length > 0).map(sectionOf));
      const all = buttons();
      const again = newlyListed() ?? all.find((button) => button.dataset.key === stop) ?? all[0];
      setStop(again);
      if (hadFocus) again?.focus();
    },
  };
}
