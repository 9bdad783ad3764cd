/** Calls `tell` whenever the webview gets or loses the focus, and immediately if it has the focus. */
export function onFocusChange(tell: (focused: boolean) => void): void {
  window.addEventListener('focus', () => tell(true));
  window.addEventListener('blur', () => tell(false));
  if (document.hasFocus()) tell(true);
}
