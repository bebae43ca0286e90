import { lookup as lookupName } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** FORM: no https address, or one with credentials; INSIDE: an address inside that is not allowed; NEVER: one that never is; NAME: no address. */
export type TargetFault = 'FORM' | 'INSIDE' | 'NEVER' | 'NAME';

export class RefusedTarget extends Error {
  readonly fault: TargetFault;
  readonly host: string;
  constructor(fault: TargetFault, host: string) {
    super(`${fault}: ${host}`);
    this.fault = fault;
    this.host = host;
  }
}

export interface ResolvedTarget {
  address: string;
  family: 4 | 6;
}

/** Services of clouds that give credentials to whatever asks from the machine. The one at 169.254.169.254 is link-local. */
const metadata = new Set(['100.100.100.200', '192.0.0.192', 'fd00:ec2::254']);
/** Ranges that an operator may open. */
const inside = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Who may be called besides addresses of the internet: names, addresses and networks. */
export interface AllowedTargets {
  names: ReadonlySet<string>;
  networks: BlockList;
}

export function readAllowedTargets(entries: readonly string[]): AllowedTargets {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of entries.filter((text) => text !== '')) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) === 0) names.add(entry.toLowerCase());
    else if (prefix === undefined) networks.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    else networks.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return { names, networks };
}

/** The name or address of a URL, IPv6 without brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

function checkAddress(address: string, host: string, { names, networks }: AllowedTargets): void {
  // An IPv4 address in IPv6 spelling is the IPv4 address; any other embedding has a range of its own and is refused.
  const plain = ipaddr.process(address);
  const text = plain.toString();
  const range = plain.range();
  if (metadata.has(text) || !(range === 'unicast' || inside.has(range)))
    throw new RefusedTarget('NEVER', host);
  const isAllowed = range === 'unicast' || names.has(host) || networks.check(text, plain.kind());
  if (!isAllowed) throw new RefusedTarget('INSIDE', host);
}

/** Reads an address to send to. Refuses one that can never be called, whatever its name leads to. */
export function readTarget(address: string, allowed: AllowedTargets): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new RefusedTarget('FORM', url?.hostname ?? '');
  const host = hostOf(url);
  if (isIP(host) > 0) checkAddress(host, host, allowed);
  return url;
}

export type Lookup = (host: string) => Promise<readonly ResolvedTarget[]>;

const lookupAll: Lookup = async (host) =>
  (await lookupName(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * The address to connect to. It is asked for at each connection, and the connection is made to this address: a name that leads elsewhere
 * a moment later changes nothing. A name with one address inside is refused, whatever its others are.
 */
export async function resolveTarget(
  url: URL,
  allowed: AllowedTargets,
  lookup = lookupAll,
): Promise<ResolvedTarget> {
  const host = hostOf(url);
  const family = isIP(host);
  const found =
    family > 0
      ? [{ address: host, family: family === 6 ? (6 as const) : (4 as const) }]
      : await lookup(host).catch(() => []);
  for (const { address } of found) checkAddress(address, host, allowed);
  const [first] = found;
  if (!first) throw new RefusedTarget('NAME', host);
  return first;
}
