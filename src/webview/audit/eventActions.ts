import type { AuditDetail } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { createIcon, element } from '../shared/dom.ts';
import type { Menus } from '../shared/menu.ts';

/**
 * Creates a button for each action that has an icon, and one that opens a menu with the other actions. `activate` is
 * called with the ID of the chosen action.
 */
export function createActionButtons(
  { buttons }: AuditDetail,
  activate: (id: string) => void,
  menus: Menus,
): readonly Node[] {
  const iconButtons = buttons.flatMap(({ id, label, place, icon: image }) =>
    image === undefined ? [] : [createIconButton(place, label, image, () => activate(id))],
  );
  const menuActions = buttons.filter((button) => button.icon === undefined);
  const more = createIconButton('more', auditStrings.moreEventActions, 'ellipsis', () => {
    const { left, bottom } = more.getBoundingClientRect();
    const entries = menuActions.map(({ id, label }) => ({ label, run: () => activate(id) }));
    menus.openReplacingPreviousMenu(auditStrings.moreEventActions, entries, { x: left, y: bottom });
  });
  more.setAttribute('aria-haspopup', 'menu');
  return [...iconButtons, more];
}

/** Creates a button with an icon. `key` identifies the button when it is redrawn, so that the focus can stay on it. */
function createIconButton(key: string, name: string, image: string, run: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'action', 'data-id': key, 'aria-label': name, title: name },
    createIcon(image),
  );
  button.addEventListener('click', run);
  return button;
}
