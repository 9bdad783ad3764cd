/** Parses the options of commands. */
import { parseArgs } from 'node:util';
import { describeParseError } from '../core/messages/optionErrors.ts';

/** Thrown if an option, or a file that an option names, is wrong. The message is for the user. */
export class ArgumentError extends Error {}

type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {};

/**
 * Joins the name of an option and a value that starts with a dash and a digit, such as `--since -1h`, so that the value is
 * checked as one of that option. Node's `parseArgs` takes it for an option. No option starts with a digit.
 */
function joinNegativeValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (/^-\d/.test(arg) && before !== undefined && /^--[a-z-]+$/.test(before))
      joined.splice(-1, 1, `${before}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/**
 * Returns the message for a command that does not exist. Quotes the command only if it looks like a word, because a token
 * may have been given in its place.
 */
export const describeUnknownCommand = (command: string): string =>
  /^[a-z]{1,20}$/i.test(command) ? `Unknown command "${command}".` : 'Unknown command.';

/** Parses options with Node's `parseArgs`. Throws an ArgumentError if an option is unknown or malformed. */
export function parseOptions<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: joinNegativeValues(args), options, strict: true, allowPositionals: false })
      .values;
  } catch (error) {
    throw new ArgumentError(describeParseError(error));
  }
}

/** Like `parseOptions`, but also returns the arguments that are not options. */
export function parseOptionsAndArguments<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: joinNegativeValues(args), options, strict: true, allowPositionals: true });
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

/** Whether a path ends without a name, as `folder/` and `..` do. */
export const isWithoutName = (path: string): boolean => /(?:^|[\\/])\.{0,2}$/.test(path);

/** Like `parseOutputPath`, but also throws an ArgumentError if the path ends without the name of a file. */
export function parseOutputFile(name: string, value: string | undefined): string {
  const path = parseOutputPath(name, value);
  if (!isWithoutName(path)) return path;
  throw new ArgumentError(`--${name} must end with the name of a file.`);
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
