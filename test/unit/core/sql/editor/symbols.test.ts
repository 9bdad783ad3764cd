import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldingRanges, selectionRangesAt } from '../../../../../src/core/sql/editor/folding.ts';
import { findKeywordLikeNames } from '../../../../../src/core/sql/editor/nameTokens.ts';
import { findOccurrencesToRename, occurrencesAt } from '../../../../../src/core/sql/editor/rename.ts';
import { statementSymbols } from '../../../../../src/core/sql/editor/symbols.ts';
import { anyText, marked, textAndOffset } from '../dialectText.ts';

/** One statement, with `;` between its parts. */
const functionBody = 'CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT 2; END;';

describe('symbols', () => {
  it('one for each statement, named by its tables', () => {
    const text =
      '-- note\nSELECT a,\n  b FROM "My Table" m JOIN Cards c ON m.a = c.a JOIN cards d ON d.a = c.a;\n;DELETE FROM t';
    const found = statementSymbols(text);
    assert.deepEqual(
      found.map(({ command, tables, columns }) => [command, tables, columns]),
      [
        ['SELECT', ['My Table', 'cards'], 'a, b'],
        ['DELETE', [], 'FROM t'],
      ],
    );
    assert.equal(text.slice(found[0]?.start, found[0]?.end).at(-1), ';');
    assert.equal(text.slice(found[0]?.nameStart, found[0]?.nameEnd), 'SELECT');
  });
  it('one for each statement that Run knows, the body of a function included', () => {
    const found = statementSymbols(`${functionBody} SELECT a FROM t;`);
    assert.deepEqual(
      found.map(({ command, start, end }) => [command, start, end]),
      [
        ['CREATE', 0, functionBody.length],
        ['SELECT', functionBody.length + 1, functionBody.length + 17],
      ],
    );
  });
  it('lies within its statement in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { start, end, nameStart, nameEnd } of statementSymbols(text)) {
          assert.ok(last <= start && start <= nameStart && nameStart < nameEnd && nameEnd <= end);
          last = end;
        }
      }),
    );
  });
});

describe('folding', () => {
  const sources = (text: string) =>
    foldingRanges(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  it('statements, comments and brackets', () => {
    assert.deepEqual(sources('-- a\n-- b\n\n-- c\nSELECT (\n1)\n; /* x\n*/ SELECT 2'), [
      ['comment', '-- a\n-- b'],
      ['comment', '-- c'],
      ['statement', 'SELECT (\n1)\n;'],
      ['brackets', '(\n1)'],
      ['comment', '/* x\n*/'],
      ['statement', 'SELECT 2'],
    ]);
  });
  it('the body of a function is a part of its statement', () => {
    assert.deepEqual(
      sources(`${functionBody} SELECT a FROM t;`).filter(([kind]) => kind === 'statement'),
      [
        ['statement', functionBody],
        ['statement', 'SELECT a FROM t;'],
      ],
    );
  });
  it('brackets of one statement do not reach into the next', () => {
    assert.deepEqual(
      sources('SELECT (; SELECT )').filter(([kind]) => kind === 'brackets'),
      [],
    );
  });
  it('lies within any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { start, end } of foldingRanges(text))
          assert.ok(0 <= start && start < end && end <= text.length);
      }),
    );
  });
});

