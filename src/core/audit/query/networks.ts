import ipaddr from 'ipaddr.js';
import { IP_REGEX } from 'valibot';

/** Whether `text` is a network in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`. */
export const isNetwork = (text: string): boolean =>
  ipaddr.isValidCIDR(text) && IP_REGEX.test(text.slice(0, text.indexOf('/')));

/** Returns a test whether an IP address is in the network `cidr`. Throws if `cidr` is malformed. */
export function networkTest(cidr: string): (address: string) => boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return (text) => {
    // The library also accepts older forms, such as 10.1 for 10.0.0.1.
    if (!IP_REGEX.test(text) || !ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    const converted =
      'isIPv4MappedAddress' in address && network.kind() === 'ipv4' && address.isIPv4MappedAddress()
        ? address.toIPv4Address()
        : address;
    return converted.kind() === network.kind() && converted.match(network as never, bits);
  };
}
