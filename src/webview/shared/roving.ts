/**
 * Handles a key pressed in `buttons`, which together are one tab stop: the keys named by `back` and `forward`, Home and
 * End move the focus.
 */
export function moveFocusByKey(
  buttons: readonly HTMLElement[],
  event: KeyboardEvent,
  [back, forward]: readonly [back: string, forward: string],
): void {
  const focusedIndex = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { [back]: focusedIndex - 1, [forward]: focusedIndex + 1, Home: 0, End: buttons.length - 1 }[
    event.key
  ];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
  if (!next) return;
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}
