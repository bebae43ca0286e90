import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../platform/runtime/clock.ts';
import { StartupError } from '../platform/embedded/startup-error.ts';
import { loadOrCreateSecret } from '../platform/files/load-or-create-secret.ts';
import { createVault, type Vault } from '../platform/files/vault.ts';
import {
  newAuthority,
  createAuthority,
  type Authority,
} from '../features/devices/identity/certificate-service.ts';
import type { Db } from '../platform/db/db.ts';
import { createShellSecrets } from '../robots/shell/shell-secrets.ts';
import type { Env } from './env.ts';

/** The secrets of this installation: they seal activation codes and sign device certificates. */
export interface DeviceKeys {
  vault: Vault;
  authority: Authority;
}

const keyBytes = 32;

type KeyEnv = Pick<Env, 'DATA_DIR' | 'INSTALLATION_KEY' | 'DEVICE_CA_CERT' | 'DEVICE_CA_KEY'>;

/** The vault for activation codes, with the configured key or the one in the data folder. Throws `StartupError`. */
export async function createInstallationVault({
  DATA_DIR,
  INSTALLATION_KEY,
}: Pick<KeyEnv, 'DATA_DIR' | 'INSTALLATION_KEY'>): Promise<Vault> {
  const file = join(DATA_DIR, 'keys', 'installation.key');
  const createKey = () => randomBytes(keyBytes).toString('base64url');
  const text = INSTALLATION_KEY ?? (await loadOrCreateSecret(file, createKey));
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== keyBytes)
    throw new StartupError('The installation key is not 32 bytes in base64: see INSTALLATION_KEY.');
  return createVault(key);
}

/** The configured keys, or those in the data folder, which the first start creates. Throws `StartupError`. */
export async function createDeviceKeys(env: KeyEnv, now: Clock): Promise<DeviceKeys> {
  const folder = join(env.DATA_DIR, 'keys');
  const vault = await createInstallationVault(env);
  const pem =
    (await namedAuthority(env)) ??
    (await loadOrCreateSecret(join(folder, 'device-ca.pem'), () => newAuthority(now())));
  try {
    return { vault, authority: await createAuthority(pem, now()) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The devices' certificate authority cannot be used: ${why}.`);
  }
}

async function namedAuthority({ DEVICE_CA_CERT, DEVICE_CA_KEY }: KeyEnv): Promise<string | undefined> {
  if (!DEVICE_CA_CERT && !DEVICE_CA_KEY) return undefined;
  if (!DEVICE_CA_CERT || !DEVICE_CA_KEY)
    throw new StartupError('DEVICE_CA_CERT and DEVICE_CA_KEY go together: name both files, or none.');
  const read = (file: string) =>
    readFile(file, 'utf8').catch(() => {
      throw new StartupError(`The file ${file} of the devices' certificate authority cannot be read.`);
    });
  return (await Promise.all([read(DEVICE_CA_CERT), read(DEVICE_CA_KEY)])).join('\n');
}

/** What signs the certificates of robots, and those of people at their shells. */
export const signingWith = ({ authority, vault }: DeviceKeys, db: Db, now: Clock) => ({
  authority,
  shellSecrets: createShellSecrets(db, vault, now),
});
