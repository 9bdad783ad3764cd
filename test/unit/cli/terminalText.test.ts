import assert from 'node:assert/strict';
import { countColumns, markRange } from '../../../src/cli/terminalText.ts';

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
});
