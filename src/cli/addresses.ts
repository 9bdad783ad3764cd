/** Parses addresses that are values of options. */
import { notSentSentences } from '../core/messages/notSentErrors.ts';
import { terminalText } from '../core/messages/terminalTexts.ts';
import { type ValidAddress, validateBaseUrl } from '../core/service/address.ts';
import { createNotSentError } from '../core/service/routes.ts';
import { isUsableAddress } from '../node/address.ts';
import { ArgumentError } from './options.ts';

/**
 * Parses the address that is the value of an option. `name` is the name of the option without the dashes. Throws an
 * ArgumentError that says what is wrong if no request may be sent to the address.
 */
export function parseAddressOption(name: string, address: string): ValidAddress {
  const checked = validateBaseUrl(address);
  if (checked.ok && isUsableAddress(address)) return checked;
  const reason = checked.ok ? 'not-an-address' : checked.reason;
  const error = createNotSentError('badAddress', reason);
  const { text } = notSentSentences(error, { operation: 'audit', baseUrlHost: '' });
  throw new ArgumentError(`--${name}: ${terminalText(text)}`);
}
