/** What can be done about the event in the details: a button for what is most wanted, and a menu for the rest. */
import type { AuditDetail } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { element, icon } from '../shared/dom.ts';
import type { Menus } from '../shared/menu.ts';

/** `activate` is told what was chosen. */
export function drawActions(
  { buttons, note }: AuditDetail,
  activate: (id: string) => void,
  menus: Menus,
): readonly Node[] {
  const icons: Readonly<Record<string, string>> = {
    reveal: 'eye',
    mark: note === undefined ? 'star-empty' : 'star-full',
  };
  const shown = buttons.flatMap(({ id, label }) => {
    const name = icons[id];
    return name === undefined ? [] : [iconButton(id, label, name, () => activate(id))];
  });
  const rest = buttons.filter(({ id }) => !(id in icons));
  const more = iconButton('more', auditStrings.moreActions, 'ellipsis', () => {
    const { left, bottom } = more.getBoundingClientRect();
    const entries = rest.map(({ id, label }) => ({ label, run: () => activate(id) }));
    menus.open(auditStrings.moreActions, entries, { x: left, y: bottom });
  });
  more.setAttribute('aria-haspopup', 'menu');
  return [...shown, more];
}

function iconButton(id: string, name: string, image: string, run: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'action', 'data-id': id, 'aria-label': name, title: name },
    icon(image),
  );
  button.addEventListener('click', run);
  return button;
}
