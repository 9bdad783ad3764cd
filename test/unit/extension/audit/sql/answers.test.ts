/** What answers of SQL over loaded events say of these, and which masks take them away again. */
import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { EventsFacts, StatementResult } from '../../../../../src/extension/audit/sql/eventsSql.ts';
import { connectionOf, eventsOf, fakeService, fileOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { dropResultsWhenMasksChange, createEventAnswer } = await import(
  '../../../../../src/extension/audit/sql/answers.ts'
);

const event = toAuditEvent({
  context: { changeID: 'c' },
  request: {},
  response: {},
});

describe('the environment of loaded events', () => {
  it('is that of their connection, and unknown of a file or of a connection that was changed', async () => {
    const production = connectionOf('a', { environment: 'production' });
    const service = fakeService(production, connectionOf('b'));
    const { model, asked } = service;
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [event] });
    await loading;
    assert.equal(model.state.environment(), 'production');
    service.setConnections([connectionOf('a', { baseUrl: 'https://other.test' })]);
    assert.equal(model.state.environment(), undefined, 'the events are of the address before');
    service.setConnections([]);
    assert.equal(model.state.environment(), undefined, 'the connection was removed');
    service.setConnections([production]);
    model.source.displayOpenedFile(fileOf(model, 'events.ndjson', [event]));
    assert.equal(model.state.environment(), undefined);
  });
});

describe('a question over loaded events', () => {
  const development: EventsFacts = {
    environment: 'development',
    hasPlainLiterals: false,
  };
  /** A question, and the facts of the events that further answers come from. */
  function asked() {
    const now = { current: development, asks: 0 };
    const body = '{"records":[{"fields":{"n":1}}]}';
    const events = {
      getEventsFacts: () => now.current,
      async runOverLoadedEvents(): Promise<StatementResult> {
        now.asks++;
        return { kind: 'rows', body, events: 1, unreadable: 0, ...now.current };
      },
    };
    return {
      now,
      question: createEventAnswer(events, 'SELECT 1 AS n', development, 5),
    };
  }

  it('is answered while the events are of the same environment, with the same literals masked', async () => {
    const { now, question } = asked();
    assert.equal((await question.runStatement()).ok, true);
    for (const facts of [
      { ...development, environment: 'production' },
      { ...development, environment: undefined },
      { ...development, hasPlainLiterals: true },
    ] as const) {
      now.current = facts;
      const outcome = await question.runStatement();
      assert.ok(!outcome.ok && outcome.error.kind === 'status', JSON.stringify(outcome));
      assert.match(outcome.error.message, /Run the statement again/);
    }
  });

  it('asked again is about the events loaded then, and runs only once it is to be answered', async () => {
    const { now, question } = asked();
    now.current = { environment: 'production', hasPlainLiterals: true };
    const again = question.createRepeat();
    assert.deepEqual([again.environment, again.hasPlainLiterals, now.asks], ['production', true, 0]);
    assert.equal((await again.runStatement()).ok, true);
    assert.equal(question.environment, 'development');
  });
});

describe('the masks of events and the answers over them', () => {
  /** Two events whose masks are followed; what became of tables and answers. */
  async function followed() {
    const service = fakeService(connectionOf('a'));
    const { model, asked } = service;
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [event] });
    await loading;
    const done: string[] = [];
    const forget = () => void done.push('forget');
    const withdraw = () => void done.push('withdraw');
    dropResultsWhenMasksChange(
      model.masking,
      { endProcessAndDropTables: forget },
      { requestRemoval: withdraw },
    );
    return { ...service, done };
  }

  it('leave tables and rows where a single event is revealed and hidden again: no reveal is in them', async () => {
    const { model, done } = await followed();
    const [one = assert.fail('no event')] = await eventsOf(model);
    model.masking.toggleReveal(one);
    model.masking.toggleReveal(one);
    model.masking.toggleZone();
    assert.deepEqual(done, []);
  });

  it('forget the tables where they change, and remove rows where they hide more', async () => {
    const { model, deps, done, changeSetting } = await followed();
    model.masking.toggleActorMasking();
    assert.deepEqual(done.splice(0), ['forget', 'withdraw']);
    model.masking.toggleActorMasking();
    assert.deepEqual(done.splice(0), ['forget']);
    Object.assign(deps.settings, { isLiteralMaskingEnabled: () => false });
    changeSetting('vaultsql.audit.maskLiterals');
    assert.deepEqual(done.splice(0), ['forget']);
    Object.assign(deps.settings, { isLiteralMaskingEnabled: () => true });
    changeSetting('vaultsql.audit.maskLiterals');
    assert.deepEqual(done.splice(0), ['forget', 'withdraw']);
  });
});
