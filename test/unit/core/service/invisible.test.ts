/** Characters by which two texts look alike, or hide a part of themselves. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cleanForDisplay, oneLine } from '../../../../src/core/messages/oneLine.ts';
import { hasInvisible, replaceInvisible } from '../../../../src/core/service/invisible.ts';

const code = (character: string): string => `U+${character.codePointAt(0)?.toString(16).toUpperCase()}`;

/** Every code point, lone surrogates too. */
function* everyCharacter(): Generator<string> {
  for (let point = 0; point <= 0x10_ffff; point++) yield String.fromCodePoint(point);
}

/** What the standard calls invisible, by properties that are read here apart from those of the code. */
const isInvisible = (character: string): boolean =>
  /^(?:\p{C}|\p{Z}|\p{DI})$/u.test(character) && !/^(?:\p{Co}|[\p{Cn}--\p{DI}]| )$/v.test(character);

const named = [
  ...['\u3164', '\u2800', '\u034f', '\ufe0f', '\u115f', '\u1160', '\uffa0', '\ufe00', '\u{e0100}', '\u00a0'],
  ...['\u00ad', '\u061c', '\u180e', '\u200b', '\u200d', '\u202e', '\u2028', '\u2029', '\u202f', '\u2060'],
  ...[
    '\u2003',
    '\u3000',
    '\u205f',
    '\ufeff',
    '\ufffc',
    '\u{e0041}',
    '\u{1d159}',
    '\u{16fe4}',
    '\u0000',
    '\n',
  ],
];

describe('invisible characters', () => {
  for (const character of named)
    it(`are noticed: ${code(character)}`, () => {
      assert.equal(hasInvisible(`cust${character}omers`), true);
      assert.equal(hasInvisible(character), true);
    });

  it('are all control, format, ignorable characters, separators, spaces but one, and surrogates', () => {
    const unnoticed: string[] = [];
    let noticed = 0;
    for (const character of everyCharacter()) {
      if (!isInvisible(character)) continue;
      noticed++;
      if (!hasInvisible(character)) unnoticed.push(code(character));
    }
    assert.deepEqual(unnoticed, []);
    assert.ok(noticed > 6_000, `${noticed}`);
  });

  it('are no letter, mark, number, punctuation, or symbol but those that are drawn blank', () => {
    const found: string[] = [];
    for (const character of everyCharacter())
      if (/^[[\p{L}\p{M}\p{N}\p{P}\p{S}]--\p{DI}]$/v.test(character) && hasInvisible(character))
        found.push(code(character));
    assert.deepEqual(found, ['U+2800', 'U+FFFC', 'U+16FE4', 'U+1D159']);
  });

  it('are noticed wherever they are in a text', () => {
    const invisible = fc.constantFrom(...[...everyCharacter()].filter(isInvisible));
    fc.assert(
      fc.property(fc.string(), invisible, fc.string(), (before, character, after) => {
        assert.equal(hasInvisible(`a${before}b${character}c${after}`), true);
      }),
    );
  });

  it('are not in ordinary names, whatever their language, nor in an emoji of one character', () => {
    const names = [
      'Zürich',
      'Zu\u0308rich',
      'Łódź São',
      '顧客 データ',
      '고객',
      'العملاء',
      'לקוחות',
      'ग्राहक',
      'ลูกค้า',
      '🔒 prod',
      '🇩🇪',
    ];
    for (const name of names) assert.equal(hasInvisible(name), false, name);
  });

  it('are in an emoji made with a joiner or a variation selector', () => {
    for (const name of ['❤\ufe0f', '👩\u200d💻', '1\ufe0f⃣']) assert.equal(hasInvisible(name), true, name);
  });

  it('are replaced in a text of one line, except those that only color an emoji', () => {
    assert.equal(cleanForDisplay('a\u3164b\u2800c\u034fd\u{e0100}'), 'a\ufffdb\ufffdc\ufffdd\ufffd');
    assert.equal(cleanForDisplay('ssn\ufe0f'), 'ssn\ufffd');
    assert.equal(cleanForDisplay('a\u2028b\u00a0c'), 'a b\u00a0c', 'a space is visible as one');
    assert.equal(oneLine('❤\ufe0f'), '❤\ufe0f');
    assert.equal(replaceInvisible('a\u200bb', ' '), 'a b');
  });
});
