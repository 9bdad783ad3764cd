/** The built audit table before the product's own host, which reads from a plain list instead of the local store. */
import assert from 'node:assert/strict';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import { maskLiterals } from '../../src/core/sql/analysis/maskLiterals.ts';
import { highlightSql } from '../../src/core/sql/editor/highlight.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { AuditViewMethods } from '../../src/protocol/audit.ts';
import { auditHostGuards } from '../../src/protocol/auditGuards.ts';
import { createRpc, type Rpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';
import { actionsOf } from '../unit/extension/audit/fakeModel.ts';
import { plainModel } from '../unit/extension/audit/plainModel.ts';
import { sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';

const { createController } = await import('../../src/extension/audit/views/table/controller.ts');

const events = sample(300);

describe('audit table over another source than the local store', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let controller: ReturnType<typeof createController>;

  beforeEach(async () => {
    const { model, deps } = plainModel(events);
    const withMore = {
      ...deps,
      language: () => ({ maskLiterals, highlightSql, readQuery: parseQueryReads }),
    } as unknown as Deps;
    let line: Rpc<AuditViewMethods> | undefined;
    controller = createController(withMore, model, actionsOf(model), (state) => line?.notify('state', state));
    view = await harness.open({
      width: 1300,
      height: 640,
      connect: (port) => {
        line = createRpc<AuditViewMethods>(port, guardHandlers(auditHostGuards, controller.host), (method) =>
          assert.fail(method),
        );
      },
    });
    await view.page.getByRole('grid', { name: 'Audit events' }).waitFor();
    await drawn(view.page);
  });
  afterEach(async () => {
    controller.dispose();
    await closeWithoutProblems(view);
  });
  /** The row of the event at this 0-based position, while the grid draws it. */
  const row = (position: number) => view.page.locator(`[role=row][aria-rowindex="${position + 2}"]`);

  it('shows its rows, also those far down, and the details of one', async () => {
    await statusOf(view, /^300 events loaded/);
    const last = events.length - 1;
    const actors = events.map(({ context }) => context.actor ?? '');
    await row(0)
      .filter({ hasText: actors[0] ?? '' })
      .waitFor();
    assert.equal(await row(last).count(), 0);
    await view.page.getByRole('grid').focus();
    await pressIn(view, ['Control+End']);
    await row(last)
      .filter({ hasText: actors[last] ?? '' })
      .waitFor();
    await pressIn(view, ['Enter']);
    const changeID = events[last]?.context.changeID ?? '';
    await view.page.getByRole('region', { name: 'Details' }).getByText(changeID).first().waitFor();
  });

  it('counts by value and by time, and filters by both', async () => {
    const failed = events.filter(({ response }) => response.code === 400).length;
    await view.page.getByRole('button', { name: `400 ${failed} events`, exact: true }).click();
    await statusOf(view, new RegExp(`^${failed} of 300 match`));
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('');
    await statusOf(view, /^300 events loaded/);
    await view.page.getByRole('slider', { name: 'Start of the time range' }).focus();
    await pressIn(view, ['ArrowRight', 'ArrowRight']);
    await statusOf(view, /^2\d\d of 300 match/);
  });

  it('finds text, sorts, and sums up who read what', async () => {
    const withCards = events.filter((event) => JSON.stringify(event.raw).includes('card_number'));
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('card_number');
    await statusOf(view, new RegExp(`^${withCards.length} of 300 match`));
    const header = view.page.getByRole('columnheader', { name: 'Actor', exact: true });
    await header.click();
    await view.page
      .locator('[role=columnheader][aria-sort=ascending]')
      .filter({ hasText: 'Actor' })
      .waitFor();
    const actors = withCards.map(({ context }) => context.actor ?? '').sort();
    await row(0)
      .filter({ hasText: actors[0] ?? '' })
      .waitFor();
    await view.page.getByRole('button', { name: 'Who read what' }).click();
    await view.page.getByRole('grid', { name: 'Who read what' }).waitFor();
    await view.page.getByRole('gridcell', { name: 'card_number' }).first().waitFor();
  });
});
