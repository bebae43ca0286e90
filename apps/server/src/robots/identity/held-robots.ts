import type { ConnectionRefusalReason } from '@sweepline/contract';
import type { GatewayOptions } from '../gateway-options.ts';
import type { LinkEvents } from '../protocol/link.ts';

type Hold = Pick<GatewayOptions, 'isHeld'>;

interface Credentials {
  password(name: string, secret: string): Promise<ConnectionRefusalReason | undefined>;
  certificate(proof: { name: string; der: Buffer }): Promise<ConnectionRefusalReason | undefined>;
}

/**
 * After a restore no client connects until a person ends the hold: the robots may work with the installation that was backed up. They keep
 * their journals and send them again.
 */
export const heldCredentials = <C extends Credentials>(credentials: C, { isHeld }: Hold): C => ({
  ...credentials,
  password: async (name: string, secret: string) =>
    isHeld?.() ? 'HELD' : await credentials.password(name, secret),
  certificate: async (proof: { name: string; der: Buffer }) =>
    isHeld?.() ? 'HELD' : await credentials.certificate(proof),
});

/** Drops messages that an outside broker, or a listener without credentials, delivers meanwhile. */
export const heldMessages =
  (receive: LinkEvents['receive'], { isHeld }: Hold): LinkEvents['receive'] =>
  async (inbound) => {
    if (!isHeld?.()) await receive(inbound);
  };
