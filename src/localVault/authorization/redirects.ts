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
 * Whether a sign-in may redirect to an address: a link to the extension in a known editor, or an http address with a
 * loopback host (RFC 8252, 7.1 and 7.3). False if the address has a non-empty fragment, user name or password.
 */
export function isAllowedRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // A fragment is not allowed (RFC 6749, 3.1.2).
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return LOOPBACK_HOSTS.has(url.hostname);
  return EDITOR_SCHEMES.has(url.protocol) && url.host === EXTENSION_ID;
}
