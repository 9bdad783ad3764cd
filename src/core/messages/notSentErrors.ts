import type { AddressProblem } from '../service/address.ts';
import type { NotSentError } from '../service/errors.ts';
import { type ErrorContext, type ErrorSentences, type Sentence, say } from './sentence.ts';
import { signInSentences } from './signInProblems.ts';

const ADDRESS_SENTENCES: Readonly<Record<string, Sentence>> = {
  empty: say('The connection has no address. Enter one that begins with https://.'),
  scheme: say('An address must begin with https://. Plain http is for this machine only.'),
  'plain-http': say('Plain http exposes the sign-in and the data. Use https; http is for this machine only.'),
  userinfo: say('An address must not contain a user or a password. Remove everything before the @.'),
  query: say('An address must not contain a ? part. Remove it.'),
  fragment: say('An address must not contain a # part. Remove it.'),
  path: say('The path of the address contains characters or dots that are not allowed.'),
};
const TOKEN_SENTENCES: Readonly<Record<string, Sentence>> = {
  empty: say('The access token is empty. Sign in again.'),
  blank: say('The access token contains whitespace and was not sent. Copy only the token.'),
  control: say('The access token contains control characters and was not sent. Copy it again.'),
  'not-ascii': say('The access token contains invalid characters and was not sent. Copy it again.'),
  'too-long': say('The access token is too long and was not sent. Copy only the token.'),
};

/**
 * Returns a sentence that says what is wrong with an address, and how to correct it; undefined for `not-an-address`,
 * because what was meant is unknown then.
 */
export const findAddressSentence = (problem: AddressProblem): Sentence | undefined =>
  ADDRESS_SENTENCES[problem];

export function notSentSentences(error: NotSentError, context: ErrorContext): ErrorSentences {
  const host = context.baseUrlHost;
  const detail = error.detail ?? '';
  switch (error.kind) {
    case 'noToken':
      return noTokenSentences(error, host);
    case 'badToken':
      return {
        title: say('The access token can’t be used'),
        text: TOKEN_SENTENCES[detail] ?? say('The access token was not sent. Sign in again.'),
        action: 'signIn',
      };
    case 'badAddress':
      return {
        title: say('The address of the connection is invalid'),
        text:
          ADDRESS_SENTENCES[detail] ??
          say('Use an address such as https://vault.example.com. Nothing was sent.'),
        action: 'editConnection',
      };
    case 'badVaultID':
      return {
        title: say('The vault ID is invalid'),
        text:
          detail === 'empty'
            ? say('It is empty. Enter the ID of the vault. Nothing was sent.')
            : say('It contains invalid characters. Enter it again. Nothing was sent.'),
        action: 'addVault',
      };
    case 'noAccountID':
      return {
        title: say('The account ID is missing'),
        text: say('Audit events need the account ID of this connection. Nothing was sent.'),
        action: 'setAccountID',
      };
    case 'noConnection':
      return {
        title: detail === 'vault' ? say('The vault was removed') : say('The connection was removed'),
        text: say('It is no longer in your settings. Nothing was sent to {0}.', host),
        action: 'editConnection',
      };
    case 'badFilter':
      return {
        title: say('A filter can’t be used'),
        text: say('Change or clear this filter: {0}. Nothing was sent.', detail.split(':')[0] ?? ''),
        action: 'none',
      };
  }
}

function noTokenSentences({ signIn, detail }: NotSentError, host: string): ErrorSentences {
  if (signIn) return signInSentences(signIn, host);
  if (detail !== undefined)
    return {
      title: say('Could not get an access token'),
      text: say('It failed unexpectedly ({0}). Nothing was sent to {1}. Try again.', detail, host),
      action: 'retry',
    };
  return {
    title: say('You are not signed in'),
    text: say('There is no access token for {0}. Sign in, then try again. Nothing was sent.', host),
    action: 'signIn',
  };
}
