/** The audit table in a page of the harness, and what tests do there. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { AuditEvent } from '../../src/core/service/types.ts';
import { eventText } from '../bench/auditEvents.ts';
import { type AuditFakeHost, eventOf } from './auditHost.ts';
import { drawn, type Harness, type WebviewPage } from './harness.ts';

/** Events of the benchmark, newest first. */
export const sample = (count: number): AuditEvent[] =>
  Array.from({ length: count }, (_, n) => eventOf(eventText(count - 1 - n)));

export async function openAuditTable(
  harness: Pick<Harness, 'open'>,
  host: AuditFakeHost,
  options = {},
): Promise<WebviewPage> {
  const view = await harness.open({ connect: host.connect, width: 1200, height: 500, ...options });
  await view.page.getByRole('grid', { name: 'Audit events' }).waitFor();
  await drawn(view.page);
  return view;
}

/**
 * When, how, who and from where are whole in the first row with a query, and forty characters of that are in sight; answers
 * its cells.
 */
export async function assertUncut(page: Page): Promise<readonly Locator[]> {
  const box = await page.getByRole('grid').boundingBox();
  const row = page.getByRole('row').filter({ hasText: 'SELECT' }).first();
  const cells = await row.getByRole('gridcell').all();
  const names = await page.getByRole('columnheader').allTextContents();
  assert.deepEqual(names.slice(1), ['time', 'code', 'actor', 'ipAddress', 'content']);
  for (const [place, cell] of cells.entries()) {
    const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {};
    assert.ok(
      box && x >= box.x && x + width <= box.x + box.width + 1,
      `${names[place + 1]} ends at ${x + width}`,
    );
    const { seen, all, text } = await cell.locator('.value').evaluate((node) => ({
      seen: node.clientWidth,
      all: node.scrollWidth,
      text: node.textContent ?? '',
    }));
    const least = place === 4 ? Math.min(40, text.length) : text.length;
    assert.ok((text.length * seen) / all >= least, `${text}: ${seen} of ${all} px`);
  }
  return cells;
}

/** Chooses an action of the table from the menu of its toolbar. */
export async function chooseFromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page
    .getByRole('menu', { name: 'More actions' })
    .locator('[role^=menuitem]')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click();
}

export const statusOf = (view: WebviewPage, text: string | RegExp): Promise<void> =>
  view.page.getByRole('status').filter({ hasText: text }).waitFor();
