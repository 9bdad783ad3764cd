/** Text that loses its middle, not its end, if there is no room for it. */
import { element } from './dom.ts';

/** Number of UTF-16 code units at the end of an identifier that stay visible. */
const IDENTIFIER_END_LENGTH = 8;
/** Maximum length, in UTF-16 code units, of the words at the end of a text that stay visible as a whole. */
const MAX_LAST_WORDS_LENGTH = 16;
/** Number of UTF-16 code units at the end of the local part of an e-mail address that stay visible. */
const LOCAL_PART_END_LENGTH = 4;
/** Maximum length, in UTF-16 code units, of a text that is never split, because it fits almost everywhere. */
const MAX_WHOLE_LENGTH = 16;
/** Letters that are written from right to left. Such a text is not split, because the order of its parts would change. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const emailAddress = /^(?<localPart>[^@\s]+)@[^@\s]+$/;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The parts of a text in their order. As the room gets less, first `rest` is cut off, then the end of `start`. `end` is
 * always displayed.
 */
interface TextParts {
  readonly start: string;
  readonly end: string;
  readonly rest: string;
}

/**
 * Splits a text so that two similar texts can still be told apart if they are shortened. The end of an identifier stays
 * visible, with the whole word there if that is short; of an e-mail address, the end of the local part, because many
 * addresses have the same domain. Characters are never split. Returns undefined if the text is short or has letters that
 * are written from right to left.
 */
function splitForShortening(text: string): TextParts | undefined {
  if (text.length <= MAX_WHOLE_LENGTH || rightToLeft.test(text)) return undefined;
  const localPart = emailAddress.exec(text)?.groups?.localPart;
  if (localPart !== undefined && localPart.length <= MAX_WHOLE_LENGTH)
    return { start: localPart, end: '', rest: text.slice(localPart.length) };
  const endsAt = localPart?.length ?? text.length;
  const endLength = localPart === undefined ? IDENTIFIER_END_LENGTH : LOCAL_PART_END_LENGTH;
  const startsAt = findWordStart(text, endsAt - endLength) ?? findCharacterStart(text, endsAt - endLength);
  return { start: text.slice(0, startsAt), end: text.slice(startsAt, endsAt), rest: text.slice(endsAt) };
}

/** Returns the index of the space before the word at an index; undefined if the end from there would be too long. */
function findWordStart(text: string, index: number): number | undefined {
  const space = text.lastIndexOf(' ', index);
  return space > 0 && text.length - space <= MAX_LAST_WORDS_LENGTH ? space : undefined;
}

const findCharacterStart = (text: string, index: number): number =>
  characters.segment(text).containing(Math.max(0, index))?.index ?? 0;

/**
 * Sets the text of an element. If there is no room, an ellipsis replaces the middle of the text. A screen reader may
 * speak the parts as separate words: if this returns true, an `aria-label` must have the whole text.
 */
export function setShortenedText(target: HTMLElement, text: string): boolean {
  const parts = splitForShortening(text);
  target.classList.toggle('shortened', parts !== undefined);
  if (!parts) target.textContent = text;
  else
    target.replaceChildren(
      element('span', { class: 'start' }, parts.start),
      element('span', { class: 'end' }, parts.end),
      element('span', { class: 'rest' }, parts.rest),
    );
  return parts !== undefined;
}
