/**
 * Keeps Ctrl+A and Cmd+A in the inputs of a webview. The browser selects the text at once. The editor, to which a webview
 * reports each key press that reaches its window, would select the text once more a moment later, so that what is typed
 * next would be overwritten.
 */
export function keepSelectAllInInputs(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isSelectAll = key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey;
    if (isSelectAll && target instanceof HTMLInputElement) event.stopPropagation();
  });
}
