/** Finds known words in a text without cutting them out: the lexer asks once for every word of a file. */

import { tableWords } from './dialect.ts';
import { keywords } from './keywords.ts';

const size = 4096;
const mask = size - 1;
const slots: string[] = new Array(size).fill('');

/** Folds ASCII letters; other characters of names stay distinct from each other. */
const fold = (code: number): number => code & ~0x20;

/** One step of the hash over folded character codes; start with 0. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + fold(code)) | 0;

for (const word of new Set([...keywords.keys(), ...tableWords()])) {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i));
  let slot = hash & mask;
  while (slots[slot] !== '') slot = (slot + 1) & mask;
  slots[slot] = word;
}

/** The known word, in upper case, that `text[start, end)` spells in any case; '' for none. ASCII only. */
export function findWord(text: string, start: number, end: number, hash: number): string {
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const word = slots[slot] ?? '';
    if (word === '') return '';
    if (word.length !== end - start) continue;
    let i = 0;
    while (i < word.length && fold(word.charCodeAt(i)) === fold(text.charCodeAt(start + i))) i++;
    if (i === word.length) return word;
  }
}
