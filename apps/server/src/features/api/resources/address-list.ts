import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An IPv4 address in IPv6 spelling, as a dual-stack socket reports it, is the IPv4 address. */
const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** Whether an address is one of the list or in one of its networks. An empty list allows every address. */
export function isAllowedAddress(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true;
  const allowed = new BlockList();
  for (const entry of list) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) allowed.addAddress(plainAddress(network), familyOf(plainAddress(network)));
    else allowed.addSubnet(network, Number(prefix), familyOf(network));
  }
  const plain = plainAddress(address);
  return ipaddr.isValid(plain) && allowed.check(plain, familyOf(plain));
}
