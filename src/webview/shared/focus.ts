/** Calls `tell` whenever the page gets or loses the keyboard, and at once where it has it. */
export function onFocusChange(tell: (focused: boolean) => void): void {
  window.addEventListener('focus', () => tell(true));
  window.addEventListener('blur', () => tell(false));
  if (document.hasFocus()) tell(true);
}
