import { ownInterface, type BrokerAddress } from '@sweepline/contract/robot';
import { isEverywhere, ownAddress } from '../platform/http/addresses.ts';
import type { Link } from '../robots/protocol/link.ts';

/**
 * Where robots are told to connect: with a certificate to a listener that asks for one, with a password encrypted if it can be.
 * `publicHost` is the broker's name as robots know it; without it a broker that listens everywhere bears the name by which the
 * robot reached us.
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
    // An outside broker whose encrypted address is known decides by itself whom it trusts.
    return encrypted ? plain : undefined;
  };
}
