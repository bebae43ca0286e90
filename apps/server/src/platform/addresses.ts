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
