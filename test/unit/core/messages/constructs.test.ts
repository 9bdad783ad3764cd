import assert from 'node:assert/strict';
import { constructSentences, policySentences } from '../../../../src/core/messages/constructs.ts';
import type { ColumnPolicy } from '../../../../src/core/sql/dialect/schema.ts';

describe('sentences for constructs and columns', () => {
  it('say of a construct whether the vault accepts it', () => {
    assert.match(constructSentences('WHERE', false).rule.template, /^The vault supports it\.$/);
    assert.doesNotMatch(constructSentences('ORDER BY', false).rule.template, /^The vault supports it/);
    assert.match(constructSentences('ORDER BY', false, true).rule.template, /^Your settings allow/);
  });

  it('say of each write what it would do', () => {
    for (const [name, does] of [
      ['INSERT', /^Adds rows/],
      ['UPDATE', /^Changes rows/],
      ['DELETE', /^Removes rows/],
      ['TRUNCATE', /^Removes all rows/],
      ['DROP', /^Removes a table/],
    ] as const)
      assert.match(constructSentences(name, false).description?.template ?? '', does);
  });

  it('say of a column what the settings say, and nothing more', () => {
    const templates = (policy: Partial<ColumnPolicy>): readonly string[] =>
      policySentences({ table: 't', column: 'c', ...policy }).map(({ template }) => template);
    assert.deepEqual(templates({ masked: true }), ['Masked in the results view.']);
    assert.match(templates({ columnLevelEncryption: true }).join(), /^Column-level encryption is on[^.]*\.$/);
    assert.match(templates({ columnLevelEncryption: false }).join(), /is disabled[^.]*\.$/);
    assert.match(templates({ transientTokenization: true }).join(), /^Transient tokenization[^.]*\.$/);
    assert.deepEqual(templates({}), []);
  });
});
