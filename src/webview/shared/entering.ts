/**
 * Calls `enter` when the webview gets the focus but no element in it does, for example by a command of the editor or
 * when a quick pick closes. `last` is the element that had the focus before, or undefined if it is no longer visible.
 */
export function onEnter(enter: (last: HTMLElement | undefined) => void): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  window.addEventListener('focus', () => {
    // A click or the Tab key moves the focus into the webview itself, before this callback runs.
    setTimeout(() => {
      // If the focus has left the webview meanwhile, it must not be taken back.
      if (document.hasFocus() && document.activeElement === document.body)
        enter(last?.checkVisibility() ? last : undefined);
    });
  });
}
