/**
 * Matches one character that can't be seen, with which two texts can look alike or part of a text can be hidden:
 * control and format characters, line and paragraph separators, characters that renderers leave out (such as fillers
 * and variation selectors), lone surrogates, and a few others that are drawn blank: the Braille blank, the object
 * replacement character, the Khitan filler, and the null notehead.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800\ufffc\u{16fe4}\u{1d159}]/u;
/**
 * Matches an invisible character, except a variation selector U+FE0F after an emoji: there it selects the colored form
 * and hides nothing.
 */
const MISLEADING = new RegExp(`(?!\\ufe0f)${INVISIBLE.source}|(?<!\\p{Extended_Pictographic})\\ufe0f`, 'gu');
/** Matches a space other than U+0020, such as the no-break space. */
const UNUSUAL_SPACE = /(?! )\p{Zs}/u;

/**
 * Whether `text` contains invisible characters, including control characters such as line breaks, or spaces other than
 * U+0020. True also for an emoji with a joiner or a variation selector, because two texts can differ in these alone.
 */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text) || UNUSUAL_SPACE.test(text);

/**
 * Returns `text` with each invisible character replaced. Spaces, and the variation selector U+FE0F after an emoji, are
 * kept.
 */
export const replaceInvisible = (text: string, replacement: string): string =>
  text.replace(MISLEADING, replacement);
