type Attributes = Readonly<Record<string, string>>;

/** Creates an element. Children that are strings become text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/**
 * Creates an element that displays a codicon and is hidden from assistive technology. `name` is the name of the
 * codicon.
 */
export const createIcon = (name: string): HTMLElement =>
  element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });

/** Sets an attribute, or removes it if `value` is undefined. */
export function setOrRemoveAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (target.hasAttribute(name)) target.removeAttribute(name);
  } else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Sets an element's text if it differs, so that a live region does not announce the same text again. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Makes `children` the first child elements of `parent`, in this order. */
export function prependInOrder(parent: Element, children: readonly Element[]): void {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
