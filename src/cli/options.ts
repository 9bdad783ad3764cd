/** Parses the options of commands. */
import { parseArgs } from 'node:util';
import { errorText } from '../core/messages/thrownErrors.ts';

/** An option or a file is wrong. The message is one sentence for the user. */
export class ArgumentError extends Error {}

type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {};

/** Parses options as `parseArgs` of Node does, but throws an ArgumentError. */
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
