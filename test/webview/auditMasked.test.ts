import assert from 'node:assert/strict';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import type { AuditEvent } from '../../src/core/service/types.ts';
import { maskLiterals } from '../../src/core/sql/analysis/maskLiterals.ts';
import { highlightSql } from '../../src/core/sql/editor/highlight.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { AuditViewMethods } from '../../src/protocol/audit.ts';
import { auditHostGuards } from '../../src/protocol/auditGuards.ts';
import { createRpc, type Rpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';
import { actionsOf, connectionOf, fakeService } from '../unit/extension/audit/fakeModel.ts';
import { eventOf } from './auditHost.ts';
import { chooseFromMore } from './auditPage.ts';
import { drawn, themeNames, type WebviewPage } from './harness.ts';
import { harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

const { createController } = await import('../../src/extension/audit/views/table/controller.ts');

const people = ['ann.lee@secret.test', 'bob+x@secret.test', 'sa-job-1'];
const events: AuditEvent[] = Array.from({ length: 60 }, (_, n) => {
  const actor = people[n % people.length] ?? '';
  return eventOf(
    JSON.stringify({
      context: {
        changeID: `c${n}`,
        requestID: `r${n}`,
        actor,
        actorType: 'USER',
        ipAddress: `192.0.2.${n % 4}`,
        jwtID: `token of ${actor}`,
        sessionID: actor,
        origin: `https://x.test/?by=${encodeURIComponent(actor)}`,
      },
      request: {
        actionType: 'READ',
        apiName: 'Query',
        vaultID: 'v',
        resourceType: 'RECORD',
        tags: [actor],
        timestamp: `2026-01-01 00:00:${String(n).padStart(2, '0')}.000000000`,
        data: { content: `SELECT name, REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE email = '${actor}'` },
        httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
      },
      response: { code: n % 7 ? 200 : 400, message: `for ${actor}`, data: { [actor]: actor } },
      resourceIDs: [`USER/${actor}`],
    }),
  );
});

/** The built view before the product's own host, over events of people with addresses. */
describe('audit table: addresses that are masked', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let sent: string[];

  async function open(theme: (typeof themeNames)[number], isMasked: boolean) {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest({ 'context.actor': people[0] ?? '' });
    asked[0]?.answer({ events });
    await loading;
    if (isMasked) model.masking.toggleActorMasking();
    sent = [];
    let line: Rpc<AuditViewMethods> | undefined;
    const withMore = {
      ...deps,
      language: () => ({ maskLiterals, highlightSql, readQuery: parseQueryReads }),
    } as unknown as Deps;
    const controller = createController(withMore, model, actionsOf(model), (state) =>
      line?.notify('state', state),
    );
    view = await harness.open({
      theme,
      width: 1300,
      height: 640,
      connect: (port) => {
        const post = (message: unknown): void => {
          sent.push(JSON.stringify(message));
          port.post(message);
        };
        line = createRpc<AuditViewMethods>(
          { ...port, post },
          guardHandlers(auditHostGuards, controller.host),
          (method) => assert.fail(method),
        );
      },
    });
    await view.page.getByRole('grid', { name: 'Audit events' }).waitFor();
    await drawn(view.page);
    const close = async (): Promise<void> => {
      assert.deepEqual(view.problems, []);
      controller.dispose();
      await view.close();
    };
    return { model, controller, close };
  }
  const addresses = (text: string): string[] =>
    people
      .filter((one) => one.includes('@'))
      .flatMap((one) => [one, encodeURIComponent(one)])
      .filter((one) => text.includes(one));
  /** In the document, attributes included. */
  const inDocument = async (): Promise<string[]> =>
    addresses(await view.page.evaluate('document.documentElement.outerHTML'));

  for (const theme of themeNames.slice(0, 4))
    it(`are in no message and nowhere in the document, and axe-core finds nothing, ${theme}`, async () => {
      const { close } = await open(theme, true);
      const { page } = view;
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        await drawn(page);
        assert.deepEqual(await inDocument(), [], name);
        await view.picture(`audit-masked-${theme}-${name}`);
        found.push(...(await axeFaults(page, theme)).map((one) => `${name}: ${one}`));
      };
      await look('events');
      const facet = page.getByRole('group', { name: 'Actor', exact: true }).locator('.facet-value').first();
      await facet.click();
      await page.getByRole('button', { name: 'Remove filter actor', exact: true }).last().waitFor();
      await look('chips');
      await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('treeitem', { name: /^context/ }).waitFor();
      await look('details');
      await page.getByRole('button', { name: 'Who read what' }).click();
      await page.getByRole('grid', { name: 'Who read what' }).waitFor();
      await page.getByRole('gridcell', { name: 'ssn' }).first().waitFor();
      await look('readers');
      await chooseFromMore(page, 'Chart for a report');
      const matrix = page.getByRole('img', { name: 'Who read what: reads by actor and column' });
      await matrix.getByText('persons.ssn').waitFor();
      await look('matrix');
      assert.deepEqual(sent.flatMap(addresses), []);
      assert.deepEqual(found, []);
      await close();
    });

  it('leave the document when they are masked while they are on screen', async () => {
    const { model, close } = await open('dark', false);
    const { page } = view;
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /^context/ }).waitFor();
    assert.ok((await inDocument()).length >= 2, 'shown at first');
    model.masking.toggleActorMasking();
    await page.locator('.pane h2').filter({ hasText: '•••' }).waitFor();
    await drawn(page);
    assert.deepEqual(await inDocument(), []);
    // The values of fields come back beside the rows where the details leave their room.
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('button', { name: /^a•••@secret\.test 20 events/ }).waitFor();
    await drawn(page);
    assert.deepEqual(await inDocument(), []);
    await close();
  });
});
