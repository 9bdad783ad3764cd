import assert from 'node:assert/strict';
import { noLocalFilters } from '../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { CommandTable } from '../../../../src/extension/app/commands.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import {
  actionCommandsOf,
  connectionOf,
  eventNamed,
  fakeService,
  partsOf,
  settled,
  shownOf,
} from './fakeModel.ts';
import '../withVscode.ts';

const { createQueryCommands: queryCommands } = await import(
  '../../../../src/extension/audit/commands/queryCommands.ts'
);
const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);
const { createVaultCommands: vaultCommands } = await import(
  '../../../../src/extension/audit/commands/vaultCommands.ts'
);

const eventOf = (changeID: string) =>
  toAuditEvent({ context: { changeID, requestID: 'r', sessionID: 's', jwtID: 'j' } });

/** A loaded event behind a filter over loaded events, and the commands that look for others. */
async function hidden() {
  const service = fakeService(connectionOf('a'));
  const { model, asked } = service;
  const revealed: unknown[] = [];
  const loading = model.requests.loadNewest({ vaultID: 'v' });
  asked[0]?.answer({ events: [eventOf('e1')] });
  await loading;
  model.filters.setLocalFilters({ question: textQuestion('no event has this') });
  const answered = { requestID: 'r', target: { connection: { name: 'a' }, vault: { id: 'v' } }, query: 'q' };
  const parts = partsOf(service, {
    settings: { ...service.deps.settings, rawSavedFilters: () => ({ mine: { 'context.actor': 'ada' } }) },
    displayedQuery: { current: () => answered },
    messages: { confirm: () => Promise.resolve(true), info: () => Promise.resolve() },
    reveal: (event: unknown) => revealed.push(event),
  });
  const commands: CommandTable = {
    ...actionCommandsOf(model),
    ...trailCommands(parts),
    ...queryCommands(parts),
    ...vaultCommands(parts),
  };
  return { ...service, context, commands, revealed };
}

type Hidden = Awaited<ReturnType<typeof hidden>>;

const searches: Readonly<Record<string, (given: Hidden) => unknown>> = {
  ...Object.fromEntries(
    ['Request', 'Session', 'Token'].map((name) => [
      `events of the same ${name.toLowerCase()}`,
      async ({ commands, model }) => {
        const { event } = await eventNamed(model, 'e1');
        return commands[`vaultsql.audit.showSame${name}`]?.({
          kind: 'event',
          event,
        });
      },
    ]),
  ),
  'the event of a query': ({ commands }) => commands['vaultsql.query.showAuditEvents']?.(),
};

describe('a search for audit events', () => {
  for (const [what, search] of Object.entries(searches))
    it(`shows all that is found, whatever was filtered over loaded events: ${what}`, async () => {
      const given = await hidden();
      const searching = search(given);
      await settled();
      assert.equal(given.asked.length, 2);
      assert.equal((await shownOf(given.model)).length, 0, 'before the answer all is as it was');
      given.asked[1]?.answer({ events: [eventOf('e2'), eventOf('e1')] });
      await searching;
      assert.equal((await shownOf(given.model)).length, 2);
      assert.deepEqual(given.model.filters.getAppliedFilters().local, noLocalFilters);
      if (what === 'the event of a query')
        assert.deepEqual(given.revealed, [await eventNamed(given.model, 'e2')]);
    });

  it('leaves filters where it is refused, and is the same search when it is tried again', async () => {
    const { model, asked } = await hidden();
    const searching = model.requests.loadNewestClearingLocalFilters({ 'context.actor': 'ada' });
    asked[1]?.refuse(500);
    await searching;
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion('no event has this'));
    const again = model.requests.retryOrLoadNewest();
    asked[2]?.answer({ events: [eventOf('e3')] });
    await again;
    assert.deepEqual(asked[2]?.filters, asked[1]?.filters);
    assert.deepEqual(
      [(await shownOf(model)).length, model.filters.getAppliedFilters().local],
      [1, noLocalFilters],
    );
  });

  it('for those of a vault says that they are not shown where it is refused', async () => {
    const { asked, commands, deps } = await hidden();
    const target = { connection: connectionOf('a'), vault: { id: 'v', name: 'v' } };
    Object.assign(deps.targets, { all: () => [target] });
    for (const isRefused of [true, false]) {
      const showing = commands['vaultsql.vault.showAuditEvents']?.({ target });
      await settled();
      if (isRefused) asked.at(-1)?.refuse(403);
      else asked.at(-1)?.answer({});
      assert.equal(await showing, !isRefused);
    }
    assert.equal(asked.length, 3);
  });

  it('is none where a filter is added: what is filtered over loaded events stays', async () => {
    const { model, asked } = await hidden();
    const loading = model.requests.loadNewest({ 'context.actor': 'ada' });
    asked[1]?.answer({ events: [eventOf('e3')] });
    await loading;
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion('no event has this'));
  });
});
