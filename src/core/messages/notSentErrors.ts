/** Sentences for requests that were not sent, because something of ours was missing or wrong. */
import type { NotSentError } from '../service/errors.ts';
import { type ErrorContext, type ErrorSentences, say } from './sentence.ts';

const ADDRESS: Readonly<Record<string, string>> = {
  empty: 'The connection has no address. Enter one that begins with https://.',
  scheme: 'An address must begin with https://. Plain http is for this machine only.',
  'plain-http':
    'Plain http would show the token and the data to everyone on the way. Use https; http is for this machine only.',
  userinfo: 'An address must not hold a user or a password. Take out everything before the @.',
  query: 'An address must not hold a ? part. Take it out.',
  fragment: 'An address must not hold a # part. Take it out.',
  path: 'The path of the address holds characters or dots that are not allowed there.',
};
const TOKEN: Readonly<Record<string, string>> = {
  empty: 'The access token is empty. Sign in again.',
  blank: 'The access token has a blank inside, so it was not sent. Copy it again, and only it.',
  control: 'The access token has control characters inside, so it was not sent. Copy it again.',
  'not-ascii': 'The access token has characters that no token has, so it was not sent. Copy it again.',
  'too-long':
    'The access token is longer than any server takes, so it was not sent. Copy it again, and only it.',
};
/** Of the setting's `auth.command`. */
const COMMAND: Readonly<Record<string, string>> = {
  'command-not-found':
    'Its program was not found in PATH outside the workspace. Use an absolute path in auth.command.',
  'command-arguments': 'Arguments of a .cmd or .bat file can’t contain quotes, % or line breaks.',
  'command-failed': 'It ended with an error. Run it in a terminal to see why.',
  'command-timeout': 'It did not end within 30 seconds. Run it in a terminal to see why.',
  'command-no-token': 'It printed no token. Run it in a terminal to see what it prints.',
};

/** What to tell a person about a request that never left. */
export function notSentSentences(error: NotSentError, context: ErrorContext): ErrorSentences {
  const host = context.baseUrlHost;
  const detail = error.detail ?? '';
  switch (error.kind) {
    case 'noToken': {
      const command = COMMAND[detail];
      if (command !== undefined)
        return {
          title: say('No access token from the command'),
          text: say(`${command} Nothing was sent.`),
          action: 'editConnection',
        };
      return {
        title: say('You are not signed in'),
        text: say('There is no access token for {0}. Sign in, then try again. Nothing was sent.', host),
        action: 'signIn',
      };
    }
    case 'badToken':
      return {
        title: say('The access token can’t be used'),
        text: say(TOKEN[detail] ?? 'The access token was not sent. Sign in again.'),
        action: 'signIn',
      };
    case 'badAddress':
      return {
        title: say('The address of the connection can’t be used'),
        text: say(
          ADDRESS[detail] ?? 'It is not an address such as https://vault.example.com. Nothing was sent.',
        ),
        action: 'editConnection',
      };
    case 'badVaultID':
      return {
        title: say('The vault ID can’t be used'),
        text:
          detail === 'empty'
            ? say('It is empty. Enter the ID of the vault. Nothing was sent.')
            : say('It holds characters that no vault ID has. Enter it again. Nothing was sent.'),
        action: 'addVault',
      };
    case 'noAccountID':
      return {
        title: say('The account ID is missing'),
        text: say(
          'Audit events are listed by account. Enter the account ID of this connection. Nothing was sent.',
        ),
        action: 'setAccountID',
      };
    case 'badFilter':
      return {
        title: say('A filter can’t be used'),
        text: say('Change or clear this filter: {0}. Nothing was sent.', detail.split(':')[0] ?? ''),
        action: 'none',
      };
  }
}