describe('selection', () => {
  it('grows from the word to the statement', () => {
    const { text, offset } = marked(
      "SELECT 1; SELECT a FROM t WHERE (p.na|me = 'x' AND b = 1) LIMIT 5; SELECT 2",
    );
    assert.deepEqual(
      selectionRangesAt(text, offset).map(({ start, end }) => text.slice(start, end)),
      [
        'name',
        'p.name',
        "p.name = 'x' AND b = 1",
        "(p.name = 'x' AND b = 1)",
        "WHERE (p.name = 'x' AND b = 1)",
        "SELECT a FROM t WHERE (p.name = 'x' AND b = 1) LIMIT 5",
        "SELECT a FROM t WHERE (p.name = 'x' AND b = 1) LIMIT 5;",
      ],
    );
  });
  it('ends with the statement that Run knows', () => {
    const { text, offset } = marked(functionBody.replace('SELECT 2', 'SELECT 2|'));
    const { start, end } = selectionRangesAt(`${text} SELECT a FROM t;`, offset).at(-1) ?? {};
    assert.equal(text.slice(start, end), functionBody);
  });
  it('takes a string without its quotes first', () => {
    const { text, offset } = marked("SELECT 'a b|c'");
    assert.deepEqual(
      selectionRangesAt(text, offset)
        .slice(0, 2)
        .map(({ start, end }) => text.slice(start, end)),
      ['a bc', "'a bc'"],
    );
  });
  it('each range holds the one before, and the offset, in any text', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        let inner = { start: offset, end: offset };
        for (const range of selectionRangesAt(text, offset)) {
          assert.ok(range.start <= inner.start && inner.end <= range.end);
          assert.ok(range.end - range.start > inner.end - inner.start && range.end <= text.length);
          inner = range;
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('occurrences', () => {
  const occurrences = (marks: string) => {
    const { text, offset } = marked(marks);
    const found = occurrencesAt(text, offset);
    return (
      found && [
        found.kind,
        ...found.occurrences.map(({ start, isDefinition }) => (isDefinition ? -start : start)),
      ]
    );
  };
  it('of an alias: where it is defined and where it qualifies, in any spelling, in its statement only', () => {
    assert.deepEqual(occurrences('SELECT |p.p, P.b FROM persons p WHERE "p".c = 1; SELECT p.a FROM t p'), [
      ...['alias', 7, 12],
      ...[-29, 37],
    ]);
  });
  it('of a table that has no alias', () => {
    assert.deepEqual(occurrences('SELECT persons.a FROM per|sons'), ['table', 7, 22]);
  });
  it('of a column', () => {
    assert.deepEqual(occurrences('SELECT na|me FROM t WHERE name = 1'), ['column', 7, 25]);
  });
  it('of nothing else', () => {
    for (const text of ["SELECT 'a|' FROM t", 'SEL|ECT a', 'SELECT cou|nt(*)', 'SELECT a -- b|']) {
      assert.equal(occurrences(text), undefined, text);
    }
  });
  it('an alias takes a new name that the statement does not have', () => {
    const rename = (marks: string, name: string) => {
      const { text, offset } = marked(marks);
      const found = findOccurrencesToRename(text, offset, name);
      if (!found.ok) return found.reason;
      return found.occurrences.reduceRight(
        (renamed, { start, end }) => renamed.slice(0, start) + name + renamed.slice(end),
        text,
      );
    };
    assert.equal(rename('SELECT p.a FROM t p| WHERE P.b = 1', 'q'), 'SELECT q.a FROM t q WHERE q.b = 1');
    assert.equal(rename('SELECT p.a FROM t p|', '"q r"'), 'SELECT "q r".a FROM t "q r"');
    assert.equal(rename('SELECT a AS b| FROM t', 'c'), 'SELECT a AS c FROM t');
    assert.equal(rename('SELECT p|.a FROM t p', 'P'), 'SELECT P.a FROM t P');
    assert.equal(rename('SELECT p|.a FROM t p, u', 'U'), 'taken');
    assert.equal(rename('SELECT p|.a FROM t p', 'select'), 'not-a-name');
    assert.equal(rename('SELECT t|.a FROM t', 'q'), 'not-an-alias');
    assert.equal(rename('SELECT a| FROM t', 'q'), 'not-an-alias');
  });
  it('a new name must be one', () => {
    const isAliasName = (name: string): boolean => findOccurrencesToRename('SELECT p.a FROM t p', 7, name).ok;
    assert.deepEqual(['x', 'X1', '"a b"', 'date', 'größe'].map(isAliasName), [true, true, true, true, true]);
    for (const name of [
      '',
      ' x',
      'x ',
      'a b',
      'select',
      'left',
      '1a',
      'a.b',
      '"',
      '""',
      'a;',
      "'a'",
      'a--',
    ]) {
      assert.equal(isAliasName(name), false, name);
    }
  });
  it('are found in any text, at the place asked for', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        const found = occurrencesAt(text, offset);
        if (found) assert.ok(found.occurrences.some(({ start, end }) => start <= offset && offset <= end));
        findOccurrencesToRename(text, offset, text);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('names spelled like keywords', () => {
  const found = (text: string) =>
    findKeywordLikeNames(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
  it('are found where they are names, and nowhere else', () => {
    assert.deepEqual(found('SELECT t.offset, min, a AS limit, COUNT(*) FROM t LIMIT 5 OFFSET 5'), [
      'column offset',
      'column min',
      'label limit',
    ]);
    assert.deepEqual(found('SELECT a FROM users start WHERE start.a = 1'), ['alias start', 'alias start']);
    assert.deepEqual(found('SELECT a FROM t LEFT JOIN u ON NOT a IS NULL'), []);
  });
  it('lie within any text', () => {
    fc.assert(
      fc.property(anyText, (text) => findKeywordLikeNames(text).every(({ end }) => end <= text.length)),
    );
  });
});
