import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { createAddressMask } from '../../../../../src/core/audit/masking/addresses.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { type JsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { eventually } from '../../../../run/waiting.ts';

const eventOf = (json: string): AuditEvent => {
  const parsed = parseJson(json);
  assert.ok(parsed.ok);
  return toCompactEvent(toAuditEvent(parsed.value as JsonObject));
};

describe('masked e-mail addresses', () => {
  it('keep their first character and their host; names are left alone', () => {
    const { actor, text } = createAddressMask();
    assert.equal(actor('ann@example.test'), 'a•••@example.test');
    assert.equal(actor('service-account-7'), 'service-account-7');
    assert.equal(actor('@host'), '@host');
    assert.equal(actor('eve lee＠example.test'), 'e•••＠example.test');
    assert.equal(actor('bob&#64;example.test'), 'b•••&#64;example.test');
    assert.equal(actor('\u{1f600}x@h'), '\u{1f600}•••@h');
    assert.equal(actor('Ann Smith, x@h'), 'A•••@h');
    assert.equal(text('no address, a@ least: @all, user@'), 'no address, a•••@ least: @all, u•••@');
  });

  it('are found in texts of all kinds', () => {
    const cases = {
      'for ann@x.test.': 'for a•••@x.test.',
      "WHERE email = 'ann@x.test' AND m = 'o'": "WHERE email = 'a•••@x.test' AND m = 'o'",
      "to o'brien+tag@x.test": 'to o•••@x.test',
      'filterOps.context.actor=ann%40x.test&limit=5': 'filterOps.context.actor=a•••%40x.test&limit=5',
      'next=%2Fx%3Fa%3Dann%2540x.test': 'next=%•••%2540x.test',
      '{"to":"ann\\u0040x.test"}': '{"to":"a•••\\u0040x.test"}',
      'for ann＠x.test': 'for a•••＠x.test',
      'a=ann%EF%BC%A0x.test': 'a=a•••%EF%BC%A0x.test',
      'a=ann%25ef%25bc%25a0x.test': 'a=a•••%25ef%25bc%25a0x.test',
      '{"to":"ann\\uFF20x.test"}': '{"to":"a•••\\uFF20x.test"}',
      'for ann&#64;x.test, bob&#x40;y.test, eve&amp;commat;z.test':
        'for a•••&#64;x.test, b•••&#x40;y.test, e•••&amp;commat;z.test',
      'mailto:ann@x.test,bob@x.test;eve@y.test': 'mailto:a•••@x.test,b•••@x.test;e•••@y.test',
      '<Ann.Lee@x.test>': '<A•••@x.test>',
      '"ann lee"@x.test': '"•••@x.test',
      'https://ann:pw@x.test/': 'https://ann:p•••@x.test/',
    };
    for (const [text, expected] of Object.entries(cases))
      assert.equal(createAddressMask().text(text), expected);
  });

  it('that would look alike are told apart, each the same everywhere', () => {
    const { actor, text, event } = createAddressMask();
    assert.equal(actor('ann@x.test'), 'a•••@x.test');
    assert.equal(actor('ada@x.test'), 'a•••(2)@x.test');
    assert.equal(text('ada%40x.test or ann@x.test'), 'a•••(2)%40x.test or a•••@x.test');
    assert.equal(event(eventOf('{"context":{"actor":"ada@x.test"}}')).context.actor, 'a•••(2)@x.test');
    assert.equal(actor('ann@y.test'), 'a•••@y.test');
    assert.equal(text('a•••@x.test, a•••(2)@x.test'), 'a•••@x.test, a•••(2)@x.test', 'masked again');
  });

  it('are numbered alike by masks that tell each other what they met, or not taken in', () => {
    const [one, other] = [createAddressMask(), createAddressMask()];
    one.text('ann@x.test bob@x.test');
    const known = one.listNumberedAddresses();
    assert.ok(other.addNumberedAddresses(structuredClone(known)));
    assert.deepEqual(other.listNumberedAddresses(known), []);
    assert.equal(other.text('ada@x.test ann@x.test'), 'a•••(2)@x.test a•••@x.test');
    const beyond = other.listNumberedAddresses(known);
    assert.deepEqual(beyond, [{ look: 'a@x.test', after: 1, names: ['ada'] }]);
    assert.ok(one.addNumberedAddresses(beyond));
    assert.equal(one.actor('ada@x.test'), 'a•••(2)@x.test');
    one.actor('abe@x.test');
    other.actor('amy@x.test');
    assert.ok(
      !one.addNumberedAddresses(other.listNumberedAddresses(one.listNumberedAddresses().slice(0, 0))),
      'it has met others since',
    );
    assert.ok(!one.addNumberedAddresses([{ look: 'a@x.test', after: 2, names: ['amy'] }]));
    assert.equal(one.actor('amy@x.test'), 'a•••(4)@x.test');
  });

  it('take linear time', async () => {
    const long = `${'a'.repeat(200_000)} ${'@'.repeat(200_000)} ${'a@'.repeat(100_000)}`;
    await eventually('an end within seconds, not hours', () => {
      const before = performance.now();
      createAddressMask().text(long);
      return performance.now() - before < 2_000;
    });
  });

  it('are in no string of the event, keys included; the rest is as it was sent', () => {
    const local = fc
      .stringMatching(/^[\p{L}\p{N}._%+ '=&/"-]{1,12}$/u)
      .filter((name) => name.trim() === name);
    const host = fc.stringMatching(/^[a-z0-9-]{1,6}\.test$/);
    fc.assert(
      fc.property(
        fc.tuple(local, host).map((parts) => parts.join('@')),
        fc.constantFrom('', ' ', "'", '"', '=', '/', 'x ', ', '),
        fc.constantFrom('', ' ', "'", '"', '&', '/', '.', ', '),
        (address, before, after) => {
          const value = `${before}${address}${after}`;
          const event = eventOf(
            JSON.stringify({
              context: { actor: address, changeID: value, bearerTokenContextID: value },
              request: {
                data: { content: `${value} ${encodeURIComponent(address)}` },
                httpInfo: { URI: `/v1?${encodeURIComponent(address)}` },
                tags: [value],
              },
              response: { code: 200, message: value, data: { [value]: { deep: [value, 1, null, true] } } },
              resourceIDs: [`USER/${address}`],
              [address]: address,
            }),
          );
          const mask = createAddressMask();
          const masked = mask.event(event);
          const strings = [JSON.stringify(masked), stringifyJson(masked.raw), mask.actor(address)];
          for (const text of strings) {
            const plain = JSON.stringify(address).slice(1, -1);
            assert.ok(!text.includes(plain), text);
            assert.ok(!text.includes(encodeURIComponent(address)), text);
          }
          assert.equal(masked.response.code, 200);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leave an event that has none as it is, and numbers and unknown fields exact', () => {
    const { event } = createAddressMask();
    const none = eventOf('{"context":{"actor":"svc-1"},"zone":1.10}');
    assert.equal(event(none), none);
    const one = eventOf('{"context":{"actor":"ann@x.test"},"b":1.10,"2":9007199254740993,"a":"ann@x.test"}');
    assert.equal(
      stringifyJson(event(one).raw),
      '{"context":{"actor":"a•••@x.test"},"b":1.10,"2":9007199254740993,"a":"a•••@x.test"}',
    );
  });
});
