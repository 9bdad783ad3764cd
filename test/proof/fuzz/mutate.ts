/** Texts made of others: near enough to right ones to get far into a reader, and wrong in all sorts of places. */
export type Random = () => number;

/** Xorshift, so that a run can be repeated by its seed. */
export function createRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T;

/** What breaks readers of text, whatever they read. */
const ODD = [
  ...[
    '\u0000',
    '\ud800',
    '\udc00',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\r\n',
    '\t',
    '😀',
    'é',
    '%',
    '%00',
    '%2e%2e%2f',
    '+',
  ],
  ...[
    '"',
    "'",
    '\\',
    '\\u0000',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    'null',
    'true',
    '1e999',
    '-0',
    '9007199254740993',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '..',
    '//',
    '@',
    '#',
    '?',
    '&',
    '=',
    '--',
    '/*',
    ';',
    '127.0.0.1',
    '::1',
  ],
];
const MAX_LENGTH = 4096;

/** `text` with one to four changes; `words` are those of what is read, `other` a text to take parts of. */
export function mutate(text: string, other: string, words: readonly string[], random: Random): string {
  let now = text;
  for (let left = 1 + below(random, 4); left > 0; left--) {
    const at = below(random, now.length + 1);
    const end = Math.min(now.length, at + 1 + below(random, pick(random, [1, 4, 32])));
    const from = below(random, other.length + 1);
    const piece = pick(random, [
      () => pick(random, ODD),
      () => pick(random, words),
      () => other.slice(from, from + below(random, 64)),
      () => now.slice(at, end).repeat(1 + below(random, 8)),
      () => String.fromCharCode(below(random, pick(random, [128, 65_536]))),
      () => '',
    ])();
    const kept = random() < 0.5 ? at : end;
    now = now.slice(0, at) + piece + now.slice(kept);
  }
  return now.slice(0, MAX_LENGTH);
}
