/**
 * Sentences for a user in a terminal. Most of them are those of the editor. If one names a step that only the editor has,
 * such as a setting, this file has a sentence with the step for a terminal.
 */
import { fillPlaceholders, type Sentence, sentenceText } from './sentence.ts';

/** For templates of `say`, the templates that replace them in a terminal, with the same placeholders. */
export const terminalTemplates: Readonly<Record<string, string>> = {
  // Status codes
  'It may have expired or belong to a service other than {0}. Sign in again.':
    'It may have expired or belong to a service other than {0}. Use a new token.',
  'Your token is valid, but its role can’t run this query. Ask the administrator of the vault, or sign in as another user.':
    'Your token is valid, but its role can’t run this query. Ask the administrator of the vault, or use the token of another user.',
  'Your token is valid, but its role can’t read audit events. Ask the administrator of the account, or sign in as another user.':
    'Your token is valid, but its role can’t read audit events. Ask the administrator of the account, or use the token of another user.',
  'Check the filters and the account ID.': 'Check --question and the account ID.',
  // Responses
  'Loading stopped at {0} MB. Select fewer columns, or use a smaller LIMIT.':
    'Loading stopped at {0} MB. Select fewer columns, or use a smaller --limit.',
  'Loading stopped at {0} MB. Use narrower filters.': 'Loading stopped at {0} MB. Use a narrower --question.',
  'Try again, or increase the setting vaultsql.network.firstByteSeconds.': 'Try again later.',
  'Try again, or increase the setting vaultsql.network.timeoutSeconds.': 'Try again later.',
  'The redirect to {0} was not followed: it would send the query and the token there. If the address is right, use it in the connection.':
    'The redirect to {0} was not followed: it would send the query and the token there. If that address is right, use it in place of yours.',
  // Network
  'Nothing was sent to {0}. Set the user name and password in the setting http.proxy, or add the host to http.noProxy.':
    'Nothing was sent to {0}. Set the user name and password in HTTPS_PROXY, or add the host to NO_PROXY.',
  'The proxy did not connect ({0}). Nothing was sent. Check http.proxy and http.noProxy.':
    'The proxy did not connect ({0}). Nothing was sent. Check HTTPS_PROXY and NO_PROXY.',
  'The certificate of {0} comes from an unknown authority. Nothing was sent. If it is your company’s own, add it to your system’s trusted certificates.':
    'The certificate of {0} comes from an unknown authority. Nothing was sent. If it is your company’s own, name its file in NODE_EXTRA_CA_CERTS.',
  '{0} has a self-signed certificate. Nothing was sent. If you trust it, add it to your system’s trusted certificates.':
    '{0} has a self-signed certificate. Nothing was sent. If you trust it, name its file in NODE_EXTRA_CA_CERTS.',
  'This workspace changes the proxy settings': 'The proxy can’t be used',
  'Nothing was sent. Remove http.proxy and related settings from the workspace, or set vaultsql.network.transport to undici in your user settings.':
    'Nothing was sent. Check HTTPS_PROXY and NO_PROXY.',
  'Client certificates need the transport undici': 'The client certificate can’t be used',
  'Nothing was sent. Set vaultsql.network.transport to auto or undici.':
    'Nothing was sent. Use query or audit, which can send it.',
  'Nothing was sent. Set it in Edit Connections.':
    'Nothing was sent. Name the environment variable that contains it with --certificate-passphrase-env.',
  // Requests that are not sent
  'The access token is empty. Sign in again.': 'The access token is empty. Use a new token.',
  'The access token was not sent. Sign in again.': 'The access token was not sent. Use a new token.',
  'It is no longer in your settings. Nothing was sent to {0}.': 'Nothing was sent to {0}.',
  'Change or clear this filter: {0}. Nothing was sent.':
    'Change this filter in --question: {0}. Nothing was sent.',
  'You are not signed in': 'No usable access token',
  'There is no access token for {0}. Sign in, then try again. Nothing was sent.':
    'Its environment variable does not contain a token that can be sent to {0}. Nothing was sent. Check the variable.',
  'There is no access token for {0}. Sign in, then try again.':
    'Its environment variable does not contain a token that can be sent to {0}. Check the variable.',
  // Sign-in
  'Its program was not found in PATH outside the workspace. Use an absolute path in auth.command.':
    'Its program was not found in PATH. Use an absolute path in the command.',
  'Its program does not exist or is not executable. Check the path in auth.command.':
    'Its program does not exist or is not executable. Check the path.',
  'You have not approved it, and nothing was sent. Sign in to review it.':
    'Nothing was sent. Use another way to sign in.',
  'It has no token endpoint. Set auth.tokenUrl.':
    'It has no token endpoint. Check the issuer, or use a file of connections with auth.tokenUrl.',
  '{0} does not exist. Check auth.keyFile.': '{0} does not exist. Check the path of the key file.',
  '{0} responds with another issuer. Check auth.issuer.':
    '{0} responds with another issuer. Check the issuer.',
  'Sign-in cancelled': 'Cancelled',
  'Sign in again to continue.': 'No token was obtained. Run the command again.',
  // Findings of the check
  'Omit it and sort the loaded rows; with LIMIT, the rows may differ.':
    'Omit it and sort the rows afterwards; with LIMIT, the rows may differ.',
  'Numbered parameters are not supported. Use :name; Run asks for its value.':
    'Numbered parameters are not supported. Use :name; query --set sets its value.',
  'Omit it in MIN and MAX; elsewhere, there is no equivalent. Column statistics count the distinct values of the loaded rows.':
    'Omit it in MIN and MAX; elsewhere, there is no equivalent. Count the distinct values of the rows afterwards.',
};

/** Returns the text of `sentence` and all that follow it for a user in a terminal, joined by spaces. */
export const terminalText = (sentence: Sentence): string =>
  sentenceText(sentence, (template, args) => fillPlaceholders(terminalTemplates[template] ?? template, args));
