import type { AuditFacet, AuditFacetValue } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from '../shared/dom.ts';
import { formatCount } from '../shared/l10n.ts';
import { setShortenedText } from '../shared/shortenedText.ts';

export interface FacetSection {
  readonly element: HTMLElement;
  draw(facet: AuditFacet): void;
}
export interface FacetEvents {
  /**
   * Called when the user chooses to keep the events with a value (`only`) or to exclude them (`not`), or undoes that
   * choice (`none`). `facet` is the ID of the facet, and `value` the 0-based index of the value in it.
   */
  readonly onChoose: (facet: string, value: number, choice: 'only' | 'not' | 'none') => void;
  readonly onMore: (facet: string, listed: number) => void;
}

interface ValueRow {
  readonly element: HTMLElement;
  draw(facet: AuditFacet, value: AuditFacetValue, maxCount: number): void;
}

/**
 * Height of a facet's heading in pixels, as in the style sheet. With `ROW_HEIGHT`, it gives the height of a section
 * that the browser has not laid out because it is out of view.
 */
const HEADING_HEIGHT = 24;
const ROW_HEIGHT = 22;

function createValueRow(index: number, onChoose: FacetEvents['onChoose']): ValueRow {
  const share = element('span', { class: 'share' });
  const mark = createIcon('check');
  const label = element('span', { class: 'label' });
  const count = element('span', { class: 'count' });
  const only = element('button', {
    type: 'button',
    class: 'facet-value',
    tabindex: '-1',
    'aria-describedby': 'facets-hint',
  });
  only.append(share, label, mark, ' ', count);
  const not = element('button', { type: 'button', class: 'facet-not', tabindex: '-1' });
  not.append(createIcon('circle-slash'));
  const root = element('div', { class: 'facet-row' }, only, not);
  let facetID = '';
  let chosen: AuditFacetValue['choice'];
  const toggleChoice = (choice: 'only' | 'not'): void =>
    onChoose(facetID, index, chosen === choice ? 'none' : choice);
  only.addEventListener('click', () => toggleChoice('only'));
  not.addEventListener('click', () => toggleChoice('not'));
  only.addEventListener('keydown', (event) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    toggleChoice('not');
  });
  return {
    element: root,
    draw(facet, value, maxCount) {
      facetID = facet.id;
      chosen = value.choice;
      const width = `${Math.round((value.count / Math.max(1, maxCount)) * 100)}%`;
      if (share.style.width !== width) share.style.width = width;
      setText(count, formatCount(value.count));
      setOrRemoveAttribute(only, 'aria-label', strings.facetValue(value.label, value.count));
      setOrRemoveAttribute(only, 'aria-pressed', String(chosen === 'only'));
      setOrRemoveAttribute(not, 'aria-pressed', String(chosen === 'not'));
      setOrRemoveAttribute(root, 'class', `facet-row ${chosen ?? ''}`);
      mark.hidden = chosen !== 'only';
      const key = `${facet.id} ${value.label}`;
      if (only.dataset.key === key) return;
      only.dataset.key = key;
      setShortenedText(label, value.label);
      not.dataset.key = `${key} not`;
      only.title = value.label;
      not.title = strings.exclude(value.label);
      setOrRemoveAttribute(not, 'aria-label', strings.exclude(`${facet.label}: ${value.label}`));
    },
  };
}

/** Creates the section of one facet. `draw` must be called before it is displayed. */
export function createFacetSection({ onChoose, onMore }: FacetEvents): FacetSection {
  const heading = element('h2', {});
  const values: ValueRow[] = [];
  const more = element('button', { type: 'button', class: 'more', tabindex: '-1' });
  const moreRow = element('div', { class: 'facet-row' }, more);
  const root = element('section', { role: 'group' }, heading, moreRow);
  let listed = 0;
  more.addEventListener('click', () => onMore(root.dataset.facet ?? '', listed));
  return {
    element: root,
    draw(facet) {
      listed = facet.values.length;
      setText(heading, facet.label);
      setOrRemoveAttribute(root, 'aria-label', facet.label);
      root.dataset.facet = facet.id;
      root.hidden = listed === 0;
      const maxCount = Math.max(0, ...facet.values.map(({ count }) => count));
      for (const [place, value] of facet.values.entries()) {
        let row = values[place];
        if (!row) {
          row = createValueRow(place, onChoose);
          values.push(row);
          moreRow.before(row.element);
        }
        row.draw(facet, value, maxCount);
      }
      // Values that are no longer listed must not stay in the document, not even hidden.
      for (const row of values.splice(listed)) row.element.remove();
      moreRow.hidden = facet.more === 0;
      more.dataset.key = `${facet.id}\nmore`;
      setText(more, strings.moreValues(facet.more));
      const rows = listed + (facet.more > 0 ? 1 : 0);
      root.style.containIntrinsicBlockSize = `${HEADING_HEIGHT + rows * ROW_HEIGHT}px`;
    },
  };
}
