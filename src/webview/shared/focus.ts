import type { PageView } from '../../protocol/page.ts';
import type { Handlers } from '../../protocol/rpc.ts';

/** Handles the calls that the host sends to every webview: `focus` gives the keyboard back to the webview. */
export const pageViewHandlers: Handlers<PageView> = { focus: () => window.focus() };

/**
 * Calls `listener` with true when the webview gets the focus, and with false when the webview loses the focus. If the
 * webview has the focus already, calls `listener` with true immediately.
 */
export function listenToFocusChange(listener: (focused: boolean) => void): void {
  window.addEventListener('focus', () => listener(true));
  window.addEventListener('blur', () => listener(false));
  if (document.hasFocus()) listener(true);
}

/**
 * Focuses an element, and scrolls only this page to it. A plain `focus` also scrolls the editor's own elements around the
 * webview if the element is not visible as a whole. They never scroll back, so that the view's top would stay cut off.
 */
export function focusWithinPage(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight)
    window.scrollBy(0, Math.min(top, Math.max(0, bottom - window.innerHeight)));
}
