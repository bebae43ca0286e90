import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Whether a listening address means all addresses of the machine; such an address cannot be published. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]', '*'].includes(host);

/** Whether only this machine itself reaches the address. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host.startsWith('127.') || ['::1', '[::1]'].includes(host);

/** A host in the form of a URL: IPv6 in brackets, IPv4 without the `::ffff:` prefix of a dual-stack socket. */
export function hostInUrl(host: string): string {
  const plain = host.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `[${plain}]` : plain;
}

/** The first address of this machine that another one may reach; `127.0.0.1` if there is none. */
export function ownAddress(interfaces = networkInterfaces()): string {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const outer = all.filter(({ internal, address }) => !internal && !/^fe80/i.test(address));
  const reachable = outer.find(({ family }) => family === 'IPv4') ?? outer[0];
  return reachable ? hostInUrl(reachable.address) : '127.0.0.1';
}

/** The local address of a connection; undefined if it has none. */
export const localAddressOf = (connection: object | undefined): string | undefined =>
  connection && 'localAddress' in connection && typeof connection.localAddress === 'string'
    ? hostInUrl(connection.localAddress)
    : undefined;

/** `192.0.2.1:443` and `[2001:db8::1]:443` without the port, as some proxies forward them. */
const withoutPort = (address: string) =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/**
 * The network that one sender controls: an IPv4 address, also one mapped into IPv6 in any spelling, or the /64 of an IPv6 address.
 * Limits count by it.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address.trim());
  if (!ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
