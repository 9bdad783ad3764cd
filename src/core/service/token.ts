/** Reason why a text can't be used as a token. `blank`: whitespace inside; `control`: another control character. */
export type TokenProblem = 'empty' | 'blank' | 'control' | 'not-ascii' | 'too-long';

type ClientSecretProblem = 'empty' | 'too-long' | 'characters';

export const MAX_TOKEN_LENGTH = 16 * 1024;

/**
 * Returns a pasted token without line breaks and without what is often copied along, such as quotes or `Bearer`.
 * Returns the reason if the remaining text can't be used as a token.
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

/** Returns a pasted client secret without line breaks, or the reason why it can't be used (RFC 6749, A.2). */
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
 * Returns the token in a command's output. If a line begins with `{`, the text from there on is parsed as JSON, and the
 * object's `accessToken`, `access_token` or `token` is returned; undefined if that fails. Otherwise, returns the last
 * line that is not blank, because warnings and greetings usually precede the token.
 */
export function findTokenInOutput(output: string): string | undefined {
  const text = output.trim();
  const json = /^\{/m.exec(text);
  if (json) {
    try {
      const answer = JSON.parse(text.slice(json.index)) as Readonly<Record<string, unknown>>;
      const token = answer.accessToken ?? answer.access_token ?? answer.token;
      return typeof token === 'string' ? token : undefined;
    } catch {
      // Invalid JSON is not taken for a token, because access tokens contain no braces (RFC 6750, 2.1).
      return undefined;
    }
  }
  const lines = text.split(/[\r\n]+/);
  return lines[lines.length - 1];
}
