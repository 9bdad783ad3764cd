import assert from 'node:assert/strict';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { createMasks, maskEventForDisplay } from '../../../../../src/core/audit/masking/displayMasks.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { type JsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import type { EventMasking } from '../../../../../src/extension/audit/model/masking.ts';
import { createMasking } from '../../../../../src/extension/audit/model/masking.ts';

const query = "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE name = 'Ada Lovelace' LIMIT 5";
const event = (content = query) =>
  toCompactEvent(
    toAuditEvent({
      context: { actor: 'ann@example.test' },
      request: { data: { content }, httpInfo: { URI: '/v1/vaults/v/query' } },
    } as unknown as JsonObject),
  );
const settings = {
  isLiteralMaskingEnabled: () => true,
  onDidChange: () => ({ dispose: () => undefined }),
};
const timeZone = {
  current: () => 'utc',
  toggle: () => undefined,
  onDidChange: settings.onDidChange,
};
let changes = 0;
const emitter = {
  event: () => ({ dispose: () => undefined }),
  fire: () => changes++,
  dispose: () => undefined,
};
const maskingWith = (mask: boolean): EventMasking => {
  const deps = {
    settings: { ...settings, isLiteralMaskingEnabled: () => mask },
    language: () => ({ maskLiterals }),
    timeZone,
  };
  return createMasking(deps as unknown as Deps, emitter as unknown as Parameters<typeof createMasking>[1]);
};

describe('what all views of audit events hide', () => {
  it('literals are hidden in cells and details, levels and limits are not, until the event is revealed', () => {
    const masking = maskingWith(true);
    const one = event();
    const shown = masking.maskEvent(one);
    assert.equal(masking.hasMaskedLiterals(one), true);
    for (const text of [shown.request.data?.content ?? '', stringifyJson(shown.raw)]) {
      assert.doesNotMatch(text, /Ada|Lovelace/);
      assert.match(text, /'PLAIN_TEXT'.*LIMIT 5/);
    }
    assert.equal(shown.context.actor, 'ann@example.test');
    masking.reveal(one);
    assert.equal(masking.maskEvent(one), one);
    assert.equal(masking.hasMaskedLiterals(event("SELECT 'another'")), true, 'of that event alone');
  });

  it('literals are shown where the setting says so', () => {
    const one = event();
    assert.equal(maskingWith(false).maskEvent(one), one);
  });

  it('e-mail addresses on request: in events, in values of each field, and with word to the views', () => {
    const masking = maskingWith(true);
    const one = event();
    masking.reveal(one);
    const before = changes;
    masking.toggleActorMasking();
    assert.equal(changes, before + 1);
    assert.equal(masking.maskEvent(one).context.actor, 'a•••@example.test');
    assert.doesNotMatch(stringifyJson(masking.maskEvent(one).raw), /ann@/);
    assert.equal(masking.hasMaskedLiterals(one), false, 'its literals are shown');
    assert.equal(masking.maskValue('context.actor', 'ann@example.test'), 'a•••@example.test');
    assert.equal(masking.maskValue('actor', 'service-1'), 'service-1');
    assert.equal(masking.maskValue('message', 'not for ann@example.test'), 'not for a•••@example.test');
    masking.toggleActorMasking();
    assert.equal(masking.maskEvent(one).context.actor, 'ann@example.test');
    assert.equal(masking.maskValue('message', 'not for ann@example.test'), 'not for ann@example.test');
  });

  it('in another thread the same, by rules that are plain data', () => {
    const masking = maskingWith(true);
    const [one, other] = [event(), event("SELECT 'another'")];
    masking.reveal(one);
    masking.toggleActorMasking();
    masking.maskValue('actor', 'abe@example.test');
    const masks = createMasks(structuredClone(masking.rules()), maskLiterals);
    for (const which of [one, other]) {
      const there = maskEventForDisplay(which, masks);
      assert.ok(
        masking.addNumberedAddresses(masks.addresses?.listNumberedAddresses(masking.rules().addresses) ?? []),
      );
      assert.equal(stringifyJson(there.raw), stringifyJson(masking.maskEvent(which).raw));
    }
    assert.equal(masking.maskValue('actor', 'ann@example.test'), 'a•••(2)@example.test');
  });

  it('literals of a content that is filtered by, as in the event', () => {
    assert.match(maskingWith(true).maskValue('content', query), /name = '•••' LIMIT 5/);
    assert.equal(maskingWith(true).maskValue('apiName', query), query);
    assert.equal(maskingWith(false).maskValue('content', query), query);
  });

  it('what a message quotes, an answer holds and a path is asked, where the event of a value is not known', () => {
    const { maskValue: value } = maskingWith(true);
    assert.equal(value('message', `can't: type "big": 'it''s' no "LIT`), `can't: type "•••"`);
    assert.equal(value('answer', '{"a":"LIT"}'), '{"a":"•••"}');
    assert.equal(value('URI', '/v1/x?ssn=LIT&limit=5'), '/v1/x?ssn=•••&limit=5');
    assert.equal(maskingWith(false).maskValue('message', 'no "LIT"'), 'no "LIT"');
  });

  it('literals that an event repeats, in what is shown of it', () => {
    const raw = {
      request: {
        data: { content: query },
        httpInfo: { URI: '/v1/vaults/v/query' },
      },
      response: { message: 'no Ada Lovelace' },
    };
    const shown = maskingWith(true).maskEvent(toAuditEvent(raw as unknown as JsonObject));
    assert.equal(shown.response.message, 'no •••');
  });
});
