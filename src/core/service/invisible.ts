/**
 * Characters that can't be seen: with them two texts look alike, or part of a text is hidden. They are control and format
 * characters, line and paragraph separators, what renderers leave out (such as fillers and variation selectors), lone
 * surrogates, and the few others that are drawn blank: the Braille blank, the object replacement character, the Khitan
 * filler, and the null notehead.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800\ufffc\u{16fe4}\u{1d159}]/u;
/** The same, without the variation selector by which an emoji has its colors: there it hides nothing. */
const MISLEADING = new RegExp(`(?!\\ufe0f)${INVISIBLE.source}|(?<!\\p{Extended_Pictographic})\\ufe0f`, 'gu');
/** A space other than U+0020: it looks like that one, or like none. */
const UNUSUAL_SPACE = /(?! )\p{Zs}/u;

/**
 * Whether `text` has invisible characters or spaces other than U+0020. Emoji made with a joiner or a variation selector have
 * some, because two of them can differ in these alone.
 */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text) || UNUSUAL_SPACE.test(text);

/** Returns `text` with each invisible character replaced, except the variation selector after an emoji, and spaces. */
export const replaceInvisible = (text: string, replacement: string): string =>
  text.replace(MISLEADING, replacement);
