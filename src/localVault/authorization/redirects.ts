const EDITOR_SCHEMES: ReadonlySet<string> = new Set([
  'vscode:',
  'vscode-insiders:',
  'vscode-exploration:',
  'code-oss:',
  'vscodium:',
  'vscodium-insiders:',
  'cursor:',
  'windsurf:',
  'positron:',
]);
const EXTENSION_ID = 'vaultsql.vault-sql';
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Whether a redirect address belongs to the client: a link to the extension in an editor, or a program on this machine
 * (RFC 8252, 7.1 and 7.3).
 */
export function isAllowedRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // A fragment is not allowed (RFC 6749, 3.1.2).
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return LOOPBACK_HOSTS.has(url.hostname);
  return EDITOR_SCHEMES.has(url.protocol) && url.host === EXTENSION_ID;
}
