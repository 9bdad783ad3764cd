/**
 * Calls `listener` with true when the webview gets the focus, and with false when it loses it. If the webview has the
 * focus already, calls `listener` immediately.
 */
export function listenToFocusChange(listener: (focused: boolean) => void): void {
  window.addEventListener('focus', () => listener(true));
  window.addEventListener('blur', () => listener(false));
  if (document.hasFocus()) listener(true);
}
