import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';

/** Files of the folder of keys that are written from the database again. */
const derived = /\.crl$|-crl\.pem$|\.[0-9a-f-]{36}$/;
export const installationKeyFile = 'installation.key';
export const deviceAuthorityFile = 'device-ca.pem';

export const keysFolderOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'keys');

/**
 * The keys of the installation by the name of their file, for a backup. Those that the environment names are among them: a key that
 * exists on one machine only is lost with it.
 */
export async function readInstallationKeys(env: Env): Promise<Record<string, string>> {
  const folder = keysFolderOf(env);
  const keys: Record<string, string> = {};
  for (const name of (await readdir(folder).catch(() => [])).toSorted())
    if (!derived.test(name)) keys[name] = await readFile(join(folder, name), 'utf8');
  if (env.INSTALLATION_KEY) keys[installationKeyFile] = env.INSTALLATION_KEY;
  const { DEVICE_CA_CERT: certificate, DEVICE_CA_KEY: key } = env;
  if (certificate && key)
    keys[deviceAuthorityFile] = (
      await Promise.all([readFile(certificate, 'utf8'), readFile(key, 'utf8')])
    ).join('\n');
  return keys;
}

/** Names an installation by its key without revealing it. */
export const fingerprintOf = (keys: Record<string, string>): string =>
  createHash('sha256')
    .update(`sweepline backup ${keys[installationKeyFile]?.trim() ?? ''}`)
    .digest('hex')
    .slice(0, 32);
