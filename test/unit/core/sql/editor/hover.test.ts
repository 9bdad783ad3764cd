import assert from 'node:assert/strict';
import fc from 'fast-check';
import { constructSentences, getSignatures } from '../../../../../src/core/messages/constructs.ts';
import { constructDescriptions } from '../../../../../src/core/messages/constructTexts.ts';
import {
  constructs,
  findConstruct,
  supportedFunctions,
} from '../../../../../src/core/sql/dialect/constructs.ts';
import { type HoverOptions, hoverAt } from '../../../../../src/core/sql/editor/hover.ts';
import { collectNamesOfText } from '../../../../../src/core/sql/editor/schemaIndex.ts';
import { findFunctionArgumentAt } from '../../../../../src/core/sql/editor/signature.ts';
import { marked, textAndOffset } from '../dialectText.ts';

const hover = (text: string, options: HoverOptions = {}) => {
  const at = marked(text);
  const found = hoverAt(at.text, at.offset, options);
  return found && { ...found.fact, source: at.text.slice(found.start, found.end) };
};

describe('hover', () => {
  const constructCases: readonly (readonly [string, string, string])[] = [
    ['|SELECT a FROM t', 'SELECT', 'SELECT'],
    ['SELECT a FROM t LEFT OUT|ER JOIN u ON a = b', 'LEFT OUTER JOIN', 'LEFT OUTER JOIN'],
    ['SELECT a FROM t LEFT JO|IN u ON a = b', 'LEFT JOIN', 'LEFT JOIN'],
    ['SELECT a FROM t WHERE a IS NOT NU|LL', 'IS NOT NULL', 'IS NOT NULL'],
    ['SELECT a FROM t WHERE a |IS NULL', 'IS NULL', 'IS NULL'],
    ['SELECT a FROM t WHERE a N|OT LIKE b', 'LIKE', 'NOT LIKE'],
    ['SELECT a FROM t WHERE N|OT a = b', 'NOT', 'NOT'],
    ['SELECT a FROM t ORDER B|Y a', 'ORDER BY', 'ORDER BY'],
    ['SELECT a FROM t WHERE a |= b', '=', '='],
    ['SELECT a FROM t WHERE a >|= b', '>=', '>='],
    ['SELECT a FROM t |, u', 'COMMA JOIN', ','],
    ['SELECT cou|nt(*) FROM t', 'COUNT', 'count'],
    ['SELECT up|per(a) FROM t', 'UPPER', 'upper'],
    ['DEL|ETE FROM t', 'DELETE', 'DELETE'],
  ];
  for (const [text, construct, source] of constructCases) {
    it(`names the construct: ${text}`, () => {
      const found = hover(text);
      assert.deepEqual(found && 'construct' in found && [found.construct, found.source], [construct, source]);
    });
  }

  it('takes a name for a name, however it is spelled', () => {
    assert.equal(hover('SELECT t.off|set FROM t')?.kind, 'column');
    assert.equal(hover('SELECT a AS lim|it FROM t'), undefined);
    assert.equal(hover("SELECT 'sel|ect' FROM t"), undefined);
    assert.equal(hover('SELECT a -- sel|ect'), undefined);
    assert.equal(hover('SELECT |* FROM t'), undefined);
    assert.equal(hover('SELECT a FROM t WHERE a > |-1'), undefined);
  });

  it('tells a column’s table and policy', () => {
    const columns = [{ table: 'cards', column: 'cvv', transientTokenization: true }];
    const found = hover('SELECT c.CV|V FROM persons p JOIN cards c ON p.id = c.id', { columns });
    assert.deepEqual(found, {
      kind: 'column',
      column: 'cvv',
      tables: ['cards'],
      policies: columns,
      source: 'CVV',
    });
    const schema = collectNamesOfText('SELECT cvv FROM cards');
    const bare = hover('SELECT cv|v FROM persons, cards', { schema });
    assert.deepEqual(bare?.kind === 'column' && [bare.tables, bare.policies], [['cards'], []]);
  });

  it('tells what an alias and a table mean', () => {
    const schema = collectNamesOfText('SELECT id, name FROM persons');
    const table = { kind: 'table', table: 'persons', alias: 'p', columns: ['id', 'name'] };
    assert.deepEqual(hover('SELECT |p.id FROM persons p', { schema }), { ...table, source: 'p' });
    assert.deepEqual(hover('SELECT id FROM per|sons p', { schema }), { ...table, source: 'persons' });
    assert.deepEqual(hover('SELECT id FROM persons |p', { schema }), { ...table, source: 'p' });
  });

  it('tells levels and placeholders', () => {
    assert.deepEqual(hover("SELECT REDACTION(a, 'plain|_text') FROM t"), {
      kind: 'level',
      level: 'PLAIN_TEXT',
      isKnown: true,
      source: "'plain_text'",
    });
    assert.equal(hover("SELECT REDACTION('|a') FROM t"), undefined);
    assert.deepEqual(hover('SELECT a FROM t WHERE a = :na|me'), {
      kind: 'placeholder',
      name: 'name',
      source: ':name',
    });
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        const found = hoverAt(text, offset);
        if (found) assert.ok(found.start <= offset && offset < found.end && found.end <= text.length);
        findFunctionArgumentAt(text, offset);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('sentences on constructs', () => {
  it('every construct has its rule, every supported one says what it does', () => {
    for (const { name, kind, verdict } of constructs) {
      const { description, rule } = constructSentences(name, kind === 'function');
      assert.notEqual(rule.template, '');
      if (verdict === 'supported') assert.ok(description, name);
    }
  });
  it('every text belongs to a construct or a function', () => {
    const unknown = Object.keys(constructDescriptions).filter(
      (name) => !name.endsWith('()') && !findConstruct(name),
    );
    assert.deepEqual(unknown, []);
    assert.equal(
      constructSentences('UPPER', true).description?.template,
      constructDescriptions['UPPER()']?.template,
    );
    assert.equal(constructSentences('CONSTRUCTOR', true).description, undefined);
  });
  it('a function is not taken for a keyword of the same name', () => {
    assert.match(constructSentences('LEFT', true).rule.template, /^Function .* is not supported/);
  });
  it('each of the six functions has its signatures, with the parameters in their labels', () => {
    for (const name of supportedFunctions) {
      const found = getSignatures(name);
      assert.ok(found.length > 0, name);
      for (const { label, parameters } of found) {
        for (const parameter of parameters) assert.ok(label.includes(parameter.label), label);
      }
    }
    assert.deepEqual(getSignatures('UPPER'), []);
  });
});

describe('signature', () => {
  const call = (text: string) => {
    const at = marked(text);
    return findFunctionArgumentAt(at.text, at.offset);
  };
  it('finds the call and its argument', () => {
    assert.deepEqual(call('SELECT COUNT(|) FROM t'), { name: 'COUNT', argument: 0 });
    assert.deepEqual(call('SELECT REDACTION(a, |'), { name: 'REDACTION', argument: 1 });
    assert.deepEqual(call("SELECT redaction(a, 'MA|SKED') FROM t"), { name: 'REDACTION', argument: 1 });
    assert.deepEqual(call('SELECT SUM((a|)) FROM t'), { name: 'SUM', argument: 0 });
  });
  it('finds none elsewhere', () => {
    assert.equal(call('SELECT COUNT(*)| FROM t'), undefined);
    assert.equal(call('SELECT count|(*) FROM t'), undefined);
    assert.equal(call('SELECT upper(|a) FROM t'), undefined);
    assert.equal(call('SELECT COUNT(/* | */ a)'), undefined);
    assert.equal(call('SELECT COUNT(a FROM t WHERE |'), undefined);
  });
});
