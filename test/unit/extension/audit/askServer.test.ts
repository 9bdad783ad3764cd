import assert from 'node:assert/strict';
import { printQuery } from '../../../../src/core/audit/query/printQuery.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import { questionOf } from '../../core/audit/questions.ts';
import { connectionOf, fakeService, partsOf, settled, shownOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);

const eventOf = (changeID: string, code = 200) =>
  toAuditEvent({ context: { changeID, actor: 'ada' }, response: { code } });

async function loaded() {
  const service = fakeService(connectionOf('a'));
  const { model, asked } = service;
  const loading = model.requests.loadNewest({ vaultID: 'v' });
  asked[0]?.answer({ events: [eventOf('e1'), eventOf('e2', 404)] });
  await loading;
  const said: string[] = [];
  const parts = partsOf(service, { messages: { info: (text: string) => void said.push(text) } });
  const ask = () => trailCommands(parts)['vaultsql.audit.askServer']?.();
  const question = () => printQuery(model.filters.getAppliedFilters().local.question);
  const setQuestion = (text: string) => model.filters.setLocalFilters({ question: questionOf(text) });
  return { ...service, ask, question, said, setQuestion };
}

describe('asking the server', () => {
  it('sends one request with what the service can evaluate, and keeps the rest over what comes back', async () => {
    const { ask, asked, model, question, setQuestion } = await loaded();
    setQuestion('actor:ada status:4xx');
    assert.equal(asked.length, 1, 'a question alone sends nothing');
    const asking = ask();
    await settled();
    assert.equal(question(), 'actor:ada status:4xx', 'nothing changes before the response');
    asked[1]?.answer({ events: [eventOf('e3'), eventOf('e4', 400)] });
    await asking;
    const { accountID: _account, ...sent } = asked[1]?.filters ?? {};
    assert.deepEqual(sent, { vaultID: 'v', 'context.actor': 'ada' });
    assert.equal(question(), 'status:4xx');
    assert.equal((await shownOf(model)).length, 1);
    assert.equal(asked.length, 2);
  });

  it('keeps the whole question if the service fails, and asks the same when it is tried again', async () => {
    const { ask, asked, model, question, setQuestion } = await loaded();
    setQuestion('actor:ada status:4xx');
    const asking = ask();
    await settled();
    asked[1]?.refuse(500);
    await asking;
    assert.equal(question(), 'actor:ada status:4xx');
    assert.equal((await shownOf(model)).length, 1, 'the loaded events stay');
    const again = model.requests.retryOrLoadNewest();
    asked[2]?.answer({ events: [] });
    await again;
    assert.deepEqual(asked[2]?.filters, asked[1]?.filters);
    assert.equal(question(), 'status:4xx');
  });

  it('keeps what was typed in the meantime', async () => {
    const { ask, asked, question, setQuestion } = await loaded();
    setQuestion('actor:ada');
    const asking = ask();
    await settled();
    setQuestion('actor:ada status:200');
    asked[1]?.answer({ events: [eventOf('e3')] });
    await asking;
    assert.equal(question(), 'status:200');
  });

  it('sends nothing about the events of a file', async () => {
    const { ask, asked, model, said, setQuestion } = await loaded();
    const { createFileLedger } = await import('../../../../src/core/audit/feed/fileLedger.ts');
    model.source.displayOpenedFile({ name: 'events.jsonl', ledger: createFileLedger(99) });
    setQuestion('actor:ada');
    await ask();
    assert.equal(asked.length, 1);
    assert.deepEqual(said, ['These events are from a file, not from a service.']);
  });
});
