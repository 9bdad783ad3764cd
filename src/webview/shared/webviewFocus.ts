/**
 * Calls `focusPart` after the webview got the focus, if no element in it is focused then. `lastFocused` is the element
 * that was focused last, or undefined if there is none or it is no longer visible. `focusPart` must return false if the
 * content is not displayed yet and it therefore focused another part.
 *
 * Returns a function to call after each drawing. While the webview has the focus, that function calls `focusPart` if no
 * visible element is focused, or if the focused one is still the part that was focused in place of the content. The
 * editor may focus a webview before its script runs, and before there is content.
 */
export function listenToFocusWithoutElement(
  focusPart: (lastFocused: HTMLElement | undefined) => boolean,
): () => void {
  let lastFocused: HTMLElement | undefined;
  let substitute: Element | null = null;
  const focus = (last: HTMLElement | undefined): void => {
    substitute = focusPart(last) ? null : document.activeElement;
  };
  const getVisibleLastFocused = (): HTMLElement | undefined =>
    lastFocused?.checkVisibility() ? lastFocused : undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) lastFocused = target;
    if (target !== substitute) substitute = null;
  });
  window.addEventListener('focus', () => {
    // A click or the Tab key may focus an element of the webview before this callback runs.
    setTimeout(() => {
      // If the webview has lost the focus in the meantime, it must not take the focus back.
      if (document.hasFocus() && document.activeElement === document.body) focus(getVisibleLastFocused());
    });
  });
  return () => {
    const { activeElement, body } = document;
    if (!document.hasFocus()) return;
    if (activeElement === substitute) focus(undefined);
    else if (activeElement === body || !activeElement?.checkVisibility()) focus(getVisibleLastFocused());
  };
}
