const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800\ufffc\u{16fe4}\u{1d159}]/u;
/**
 * Matches an invisible character, but not the variation selector U+FE0F directly after a pictograph such as ❤, where it
 * selects the colored form.
 */
const MISLEADING = new RegExp(`(?!\\ufe0f)${INVISIBLE.source}|(?<!\\p{Extended_Pictographic})\\ufe0f`, 'gu');
const UNUSUAL_SPACE = /(?! )\p{Zs}/u;

/**
 * Whether `text` contains invisible characters, including line breaks, lone surrogates and any U+FE0F, or spaces other
 * than U+0020.
 */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text) || UNUSUAL_SPACE.test(text);

/**
 * Returns `text` with each invisible character, including line breaks, replaced. U+FE0F after a pictograph such as ❤ is
 * kept, as are unusual spaces.
 */
export const replaceInvisible = (text: string, replacement: string): string =>
  text.replace(MISLEADING, replacement);
