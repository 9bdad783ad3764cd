import type { AuditFacet } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setText } from '../shared/dom.ts';

interface FacetSearch {
  readonly element: HTMLElement;
  /**
   * Displays `text` in the input unless the input has the focus, and displays how many values `facets` have. If `text`
   * is empty, displays no number.
   */
  draw(text: string, facets: readonly AuditFacet[]): void;
  focus(): void;
}

interface FacetSearchEvents {
  readonly onSearch: (text: string) => void;
  /** Called when the user presses Arrow Down or Enter in the input to move to the values. */
  readonly onLeave: () => void;
}

export function createFacetSearch({ onSearch, onLeave }: FacetSearchEvents): FacetSearch {
  const found = element('p', { role: 'status', class: 'found' });
  const input = element('input', {
    type: 'search',
    class: 'search',
    placeholder: strings.searchValues,
    'aria-label': strings.searchValues,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  input.addEventListener('input', () => onSearch(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
    else if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      onSearch('');
    } else return;
    event.preventDefault();
  });
  return {
    element: element('div', { class: 'facet-search' }, input, found),
    draw(text, facets) {
      if (document.activeElement !== input) input.value = text;
      const count = facets.reduce((sum, { values, more }) => sum + values.length + more, 0);
      setText(found, text === '' ? '' : strings.valuesFound(count));
    },
    focus: () => input.focus(),
  };
}
