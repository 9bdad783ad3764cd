/** The audit table in a page of the harness, and what tests do there. */
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

export const statusOf = (view: WebviewPage, text: string | RegExp): Promise<void> =>
  view.page.getByRole('status').filter({ hasText: text }).waitFor();
