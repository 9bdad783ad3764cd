import assert from 'node:assert/strict';
import { CLEAR_LINE, cleanForTerminal, countColumns, markRange } from '../../../src/cli/terminalText.ts';

describe('text for a terminal', () => {
  it('counts the columns that a text takes', () => {
    const columns: readonly (readonly [text: string, columns: number])[] = [
      ['', 0],
      ['Ada ~', 5],
      ['Zoë', 3],
      ['Zoe\u0308', 3],
      ['東京', 4],
      ['서울', 4],
      ['😀', 2],
      ['（a）', 5],
    ];
    for (const [text, count] of columns) assert.equal(countColumns(text), count, text);
  });

  it('marks a range, and the place where something is missing', () => {
    assert.equal(markRange('a foo:b', 2, 5), '  a foo:b\n    ^^^');
    assert.equal(markRange('actor:', 6, 6), '  actor:\n        ^');
    assert.equal(markRange('東京 x', 3, 4), '  東京 x\n       ^');
  });

  it('shows what is around a range in a long text', () => {
    const [line = '', carets = ''] = markRange(`${'a'.repeat(500)}!${'b'.repeat(500)}`, 500, 501).split('\n');
    assert.equal(line[carets.indexOf('^')], '!');
    assert.match(line, /^ {2}…a{60}!b{59}…$/);
    assert.match(markRange('c'.repeat(500), 0, 500), /^ {2}c{60}…\n {2}\^{60}$/);
  });

  it('lets nothing control the terminal', () => {
    assert.equal(markRange('\u001b[31m\nx', 0, 5), '  \ufffd[31m x\n  ^^^^^');
  });

  const hostile: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['a color', 'a\u001b[31mb', 'a\ufffd[31mb'],
    ['a title', '\u001b]0;title\u0007', '\ufffd]0;title\ufffd'],
    ['a C1 control', 'a\u009b2Jb', 'a\ufffd2Jb'],
    ['a carriage return', 'failed\rdone', 'failed\ufffddone'],
    ['backspaces and DEL', 'a\b\u007f', 'a\ufffd\ufffd'],
    ['a change of direction', 'a\u202eb\u2066c\u200fd\u061ce', 'a\ufffdb\ufffdc\ufffdd\ufffde'],
    ['a separator of lines', 'a\u2028b\u0085c', 'a\ufffdb\ufffdc'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['the sequence that clears the line, inside of text', `a${CLEAR_LINE}b`, 'a\ufffd\ufffd[Kb'],
  ];
  for (const [what, text, expected] of hostile)
    it(`does not have ${what}`, () => assert.equal(cleanForTerminal(text), expected));

  it('keeps other text, line breaks, and the one sequence of this program', () => {
    for (const text of ['', 'two\nlines\n', 'Müller, 東京, ❤\ufe0f', CLEAR_LINE])
      assert.equal(cleanForTerminal(text), text);
    assert.equal(cleanForTerminal('a\tb'), 'a b');
  });
});
