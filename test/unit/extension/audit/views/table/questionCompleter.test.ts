import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import { connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { QuestionCompleter } = await import(
  '../../../../../../src/extension/audit/views/table/questionCompleter.ts'
);

const eventOf = (changeID: string, actor: string | undefined, content?: string) =>
  toAuditEvent({
    context: { changeID, ...(actor === undefined ? {} : { actor }) },
    request: { vaultID: 'v', ...(content === undefined ? {} : { data: { content } }) },
    response: { code: 200 },
  });

async function completer() {
  const { model, asked } = fakeService(connectionOf('a'));
  const loading = model.requests.loadNewest({ vaultID: 'v' });
  asked[0]?.answer({
    events: [
      eventOf('1', 'bob@example.test', 'SELECT name, ssn FROM persons'),
      eventOf('2', 'ann@example.test', 'SELECT total FROM orders'),
      eventOf('3', 'ann@example.test'),
      eventOf('4', 'Ada, the first'),
      eventOf('5', undefined),
    ],
  });
  await loading;
  const questions = new QuestionCompleter(model);
  const items = async (text: string) =>
    (await questions.suggestCompletions(text, text.length)).items.map(
      ({ text: inserted, detail }) => `${inserted}(${detail})`,
    );
  return { model, asked, items };
}

describe('completing a question', () => {
  it('suggests names, then the values of the loaded events by their counts, and sends nothing', async () => {
    const { asked, items } = await completer();
    assert.deepEqual((await items('')).slice(0, 3), ['actor:()', 'column:()', 'level:()']);
    assert.deepEqual(await items('-act'), ['actor:()', 'action:()', 'actorType:()']);
    assert.deepEqual(await items('actor:'), [
      'ann@example.test (2)',
      '"Ada, the first" (1)',
      'bob@example.test (1)',
      'absent (1)',
    ]);
    assert.deepEqual(await items('-actor:bob@example.test,AN'), ['ann@example.test (2)']);
    assert.deepEqual(await items('actor:first'), ['"Ada, the first" (1)'], 'part of a value is enough');
    assert.deepEqual(await items('status:2'), ['2xx ()', '200 (5)']);
    assert.deepEqual(await items('table:'), ['orders ()', 'persons ()']);
    assert.deepEqual(await items('column:s'), ['ssn ()']);
    assert.deepEqual(await items('level:p'), ['plain ()']);
    assert.deepEqual(await items('last:2'), ['24h ()']);
    assert.deepEqual(await items('actor:ann@example.test'), [], 'nothing is left to complete');
    assert.deepEqual(await items('request:'), [], 'every value is another');
    assert.equal(asked.length, 1);
  });

  it('leaves out values that are masked', async () => {
    const { items, model } = await completer();
    model.masking.toggleActorMasking();
    const listed = await items('actor:');
    assert.ok(!listed.some((item) => item.includes('@')), String(listed));
  });
});
