import { secretMatches } from '../../platform/runtime/credentials.ts';
import type { CredentialCheck } from '../identity/credential-check.ts';
import type { ModuleRegistry } from './module-registry.ts';

/** Who may connect to the broker of this process: robots and elevator modules. */
export interface BrokerCredentials extends CredentialCheck {
  isModule(name: string): boolean;
}

/**
 * Extends the check of robots by that of modules, which have passwords only. A name belongs to one of them: serial numbers are unique
 * over both.
 */
export function withModules(
  robots: CredentialCheck,
  registry: Pick<ModuleRegistry, 'bySerial' | 'find'>,
): BrokerCredentials {
  const matches = (name: string, secret: string) => {
    const module = registry.bySerial(name);
    return module !== undefined && secretMatches(secret, module.secretHash);
  };
  return {
    certificate: robots.certificate,
    isModule: (name) => registry.bySerial(name) !== undefined,
    password: async (name, secret) => {
      if (matches(name, secret)) return undefined;
      // Before a refusal the database is read: the module may have a new secret, or be new.
      if (registry.bySerial(name)) await registry.find(name);
      else {
        const refusal = await robots.password(name, secret);
        if (refusal !== 'UNKNOWN_DEVICE' || !(await registry.find(name))) return refusal;
      }
      return matches(name, secret) ? undefined : 'WRONG_PASSWORD';
    },
  };
}
