/** Parses the options of commands. */
import { parseArgs } from 'node:util';
import { errorCode, errorText } from '../core/messages/thrownErrors.ts';

/** Thrown if an option, or a file that an option names, is wrong. The message is for the user. */
export class ArgumentError extends Error {}

type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {};

/**
 * Describes an error that Node's `parseArgs` has thrown. Leaves out an argument that belongs to no option, because it may
 * be a token.
 */
export const describeParseError = (error: unknown): string =>
  errorCode(error) === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
    ? 'An argument belongs to no option. Write each value after the name of its option.'
    : errorText(error);

/** Parses options with Node's `parseArgs`. Throws an ArgumentError if an option is unknown or malformed. */
export function parseOptions<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new ArgumentError(describeParseError(error));
  }
}

/** Like `parseOptions`, but also returns the arguments that are not options. */
export function parseOptionsAndArguments<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(describeParseError(error));
  }
}

/**
 * Parses the value of the option `name`, a whole number from 1 to `max` in digits. Throws an ArgumentError if it is
 * anything else.
 */
export function parseCount(name: string, value: string, max: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= max) return number;
  throw new ArgumentError(`--${name} must be a whole number from 1 to ${max} in digits, not "${value}".`);
}

/**
 * Returns the path of the file to write, which is the value of the option `name`. Throws an ArgumentError if the path is
 * missing or has control characters, which most programs can't display.
 */
export function parseOutputPath(name: string, value: string | undefined): string {
  if (!value) throw new ArgumentError(`--${name} is missing.`);
  if (/\p{Cc}/u.test(value))
    throw new ArgumentError(`--${name} has control characters, such as line breaks. Remove them.`);
  return value;
}
