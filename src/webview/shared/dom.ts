/** Elements without HTML: attributes and text nodes only, so nothing that a service sent can become markup. */

type Attributes = Readonly<Record<string, string>>;

/** A new element. Text children become text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A codicon, invisible to assistive technology: the control around it carries the name. */
export const icon = (name: string): HTMLElement =>
  element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });

/** Sets, or for `undefined` removes, an attribute; touches the DOM only for a change. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (target.hasAttribute(name)) target.removeAttribute(name);
  } else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Sets the text; touches the DOM only for a change, so that live regions speak once. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Makes `children` the first children of `parent`, in that order; moves only what is elsewhere. */
export function putInOrder(parent: Element, children: readonly Element[]): void {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
