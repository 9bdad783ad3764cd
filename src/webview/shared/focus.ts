/**
 * Calls `listener` with true when the webview gets the focus, and with false when the webview loses the focus. If the
 * webview has the focus already, calls `listener` with true immediately.
 */
export function listenToFocusChange(listener: (focused: boolean) => void): void {
  window.addEventListener('focus', () => listener(true));
  window.addEventListener('blur', () => listener(false));
  if (document.hasFocus()) listener(true);
}
