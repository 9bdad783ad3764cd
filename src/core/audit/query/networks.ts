import ipaddr from 'ipaddr.js';
import { IPV4_REGEX } from 'valibot';

/** Whether `text` is a network in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`. */
export const isNetwork = (text: string): boolean =>
  ipaddr.isValidCIDR(text) && isAddress(text.slice(0, text.indexOf('/')));

/**
 * Whether `text` is an IP address. `ipaddr.js` also accepts older forms of IPv4 addresses, such as `10.1` and
 * `010.0.0.1`, and some of them at the end of an IPv6 address. These are not addresses here.
 */
export function isAddress(text: string): boolean {
  const [, prefix = '', end = ''] = /^(.*:)?([^:%]*)/.exec(text) ?? [];
  const isIPv6WithoutIPv4 = prefix !== '' && !end.includes('.');
  return (isIPv6WithoutIPv4 || IPV4_REGEX.test(end)) && ipaddr.isValid(text);
}

/**
 * Returns a function that tests whether a text is an IP address in the network `cidr`. An IPv4 network also contains
 * the IPv6 forms of its addresses, such as `::ffff:10.0.0.7`. Throws if `cidr` can't be parsed.
 */
export function createNetworkTest(cidr: string): (address: string) => boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return (text) => {
    if (!isAddress(text)) return false;
    const address = ipaddr.parse(text);
    const converted =
      'isIPv4MappedAddress' in address && network.kind() === 'ipv4' && address.isIPv4MappedAddress()
        ? address.toIPv4Address()
        : address;
    return converted.kind() === network.kind() && converted.match(network as never, bits);
  };
}

/** The first and last address of a network, each as 32 hexadecimal digits in upper case. */
interface NetworkBounds {
  readonly kind: 'ipv4' | 'ipv6';
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the bounds of the network `cidr`. Those of an IPv4 network are the IPv6 forms of its addresses, such as
 * `::ffff:10.0.0.0`. Throws if `cidr` can't be parsed.
 */
export function findNetworkBounds(cidr: string): NetworkBounds {
  const [network, length] = ipaddr.parseCIDR(cidr);
  const kind = network.kind();
  const bytes = 'toIPv4MappedAddress' in network ? network.toIPv4MappedAddress() : network;
  const bits = kind === 'ipv4' ? 96 + length : length;
  const all = bytes.toByteArray().map((byte) => BigInt(byte));
  const address = all.reduce((sum, byte) => sum * 256n + byte, 0n);
  const hosts = (1n << BigInt(128 - bits)) - 1n;
  const toHex = (number: bigint): string => number.toString(16).padStart(32, '0').toUpperCase();
  return { kind, first: toHex(address - (address & hosts)), last: toHex(address | hosts) };
}
