/** Builds the HTML of a webview, which contains no data of the vault, no inline style, and one script. */

export interface WebviewPage {
  readonly title: string;
  /** `webview.cspSource`: the source from which the policy allows styles and the icon font. */
  readonly cspSource: string;
  /** A random text in base64 or hexadecimal, with at least 22 characters. Must be a new one for each page. */
  readonly nonce: string;
  /** URI of the bundled script, converted by `webview.asWebviewUri`. */
  readonly script: string;
  /** URIs of the style sheets, converted by `webview.asWebviewUri`, in the order in which they apply. */
  readonly styles: readonly string[];
  /** The editor's display language, as a language tag such as `de`: `vscode.env.language`. */
  readonly lang: string;
  /** Translations by their English text: `vscode.l10n.bundle`. Undefined if there are none for the display language. */
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

/** Paths of the results view's files, relative to the extension's root. `roots` are for `localResourceRoots`. */
export const resultsAssets = {
  script: 'dist/webview/results.js',
  styles: ['media/icons.css', 'media/shared.css', 'media/widgets.css', 'media/grid.css', 'media/results.css'],
  roots: ['dist/webview', 'media'],
} as const;

/** Paths of the audit table's files, relative to the extension's root. `roots` are for `localResourceRoots`. */
export const auditAssets = {
  script: 'dist/webview/audit.js',
  styles: [...resultsAssets.styles, 'media/audit.css'],
  roots: resultsAssets.roots,
} as const;

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use between tags and inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => HTML_ENTITIES[char] ?? char);

/**
 * Returns the whole document. Its policy forbids connections, images, frames, forms, and inline code, and runs only the
 * script with the nonce. Throws a RangeError if the nonce is too short or malformed, or `cspSource` could break out of
 * the policy.
 */
export function createWebviewHtml(page: WebviewPage): string {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(page.nonce)) throw new RangeError('nonce');
  if (!/^[^;,"<>]+$/.test(page.cspSource)) throw new RangeError('cspSource');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const l10n = page.translations
    ? `<meta name="l10n" content="${escapeHtml(JSON.stringify(page.translations))}">`
    : '';
  const styles = page.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(page.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${l10n}
${styles}
</head>
<body>
<main id="root"></main>
<script nonce="${page.nonce}" src="${escapeHtml(page.script)}"></script>
</body>
</html>
`;
}
