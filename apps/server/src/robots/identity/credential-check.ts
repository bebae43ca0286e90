import type { ConnectionRefusalReason } from '@sweepline/contract';
import { fingerprintOf, type Authority } from '../../features/devices/identity/certificate-service.ts';
import { secretMatches } from '../../features/devices/identity/credential-service.ts';
import type { RegistrationRefresh } from './registration-refresh.ts';
import { isBound, type Registration, type Registry } from './registry.ts';
import type { Certified } from '../broker/tls-listeners.ts';

interface CredentialCheckDeps {
  registry: Pick<Registry, 'bySn' | 'certificatesOf'>;
  changes: { inProgress(deviceId: string): Promise<void> | undefined };
  refreshes: Pick<RegistrationRefresh, 'refresh'>;
  /** The authority of this installation; another one keeps its own list of revoked certificates. */
  authority?: Pick<Authority, 'issued'> | undefined;
}

/** Undefined for a robot that may connect. */
type Refusal = ConnectionRefusalReason | undefined;

/**
 * Decides whether a robot may connect, and why not. A known credential is checked in memory. Before a refusal the database is read,
 * because a robot may connect before the gateway learns its new credential. Rejects if the database cannot be read.
 */
export function createCredentialCheck({ registry, changes, refreshes, authority }: CredentialCheckDeps) {
  const check = async (
    sn: string,
    matches: (device: Registration) => boolean,
    mismatch: ConnectionRefusalReason,
  ): Promise<Refusal> => {
    const refusal = (): Refusal => {
      const device = registry.bySn(sn);
      if (!device) return 'UNKNOWN_DEVICE';
      if (!isBound(device)) return device.binding === 'VOID' ? 'VOID' : 'NOT_ACTIVATED';
      return matches(device) ? undefined : mismatch;
    };
    const device = registry.bySn(sn);
    if (device) await changes.inProgress(device.deviceId)?.catch(() => {});
    if (refusal() === undefined) return undefined;
    await refreshes.refresh(sn);
    return refusal();
  };

  return {
    password: (sn: string, secret: string): Promise<Refusal> =>
      check(sn, (device) => secretMatches(secret, device.secretHash), 'WRONG_PASSWORD'),
    /** A certificate of the own authority counts only while it is stored for the device. */
    certificate: ({ name, der }: Certified): Promise<Refusal> =>
      check(
        name,
        ({ deviceId }) =>
          !authority?.issued(der) || registry.certificatesOf(deviceId).has(fingerprintOf(der)),
        'CERTIFICATE_REPLACED',
      ),
  };
}
export type CredentialCheck = ReturnType<typeof createCredentialCheck>;
