import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An address to listen on under all of this machine's; nobody can be told to go there. */
export const isEverywhere = (host: string) => ['0.0.0.0', '::', '[::]', '*'].includes(host);

/** Only this machine reaches itself there. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host.startsWith('127.') || ['::1', '[::1]'].includes(host);

/** A host as it stands in an address: IPv6 in brackets, IPv4 without what a socket that speaks both puts before it. */
export function hostInUrl(host: string): string {
  const plain = host.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `[${plain}]` : plain;
}

/** The first address of this machine that another one may reach; its own loopback when it has no other. */
export function ownAddress(interfaces = networkInterfaces()): string {
  const all = Object.values(interfaces).flatMap((those) => those ?? []);
  const outer = all.filter(({ internal, address }) => !internal && !/^fe80/i.test(address));
  const found = outer.find(({ family }) => family === 'IPv4') ?? outer[0];
  return found ? hostInUrl(found.address) : '127.0.0.1';
}

/** The address of this machine under which somebody reached it. */
export const localAddressOf = (connection: object | undefined): string | undefined =>
  connection && 'localAddress' in connection && typeof connection.localAddress === 'string'
    ? hostInUrl(connection.localAddress)
    : undefined;

/** What one sender can choose from: an IPv4 address, or the /64 of an IPv6 one. Limits count by it. */
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
