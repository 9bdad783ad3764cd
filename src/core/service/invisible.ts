const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800\ufffc\u{16fe4}\u{1d159}]/u;
/**
 * Matches an invisible character, except a variation selector U+FE0F after an emoji: there it selects the colored form
 * and hides nothing.
 */
const MISLEADING = new RegExp(`(?!\\ufe0f)${INVISIBLE.source}|(?<!\\p{Extended_Pictographic})\\ufe0f`, 'gu');
const UNUSUAL_SPACE = /(?! )\p{Zs}/u;

/** Whether `text` contains invisible characters, including line breaks, or spaces other than U+0020. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text) || UNUSUAL_SPACE.test(text);

/** Returns `text` with each invisible character replaced, except U+FE0F after an emoji. */
export const replaceInvisible = (text: string, replacement: string): string =>
  text.replace(MISLEADING, replacement);
