import assert from 'node:assert/strict';
import {
  computeContentHash,
  haveContradictingContent,
} from '../../../../../src/core/audit/feed/contentComparison.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

function eventIn(text: string): AuditEvent {
  const parsed = parseJson(text);
  assert.ok(parsed.ok, text);
  return toAuditEvent(parsed.value as JsonObject);
}

const event =
  '{"context":{"changeID":"c","actor":"a"},"response":{"code":200,"data":{"list":[1,{"x":1.10}]}}}';

describe('contents of events', () => {
  it('are equal in whatever order their keys came', () => {
    const reordered =
      '{"response":{"data":{"list":[1,{"x":1.10}]},"code":200},"context":{"actor":"a","changeID":"c"}}';
    assert.equal(computeContentHash(eventIn(event)), computeContentHash(eventIn(reordered)));
    assert.equal(haveContradictingContent(eventIn(event), eventIn(reordered)), false);
  });

  it('differ with any value, however deep', () => {
    for (const [from, to] of [
      ['"a"', '"b"'],
      ['200', '"200"'],
      ['[1,', '[1,1,'],
      ['1.10', '1.100'],
      ['{"x":1.10}', 'null'],
    ] as const) {
      const other = eventIn(event.replace(from, to));
      assert.notEqual(computeContentHash(eventIn(event)), computeContentHash(other), to);
      assert.equal(haveContradictingContent(eventIn(event), other), true, to);
    }
  });

  it('do not contradict each other by what only one of them has', () => {
    const less = eventIn('{"context":{"changeID":"c"},"response":{"code":200}}');
    assert.equal(haveContradictingContent(eventIn(event), less), false);
    assert.equal(haveContradictingContent(less, eventIn(event)), false);
    assert.notEqual(computeContentHash(eventIn(event)), computeContentHash(less));
  });

  it('are compared however deep they nest', () => {
    const nested = (end: number): AuditEvent => eventIn(`{"a":${'['.repeat(200)}${end}${']'.repeat(200)}}`);
    assert.equal(haveContradictingContent(nested(1), nested(1)), false);
    assert.equal(haveContradictingContent(nested(1), nested(2)), true);
  });
});
