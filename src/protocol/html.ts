/** The HTML of a webview. Made by the host; it has no data of the vault, no inline style and one script. */

export interface WebviewPage {
  readonly title: string;
  /** `webview.cspSource`: where styles and the icon font may come from. */
  readonly cspSource: string;
  /** 128 fresh random bits for each page, in hexadecimal or base64. */
  readonly nonce: string;
  /** Address of the bundled script, as `webview.asWebviewUri` gives it. */
  readonly script: string;
  /** Addresses of the style sheets, in order. */
  readonly styles: readonly string[];
  /** The editor's display language, as a language tag such as `de`: `vscode.env.language`. */
  readonly lang: string;
  /** The words of that language by their English text: `vscode.l10n.bundle`. */
  readonly translations?: Readonly<Record<string, string>> | undefined;
}

/** Files of the results view below the extension's root, for `asWebviewUri`; `localResourceRoots` are `roots`. */
export const resultsAssets = {
  script: 'dist/webview/results.js',
  styles: ['media/icons.css', 'media/shared.css', 'media/widgets.css', 'media/grid.css', 'media/results.css'],
  roots: ['dist/webview', 'media'],
} as const;

/** Likewise of the audit table. */
export const auditAssets = {
  script: 'dist/webview/audit.js',
  styles: [...resultsAssets.styles, 'media/audit.css'],
  roots: resultsAssets.roots,
} as const;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text safe between tags and inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/**
 * The whole document. `default-src 'none'`: no connection, no image, no frame, no form, no inline code; the script
 * runs by its nonce only. Throws a RangeError on a nonce or a source that could break out of the policy.
 */
export function webviewHtml(page: WebviewPage): string {
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
