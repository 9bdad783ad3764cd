/**
 * Calls `listener` after the webview got the focus, if no element in it is focused then. `lastFocused` is the element
 * that was focused last, or undefined if there is none or it is no longer visible.
 */
export function listenToFocusWithoutElement(listener: (lastFocused: HTMLElement | undefined) => void): void {
  let lastFocused: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) lastFocused = target;
  });
  window.addEventListener('focus', () => {
    // A click or the Tab key may focus an element of the webview before this callback runs.
    setTimeout(() => {
      // If the webview has lost the focus in the meantime, it must not take the focus back.
      if (document.hasFocus() && document.activeElement === document.body)
        listener(lastFocused?.checkVisibility() ? lastFocused : undefined);
    });
  });
}
