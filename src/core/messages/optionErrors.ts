/** Messages for options of a command line that can't be parsed. */
import { errorCode, errorText } from './thrownErrors.ts';

/** The message for an argument that is neither an option nor its value. Does not quote it, because it may be a token. */
export const UNEXPECTED_ARGUMENT =
  'An argument belongs to no option. Write each value after the name of its option.';

/**
 * Describes an error that Node's `parseArgs` has thrown. The description contains no value, and no argument that belongs to
 * no option, because it may be a token.
 */
export function describeParseError(error: unknown): string {
  const text = errorText(error);
  switch (errorCode(error)) {
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return UNEXPECTED_ARGUMENT;
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const [, option] = /'(--?[a-z][a-z-]{0,30})'/i.exec(text) ?? [];
      return option === undefined
        ? 'Unknown option. Check the arguments that start with a dash.'
        : `Unknown option ${option}.${describeSecretOption(option)}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE': {
      const [option] = /--[a-z-]+/.exec(text) ?? [];
      return text.includes('does not take an argument')
        ? `${option} takes no value.`
        : `The value of ${option} is missing. If it starts with a dash, write ${option}=VALUE.`;
    }
    default:
      return text;
  }
}

/** Returns what to do in place of a secret in an argument, after a space; empty for the name of another option. */
function describeSecretOption(option: string): string {
  if (!/token|secret|passw|passphrase/i.test(option)) return '';
  const risk = 'Other users of this machine can read arguments, and the shell stores them in its history.';
  return option === '--token'
    ? ` ${risk} Put the token into an environment variable, and name the variable with --token-env.`
    : ` ${risk} Put a secret into an environment variable.`;
}
