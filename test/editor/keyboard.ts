import type { Locator, Page } from 'playwright-core';

/** More stops than the keyboard has in any page of ours. */
const mostStops = 120;

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.ownerDocument.activeElement === node);

/**
 * Presses a key until the focus is on that element; rejects when it does not come there. That it does is what makes a
 * page usable without a mouse.
 */
export async function pressTo(page: Page, key: string, element: Locator): Promise<void> {
  await element.waitFor();
  for (let stop = 0; stop < mostStops; stop++) {
    if (await hasFocus(element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The key ${key} does not lead to ${element}.`);
}

/** Presses these keys one after another. */
export async function pressKeys(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Goes with the Tab key until the focus is on that element. */
export const tabTo = (page: Page, element: Locator): Promise<void> => pressTo(page, 'Tab', element);

/** Goes to an element of a toolbar or another group that is one stop of the Tab key, and within it by arrows. */
export async function arrowTo(page: Page, key: string, group: Locator, element: Locator): Promise<void> {
  await element.waitFor();
  await tabTo(page, group.locator('[tabindex="0"]'));
  await pressTo(page, key, element);
}

/** Takes an entry of the context menu of what has the focus in the workbench. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  const chosen = page.locator('.action-item.focused').filter({ has: entry });
  for (let stop = 0; (await chosen.count()) === 0; stop++) {
    if (stop === mostStops) throw new Error(`The keyboard does not lead to ${name} in the menu.`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'detached' });
}
