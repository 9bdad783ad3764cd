import assert from 'node:assert/strict';
import { parseExactEvent, toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

function decoded(text: string): AuditEvent {
  const page = decodeAuditPage(`{"event":[${text}]}`);
  const [event] = page.ok ? (page.value.events ?? []) : [];
  assert.ok(event);
  return event;
}
const parts = ({ context, request, response, accountID, parentAccountID, resourceIDs }: AuditEvent) =>
  structuredClone({ context, request, response, accountID, parentAccountID, resourceIDs });

describe('an event in little memory', () => {
  const texts = [
    '{}',
    '{"context":{"changeID":"c1","actor":"a"},"accountID":"acc","parentAccountID":"p"}',
    '{"context":null,"request":5,"response":[],"resourceIDs":["VAULT/v",7]}',
    '{"request":{"data":{"content":"SELECT 1"},"tags":["DML"],"timestamp":"2026-01-05 00:00:00.000000001"}}',
    '{"context":{"__proto__":{"x":1},"actor":"Ł\\u0000\\ud83d\\ude00"},"response":{"code":200.5}}',
    '{"request":{"timestamp":1767571200000000001},"response":{"code":"200","timestamp":1767571200.50}}',
    '{"response":{"code":200.10}}',
  ];
  for (const text of texts) {
    it(`says what the event said: ${text.slice(0, 40)}`, () => {
      const event = decoded(text);
      const compact = toCompactEvent(event);
      assert.deepEqual(parts(compact), parts(event));
      assert.equal(stringifyJson(compact.raw), stringifyJson(event.raw));
      assert.equal(toCompactEvent(compact), compact);
    });
  }

  it('parses its text once for several properties', () => {
    const compact = toCompactEvent(decoded('{"context":{"actor":"a"},"request":{"tags":["DML"]}}'));
    const { context, request } = compact;
    assert.equal(compact.context, context);
    assert.equal(compact.request, request);
  });

  it('keeps exact numbers, unknown fields and the order of keys', () => {
    const text =
      '{"zone":1.10,"2":true,"1":false,"response":{"code":200,"data":{"count":9007199254740993}},"more":{"b":1,"a":2}}';
    const compact = toCompactEvent(decoded(text));
    assert.equal(compact.text, text);
    assert.equal(stringifyJson(compact.raw), text);
    assert.equal(stringifyJson(compact.response.data ?? null), '{"count":9007199254740993}');
    assert.equal(compact.response.code, 200);
  });

  it('is read at once as exact as it came, in whatever form and place a number is', () => {
    const numbers = [
      '1.10',
      '-0',
      '1e5',
      '1E400',
      '-2.0e-7',
      '9007199254740993',
      '123456789012345678901',
      '0.0',
    ];
    const around = [`"a":N`, `"a":[N]`, `"a":[7,N,8]`, `"a":{"b" : N}`, `"a":"x","b":[[ N ]]`];
    for (const number of numbers)
      for (const place of around) {
        const text = `{${place.replace('N', number)},"t":"2026-01-05 00:00:00.000000001, 1.5"}`;
        assert.equal(
          stringifyJson(parseExactEvent({ text }).raw),
          text.replaceAll(/([:[]) | (?=[:\]])/g, '$1'),
        );
      }
    const ordered = '{"b":1,"2":true,"1":false}';
    assert.equal(stringifyJson(parseExactEvent({ text: ordered }).raw), ordered);
  });

  it('has its time and its ID at hand, the answer’s time where the request has none', () => {
    const event = toCompactEvent(
      decoded('{"context":{"changeID":"c\\"1"},"response":{"timestamp":"later"}}'),
    );
    assert.deepEqual([event.time, event.changeID], ['later', 'c"1']);
  });
});
