import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { connectionOf, eventsOf, fakeService, fileOf, settled } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createRequestSequence } = await import('../../../../../src/extension/audit/model/requestSequence.ts');

let last = 60;
/** A page with one event, older than those before, and the way to a further one. */
const page = (): Partial<AuditPage> => ({
  events: [
    toAuditEvent({
      context: { changeID: `c${--last}` },
      request: { timestamp: `2026-01-01 00:00:${last}.000000000` },
    }),
  ],
  nextOps: { changeID: `c${last}` },
});

describe('readings of audit events', () => {
  it('answer whether they were taken in', async () => {
    const { model, asked } = fakeService(connectionOf('a'));
    const first = model.requests.loadNewest({ 'context.actor': 'ada' });
    const second = model.requests.loadNewest();
    asked[0]?.answer(page());
    asked[1]?.answer(page());
    assert.deepEqual([await first, await second], [false, true]);
    const older = model.requests.loadOlder();
    model.requests.cancelRequest();
    asked[2]?.answer(page());
    assert.equal(await older, false);
    assert.equal((await eventsOf(model)).length, 1);
    assert.equal(await fakeService().model.requests.loadNewest(), false, 'without a connection');
  });

  for (const [what, end] of [
    ['cancel', 'cancel'],
    ['filters set meanwhile', 'load'],
    ['a file opened', 'open'],
    ['another connection', 'requestNumber'],
  ] as const)
    it(`that follow one another end with ${what}, in flight and in between`, async () => {
      for (const inFlight of [true, false]) {
        const { model, asked } = fakeService(connectionOf('a'), connectionOf('b'));
        const sequence = createRequestSequence(model.requests);
        const first = sequence.loadNewest({ vaultID: 'v' });
        await settled();
        asked[0]?.answer(page());
        assert.equal(await first, true);
        assert.equal(sequence.isCurrent(), true);
        const second = inFlight ? sequence.loadOlder() : undefined;
        await settled();
        if (end === 'cancel') model.requests.cancelRequest();
        if (end === 'load') void model.requests.loadNewest({ 'context.actor': 'ada' });
        if (end === 'open') model.source.displayOpenedFile(fileOf(model, 'f', []));
        if (end === 'requestNumber') model.source.switchConnection('b');
        const sent = asked.length;
        asked[1]?.answer(page());
        if (second) assert.equal(await second, false);
        assert.equal(sequence.isCurrent(), false);
        assert.deepEqual(
          [await sequence.loadNewest({ vaultID: 'v' }), await sequence.loadOlder()],
          [false, false],
        );
        assert.equal(asked.length, sent, 'nothing more is sent');
        if (end === 'load')
          assert.deepEqual(model.filters.getRequestedServiceFilters(), {
            'context.actor': 'ada',
          });
      }
    });
});

describe('the connection that audit events are shown of', () => {
  it('stays, with its events, while settings of others change', async () => {
    const [a, b] = [connectionOf('a'), connectionOf('b')];
    const { model, asked, setConnections } = fakeService(a, b);
    model.source.switchConnection('b');
    const loading = model.requests.loadNewest();
    asked[0]?.answer(page());
    await loading;
    assert.deepEqual([asked[0]?.connection, model.state.isLoaded()], ['b', true]);
    for (const now of [
      [a, b, connectionOf('c')],
      [connectionOf('a', { baseUrl: 'https://elsewhere.test' }), b],
    ]) {
      setConnections(now);
      assert.deepEqual(
        [model.state.isListingOfOtherConnection(), model.state.isLoaded(), model.connections.current()?.name],
        [false, true, 'b'],
      );
    }
  });

  it('is left when it gets another address, is gone, or queries go elsewhere', async () => {
    const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
    for (const now of [[a, connectionOf('b', { baseUrl: 'https://x.test' })], [a], [c, b]]) {
      const { model, asked, setConnections } = fakeService(a, b);
      model.source.switchConnection('b');
      const loading = model.requests.loadNewest();
      asked[0]?.answer(page());
      await loading;
      setConnections(now);
      assert.deepEqual([model.state.isListingOfOtherConnection(), model.state.isLoaded()], [true, false]);
      model.source.displayEmptyListing();
      assert.equal(model.state.isListingOfOtherConnection(), false);
    }
  });
});

describe('a switch to the audit events of another connection', () => {
  it('is over once queries go elsewhere or the connection is gone, also when all is as before', () => {
    const [a, b, c] = [connectionOf('a'), connectionOf('b'), connectionOf('c')];
    for (const meanwhile of [[c, a, b], [a]]) {
      const { model, setConnections } = fakeService(a, b);
      model.source.switchConnection('b');
      setConnections(meanwhile);
      assert.equal(model.connections.current(), meanwhile[0]);
      setConnections([a, b]);
      assert.equal(model.connections.current(), a);
    }
  });
});

describe('what a model of audit events knows', () => {
  const answered = async (events: object[]) => {
    const service = fakeService(connectionOf('a', { accountID: '' }));
    const { model, asked } = service;
    model.connections.setAccountIDForWindow('asked-for');
    const loading = model.requests.loadNewest();
    asked[0]?.answer({
      events: events.map((one) => toAuditEvent(one as JsonObject)),
      requestID: 'own',
    });
    await loading;
    return service;
  };

  it('is forgotten with everything else', async () => {
    const { model } = await answered([{ context: { requestID: 'own', actor: 'ann@x.test' } }]);
    assert.equal(model.requests.getOwnActorName(), 'ann@x.test');
    model.masking.toggleActorMasking();
    assert.equal(model.masking.maskValue('actor', 'ann@x.test'), 'a•••@x.test');
    assert.equal(model.masking.maskValue('actor', 'ada@x.test'), 'a•••(2)@x.test');
    model.forgetAuditData();
    assert.equal(model.requests.getOwnActorName(), undefined);
    assert.deepEqual([model.state.isLoaded(), (await eventsOf(model)).length], [false, 0]);
    assert.deepEqual(model.filters.getServiceFiltersToSend(), {}, 'the account ID that was asked for too');
    assert.equal(model.masking.maskValue('actor', 'ada@x.test'), 'a•••@x.test');
  });

  it('of paging is tried again with other parameters', async () => {
    const { model, asked, changeSetting } = await answered([]);
    const read = async (older: boolean, events: object[]): Promise<void> => {
      const loading = older ? model.requests.loadOlder() : model.requests.loadNewest();
      const made = events.map((one) => toAuditEvent(one as JsonObject));
      asked.at(-1)?.answer({ events: made, nextOps: { changeID: 'b' } });
      await loading;
    };
    const same = [{ context: { changeID: 'a' } }, { context: { changeID: 'b' } }];
    await read(false, same);
    await read(true, same);
    assert.equal(model.state.provenance().support, 'unsupported');
    await read(false, same);
    assert.equal(model.state.provenance().more, 'unknown', 'remembered');
    changeSetting('vaultsql.audit.cursorParameters');
    await read(false, same);
    assert.equal(model.state.provenance().more, 'yes');
  });
});
