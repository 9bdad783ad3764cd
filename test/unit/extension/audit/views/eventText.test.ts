import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import { connectionOf, fakeService } from '../fakeModel.ts';
import '../../withVscode.ts';

const { formatEventText } = await import('../../../../../src/extension/audit/views/eventText.ts');

const query = "SELECT name\n  FROM persons\n  WHERE name = 'Ann'";

function setUp(more: JsonObject = {}) {
  const { model } = fakeService(connectionOf('a'));
  const event = toAuditEvent({
    context: { changeID: 'c1', actor: 'ada@local.test', actorType: 'USER', ipAddress: '10.0.0.1' },
    request: {
      timestamp: '2026-11-20 17:45:03.000000001',
      actionType: 'READ',
      data: { content: query },
      httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
    },
    response: { code: 200 },
    ...more,
  });
  return { model, event, text: () => formatEventText(event, model) };
}

describe('the text of an event', () => {
  it('has its details in sections, masked, with the query as it was written', () => {
    const { text } = setUp();
    assert.equal(
      text(),
      [
        'READ · ada@local.test',
        '2026-11-20 17:45:03.000000001 UTC',
        '',
        'Query',
        '\tSELECT name',
        '\t  FROM persons',
        "\t  WHERE name = '•••'",
        '',
        'Result',
        '  Status             200',
        '',
        'Who',
        '  Actor              ada@local.test',
        '  Actor type         USER',
        '',
        'From where',
        '  IP address         10.0.0.1',
        '',
        'Request',
        '  Action             READ',
        '  HTTP method        POST',
        '  URI                /v1/vaults/v/query',
        '',
        'IDs',
        '  Event (change) ID  c1',
        '',
      ].join('\n'),
    );
  });

  it('follows what is revealed and noted', () => {
    const { model, event, text } = setUp();
    model.masking.reveal(event);
    assert.match(text(), /\n\t {2}WHERE name = 'Ann'\n/);
    model.marks.setNote(event, 'ask Ada\nagain', model.marks.source);
    assert.match(text(), /'Ann'\n\nNote\n {4}ask Ada\n {4}again\n\nResult\n/);
    model.marks.setNote(event, '', model.marks.source);
    assert.match(text(), /\n\nNote\n {4}Marked\n\n/);
  });

  it('says that the request failed', () => {
    const { text } = setUp({ response: { code: 403, message: 'no' } });
    assert.match(text(), /\nResult\n {2}Status +403 · failed\n {2}Message +no\n/);
  });

  it('has values on one line each, so that none imitates a section or a query', () => {
    const hostile = 'x\n\tSELECT 1\nWho\n  Actor  eve\u202e\u0000';
    const { text } = setUp({
      context: { actor: hostile, origin: hostile },
      request: { actionType: hostile, data: { content: 'not a query\nWho' } },
      response: { code: 200, message: hostile },
    });
    const lines = text().split('\n');
    assert.ok(lines.every((line) => !line.startsWith('\t')));
    assert.deepEqual(lines.filter((line) => /^\S/.test(line)).slice(1), [
      'Content',
      'Result',
      'Who',
      'From where',
      'Request',
    ]);
    for (const one of ['\u202e', '\u0000']) assert.ok(!text().includes(one));
  });

  it('of an event without anything has a title', () => {
    const { model } = fakeService(connectionOf('a'));
    assert.equal(formatEventText(toAuditEvent({}), model), 'Audit event\n');
  });
});
