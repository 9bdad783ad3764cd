/** Checks addresses that options name. */
import { notSentSentences } from '../core/messages/notSentErrors.ts';
import { terminalText } from '../core/messages/terminalTexts.ts';
import { type ValidAddress, validateBaseUrl } from '../core/service/address.ts';
import { createNotSentError } from '../core/service/routes.ts';
import { isUsableAddress } from '../node/address.ts';
import { ArgumentError } from './options.ts';

/**
 * Returns the parts of the address that the option `--name` has. Throws an ArgumentError that says what is wrong if no
 * request may be sent to it.
 */
export function parseAddressOption(name: string, address: string): ValidAddress {
  const checked = validateBaseUrl(address);
  if (checked.ok && isUsableAddress(address)) return checked;
  const reason = checked.ok ? 'not-an-address' : checked.reason;
  const error = createNotSentError('badAddress', reason);
  const { text } = notSentSentences(error, { operation: 'audit', baseUrlHost: '' });
  throw new ArgumentError(`--${name}: ${terminalText(text)}`);
}
