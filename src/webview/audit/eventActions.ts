/** What can be done with the event in the details: a button for each action that has an icon, and a menu for the rest. */
import type { AuditDetail } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { element, icon } from '../shared/dom.ts';
import type { Menus } from '../shared/menu.ts';

/** `activate` is told what was chosen. */
export function drawActions(
  { buttons }: AuditDetail,
  activate: (id: string) => void,
  menus: Menus,
): readonly Node[] {
  const shown = buttons.flatMap(({ id, label, place, icon: image }) =>
    image === undefined ? [] : [iconButton(place, label, image, () => activate(id))],
  );
  const rest = buttons.filter((button) => button.icon === undefined);
  const more = iconButton('more', auditStrings.moreActions, 'ellipsis', () => {
    const { left, bottom } = more.getBoundingClientRect();
    const entries = rest.map(({ id, label }) => ({ label, run: () => activate(id) }));
    menus.open(auditStrings.moreActions, entries, { x: left, y: bottom });
  });
  more.setAttribute('aria-haspopup', 'menu');
  return [...shown, more];
}

/** `key` names the button across drawings, so that the keyboard stays on it: actions that replace each other have one. */
function iconButton(key: string, name: string, image: string, run: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'action', 'data-id': key, 'aria-label': name, title: name },
    icon(image),
  );
  button.addEventListener('click', run);
  return button;
}
