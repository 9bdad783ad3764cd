import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../src/core/api/decode.ts';
import { type JsonObject, stringifyJson } from '../../../../src/core/api/json.ts';
import { compactEvent } from '../../../../src/core/audit/compactEvent.ts';
import { maskLiterals } from '../../../../src/core/sql/maskLiterals.ts';
import { createMasking } from '../../../../src/extension/auditTable/masking.ts';
import type { Deps } from '../../../../src/extension/deps.ts';

const query = "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE name = 'Ada Lovelace' LIMIT 5";
const event = () =>
  compactEvent(
    toAuditEvent({
      context: { actor: 'ann' },
      request: { data: { content: query }, httpInfo: { URI: '/v1/vaults/v/query' } },
    } as unknown as JsonObject),
  );
const deps = (mask: boolean): Deps =>
  ({ settings: { maskLiterals: () => mask }, language: () => ({ maskLiterals }) }) as unknown as Deps;

describe('literals in the audit table', () => {
  it('are hidden in cells and details, levels and limits are not, until the event is revealed', () => {
    const masking = createMasking(deps(true));
    const one = event();
    const shown = masking.shown(one);
    assert.equal(masking.isHidden(one), true);
    for (const text of [shown.request.data?.content ?? '', stringifyJson(shown.raw)]) {
      assert.doesNotMatch(text, /Ada|Lovelace/);
      assert.match(text, /'PLAIN_TEXT'.*LIMIT 5/);
    }
    assert.equal(shown.context.actor, 'ann');
    masking.reveal(one);
    assert.equal(masking.shown(one), one);
    assert.equal(masking.isHidden(event()), true, 'of that event alone');
  });

  it('are shown where the setting says so', () => {
    const one = event();
    assert.equal(createMasking(deps(false)).shown(one), one);
  });
});
