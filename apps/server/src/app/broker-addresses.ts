import { ownInterface, type BrokerAddress } from '@sweepline/contract/robot';

import type { Link } from '../robots/link.ts';

/** Where robots are told to connect: with a certificate to a listener that asks for one, with a password encrypted if it can be. */
export function brokerAddresses(url: string, tlsPorts: Link['tlsPorts']) {
  const { hostname: host, port, protocol } = new URL(url);
  const encrypted = protocol === 'mqtts:';
  const at = (to: number, tls: boolean): BrokerAddress => ({
    host,
    port: to,
    tls,
    interfaceName: ownInterface,
  });
  const plain = at(Number(port || (encrypted ? 8883 : 1883)), encrypted);
  return (credential: 'CERTIFICATE' | 'PASSWORD'): BrokerAddress | undefined => {
    if (credential === 'PASSWORD') return tlsPorts?.password ? at(tlsPorts.password, true) : plain;
    if (tlsPorts?.certificate) return at(tlsPorts.certificate, true);
    // An outside broker whose encrypted address is known decides by itself whom it trusts.
    return encrypted ? plain : undefined;
  };
}
