/** What a person sees of the labels in a part of a page: those that are cut, and those that were not translated. */
import type { Locator } from 'playwright-core';

export interface LabelProblems {
  /** Labels that do not fit and have no tooltip that shows them whole. */
  readonly cut: readonly string[];
  /** English words on the page or in what a screen reader says; `data` are the words of the vault. */
  readonly english: readonly string[];
}

export const labelProblems = (part: Locator, data: readonly string[]): Promise<LabelProblems> =>
  part.evaluate(findProblems, data);

/** Runs in the page. */
function findProblems(part: Element, data: readonly string[]): LabelProblems {
  const names = ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'];
  const isData = (element: Element): boolean =>
    element.closest('[role=gridcell], [role=columnheader], [role=treeitem], .keys, .target') !== null;
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
  const cut: string[] = [];
  const english: string[] = [];
  // Of two that begin alike the longer first.
  const known = [...data].sort((a, b) => b.length - a.length);
  const note = (text: string): void => {
    // Keys have their names in the tooltips of buttons, at the end of a line; requests their IDs.
    const words = text
      .replace(/ \((?:(?:Alt|Ctrl|Shift)\+\w+|Enter|Escape)\)$/m, '')
      .replace(/\b[0-9a-f]{32}\b/, '');
    const rest = known.reduce((left, word) => left.replaceAll(word, ''), words);
    if (/[A-Za-z]{3,}/.test(rest)) english.push(text);
  };
  for (const element of part.querySelectorAll('*')) {
    if (!isVisible(element) || isData(element)) continue;
    for (const name of names) note(element.getAttribute(name) ?? '');
    // The parts of a text that loses its middle are one label.
    if (element.parentElement?.classList.contains('shortened')) continue;
    const text = element.classList.contains('shortened')
      ? (element.textContent ?? '').trim()
      : [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? '')
          .join('')
          .trim();
    if (text === '') continue;
    note(text);
    const range = document.createRange();
    range.selectNodeContents(element);
    const { right } = range.getBoundingClientRect();
    const isCut =
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline';
    const isOutside = right > window.innerWidth + 1;
    if ((isCut || isOutside) && !element.closest('[title]')) cut.push(text);
  }
  return { cut, english };
}
