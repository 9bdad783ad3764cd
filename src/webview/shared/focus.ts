/**
 * Calls `tell` with true when the webview gets the focus, and with false when it loses the focus. If the webview has
 * the focus already, calls `tell` immediately.
 */
export function onFocusChange(tell: (focused: boolean) => void): void {
  window.addEventListener('focus', () => tell(true));
  window.addEventListener('blur', () => tell(false));
  if (document.hasFocus()) tell(true);
}
