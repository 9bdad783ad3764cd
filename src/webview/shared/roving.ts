/**
 * Moves the focus within `buttons`, which together are one tab stop, if the pressed key is `back`, `forward`, Home or
 * End. Ignores other keys, and keys with Alt, Ctrl or Meta.
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
