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

/** The network that one sender controls: an IPv4 address, or the /64 of an IPv6 address. Limits count by it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
