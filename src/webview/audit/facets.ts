import type { AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, prependInOrder } from '../shared/dom.ts';
import { createFacetSearch } from './facetSearch.ts';
import { createFacetSection, type FacetEvents, type FacetSection } from './facetSection.ts';

export interface Facets {
  readonly element: HTMLElement;
  draw(state: Pick<AuditState, 'facets' | 'facetSearch'>): void;
}

interface FacetsEvents extends Omit<FacetEvents, 'onMore'> {
  readonly onMore: (facet: string) => void;
  /** Called with the text that the listed values must contain, when the user changes it. */
  readonly onSearch: (text: string) => void;
}

export function createFacets({ onChoose, onMore, onSearch }: FacetsEvents): Facets {
  const list = element('div', { class: 'facet-list' });
  const hint = element('p', { class: 'unseen', id: 'facets-hint' }, strings.facetsHint);
  const search = createFacetSearch({ onSearch, onLeave: () => tabStop?.button.focus() });
  const root = element(
    'aside',
    { class: 'facets', 'aria-label': strings.facets },
    hint,
    search.element,
    list,
  );
  const sections = new Map<string, FacetSection>();
  let drawn: readonly string[] = [];
  let tabStop: { readonly button: HTMLButtonElement; readonly key: string | undefined } | undefined;
  /**
   * Where the first additional value that the user requested is expected: `place` is its 0-based index in the facet. It
   * becomes the tab stop when the facets are drawn next.
   */
  let pendingFocus: { readonly facet: string; readonly place: number } | undefined;

  const listButtons = (): HTMLButtonElement[] => [
    ...list.querySelectorAll<HTMLButtonElement>(':not([hidden]) > .facet-row:not([hidden]) > button'),
  ];
  function setTabStop(button: HTMLButtonElement | undefined): void {
    if (tabStop && tabStop.button !== button) tabStop.button.tabIndex = -1;
    tabStop = button && { button, key: button.dataset.key };
    if (button && button.tabIndex !== 0) button.tabIndex = 0;
  }

  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) setTabStop(target);
  });
  list.addEventListener('keydown', (event) => {
    const rows = [...list.querySelectorAll(':not([hidden]) > .facet-row:not([hidden])')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const buttonIndex = document.activeElement?.classList.contains('facet-not') ? 1 : 0;
    const to = {
      ArrowDown: [at + 1, buttonIndex],
      ArrowUp: [at - 1, buttonIndex],
      ArrowRight: [at, 1],
      ArrowLeft: [at, 0],
      Home: [0, buttonIndex],
      End: [rows.length - 1, buttonIndex],
    }[event.key];
    if (!to || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [row = 0, place = 0] = to;
    if (row < 0) return search.focus();
    const targetButtons = rows[Math.max(0, Math.min(rows.length - 1, row))]?.querySelectorAll('button');
    // The row that requests more values has only one button.
    (targetButtons?.[place] ?? targetButtons?.[0])?.focus();
  });

  /**
   * Returns the button in the row of `pendingFocus` and resets `pendingFocus`. Returns undefined if there is no such
   * row.
   */
  function takePendingFocusButton(): HTMLButtonElement | undefined {
    const section = pendingFocus && sections.get(pendingFocus.facet)?.element;
    const row = section?.querySelectorAll('.facet-row').item(pendingFocus?.place ?? 0);
    pendingFocus = undefined;
    return row?.querySelector('button') ?? undefined;
  }

  function getSection(id: string): FacetSection {
    const existing = sections.get(id);
    if (existing) return existing;
    const created = createFacetSection({
      onChoose,
      onMore: (facet, listed) => {
        pendingFocus = { facet, place: listed };
        onMore(facet);
      },
    });
    sections.set(id, created);
    return created;
  }

  return {
    element: root,
    draw({ facets, facetSearch }) {
      search.draw(facetSearch, facets);
      const keys = facets.map((facet) => JSON.stringify(facet));
      if (keys.length === drawn.length && keys.every((key, place) => key === drawn[place])) return;
      drawn = keys;
      const hadFocus = list.contains(document.activeElement);
      for (const facet of facets) getSection(facet.id).draw(facet);
      for (const [id, { element: gone }] of sections) {
        if (facets.some((facet) => facet.id === id)) continue;
        gone.remove();
        sections.delete(id);
      }
      prependInOrder(
        list,
        facets.map(({ id }) => getSection(id).element),
      );
      // The focus stays on the same value, which may be in another row now.
      const all = listButtons();
      const newTabStop =
        takePendingFocusButton() ?? all.find(({ dataset }) => dataset.key === tabStop?.key) ?? all[0];
      setTabStop(newTabStop);
      if (hadFocus && newTabStop !== document.activeElement) newTabStop?.focus();
    },
  };
}
