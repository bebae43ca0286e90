import { ownInterface, type BrokerAddress } from '@sweepline/contract/robot';
import { isEverywhere, ownAddress } from '../platform/http/addresses.ts';
import type { Link } from '../robots/protocol/link.ts';

/**
 * The broker address for a robot: with a certificate the listener that requires one, with a password an encrypted listener if
 * there is one. `publicHost` is the broker's public name; without it a broker that listens on all addresses gets the name by which
 * the robot reached the server.
 */
export function brokerAddresses(url: string, tlsPorts: Link['tlsPorts'], publicHost?: string) {
  const { hostname, port, protocol } = new URL(url);
  const encrypted = protocol === 'mqtts:';
  return (credential: 'CERTIFICATE' | 'PASSWORD', reachedAs?: string): BrokerAddress | undefined => {
    const host = publicHost ?? (isEverywhere(hostname) ? reachedAs || ownAddress() : hostname);
    const at = (to: number, tls: boolean) => ({ host, port: to, tls, interfaceName: ownInterface });
    const plain = at(Number(port || (encrypted ? 8883 : 1883)), encrypted);
    if (credential === 'PASSWORD') return tlsPorts?.password ? at(tlsPorts.password, true) : plain;
    if (tlsPorts?.certificate) return at(tlsPorts.certificate, true);
    // An outside broker with an encrypted address checks certificates itself.
    return encrypted ? plain : undefined;
  };
}
