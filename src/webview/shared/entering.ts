/**
 * Calls `enter` when the editor gives the focus to the page and not to anything in it: by a command, or when a list that
 * opened over the page closes. `last` is what had the focus before, where it still can have it.
 */
export function onEnter(enter: (last: HTMLElement | undefined) => void): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  window.addEventListener('focus', () => {
    // A click or the Tab key chooses for itself, which happens before this.
    setTimeout(() => {
      // Left again meanwhile, it must not take the focus back.
      if (document.hasFocus() && document.activeElement === document.body)
        enter(last?.checkVisibility() ? last : undefined);
    });
  });
}
