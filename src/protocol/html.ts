export interface WebviewPage {
  readonly title: string;
  readonly cspSource: string;
  /** Random text of at least 22 base64 or hexadecimal characters. Must be a new one for each page. */
  readonly nonce: string;
  readonly script: string;
  readonly styles: readonly string[];
  readonly lang: string;
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

/**
 * Files of the results view, and the folders that contain them (`roots`). Paths are relative to the extension's root.
 */
export const resultsAssets = {
  script: 'dist/webview/results.js',
  styles: ['media/icons.css', 'media/shared.css', 'media/widgets.css', 'media/grid.css', 'media/results.css'],
  roots: ['dist/webview', 'media'],
} as const;

/**
 * Files of the audit table, and the folders that contain them (`roots`). Paths are relative to the extension's root.
 */
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

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => HTML_ENTITIES[char] ?? char);

/**
 * Returns the HTML document of a webview with a strict content security policy. Throws a RangeError if the nonce or
 * `cspSource` is malformed.
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
