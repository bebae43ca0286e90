import { fingerprintOf, type Authority } from './certificate-service.ts';
import { secretMatches } from './credential-service.ts';
import type { RegistrationRefresh } from './registration-refresh.ts';
import { isBound, type Registration, type Registry } from './registry.ts';
import type { Certified } from '../broker/tls-listeners.ts';

interface CredentialCheckDeps {
  registry: Pick<Registry, 'bySn' | 'certificatesOf'>;
  changes: { inProgress(deviceId: string): Promise<void> | undefined };
  refreshes: Pick<RegistrationRefresh, 'refresh'>;
  /** The installation's own; another authority keeps its own list of revoked certificates. */
  authority?: Pick<Authority, 'issued'> | undefined;
}

/**
 * Decides whether a robot may connect. Memory answers for a known credential; before a refusal the database is asked, because a
 * robot may connect sooner than the gateway hears of its new credential. Rejects when that question cannot be answered.
 */
export function createCredentialCheck({ registry, changes, refreshes, authority }: CredentialCheckDeps) {
  const check = async (sn: string, matches: (device: Registration) => boolean): Promise<boolean> => {
    const matchesNow = () => {
      const device = registry.bySn(sn);
      return device !== undefined && isBound(device) && matches(device);
    };
    const device = registry.bySn(sn);
    if (device) await changes.inProgress(device.deviceId)?.catch(() => {});
    if (matchesNow()) return true;
    await refreshes.refresh(sn);
    return matchesNow();
  };

  return {
    password: (sn: string, secret: string): Promise<boolean> =>
      check(sn, (device) => secretMatches(secret, device.secretHash)),
    /** A certificate of our authority counts only while it is listed for the device. */
    certificate: ({ name, der }: Certified): Promise<boolean> =>
      check(
        name,
        ({ deviceId }) =>
          !authority?.issued(der) || registry.certificatesOf(deviceId).has(fingerprintOf(der)),
      ),
  };
}
export type CredentialCheck = ReturnType<typeof createCredentialCheck>;
