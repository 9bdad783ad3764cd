/** Access tokens as people paste them, made fit for the `Authorization` header (S5). */

/** Why a pasted text can't be a token. `blank`: a blank inside; `control`: another control character. */
export type TokenProblem = 'empty' | 'blank' | 'control' | 'not-ascii' | 'too-long';

/** Why a pasted text can't be a client's secret. */
type ClientSecretProblem = 'empty' | 'too-long' | 'characters';

/** Most servers take no longer header line; known tokens have 1 to 2 KB. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/**
 * Takes off what comes along when pasting: blanks around, quotes around, `Authorization:` and `Bearer` in front, line
 * breaks inside (a terminal's wrapping). Refuses what could not be put into a header then. Never throws.
 */
export function cleanToken(
  pasted: string,
): { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: TokenProblem } {
  if (pasted.length > 4 * MAX_TOKEN_LENGTH) return { ok: false, reason: 'too-long' };
  let token = pasted.replace(/[\r\n\u2028\u2029]+/g, '');
  for (let before = ''; before !== token; ) {
    before = token;
    token = token.trim().replace(/^(?:authorization\s*:\s*)?bearer(?:\s+|$)/i, '');
    token = /^(["'`])(.*)\1$/s.exec(token)?.[2] ?? token;
  }
  if (token === '') return { ok: false, reason: 'empty' };
  if (token.length > MAX_TOKEN_LENGTH) return { ok: false, reason: 'too-long' };
  if (/[^\S\r\n]/.test(token)) return { ok: false, reason: 'blank' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f]/.test(token)) return { ok: false, reason: 'control' };
  if (!/^[\x21-\x7e]+$/.test(token)) return { ok: false, reason: 'not-ascii' };
  return { ok: true, token };
}

/**
 * A client's secret without the line breaks that came along when pasting. All else may belong to it: quotes, spaces, and
 * any other printable character of ASCII (RFC 6749, A.2). Never throws.
 */
export function cleanClientSecret(
  pasted: string,
):
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly reason: ClientSecretProblem } {
  const secret = pasted.replace(/[\r\n]+/g, '');
  if (secret.trim() === '') return { ok: false, reason: 'empty' };
  if (secret.length > MAX_TOKEN_LENGTH) return { ok: false, reason: 'too-long' };
  return /^[\x20-\x7e]+$/.test(secret) ? { ok: true, secret } : { ok: false, reason: 'characters' };
}

/**
 * The token in what a command printed: JSON with `accessToken`, `access_token` or `token`, or else the last line
 * that is not empty: warnings and greetings come before. Undefined where there is none; never throws.
 */
export function tokenOfOutput(output: string): string | undefined {
  const text = output.trim();
  const json = /^\{/m.exec(text);
  if (json) {
    try {
      const answer = JSON.parse(text.slice(json.index)) as Readonly<Record<string, unknown>>;
      const token = answer.accessToken ?? answer.access_token ?? answer.token;
      return typeof token === 'string' ? token : undefined;
    } catch {
      // Not JSON after all: then it is not a token either, since tokens hold no braces.
      return undefined;
    }
  }
  const lines = text.split(/[\r\n]+/);
  return lines[lines.length - 1];
}
