/**
 * Calls `listener` each time the webview gets the focus but no element in it does. `lastFocused` is the element that
 * had the focus last, if it is still visible.
 */
export function listenToFocusWithoutElement(listener: (lastFocused: HTMLElement | undefined) => void): void {
  let lastFocused: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) lastFocused = target;
  });
  window.addEventListener('focus', () => {
    // A click or the Tab key moves the focus into the webview itself, before this callback runs.
    setTimeout(() => {
      // If the focus has left the webview meanwhile, it must not be taken back.
      if (document.hasFocus() && document.activeElement === document.body)
        listener(lastFocused?.checkVisibility() ? lastFocused : undefined);
    });
  });
}
