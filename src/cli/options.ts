/** Parses the options of commands. */
import { parseArgs } from 'node:util';
import { errorText } from '../core/messages/thrownErrors.ts';

/** Thrown if an option, or a file that an option names, is wrong. The message is for the user. */
export class ArgumentError extends Error {}

type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {};

/** Parses options with Node's `parseArgs`. Throws an ArgumentError if an option is unknown or malformed. */
export function parseOptions<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new ArgumentError(errorText(error));
  }
}

/** Like `parseOptions`, but also returns the arguments that are not options. */
export function parseOptionsAndArguments<const T extends OptionTable>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(errorText(error));
  }
}

export function parseCount(name: string, value: string, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new ArgumentError(`--${name} must be a whole number from 1 to ${max}, not "${value}".`);
}
