import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newAuthority } from '../../apps/server/src/features/devices/identity/certificate-service.ts';
import type { Stage } from '../servers.ts';

/** Returns a function that starts one more whole server of an installation. They share files and keys. */
export async function anInstallation({ folder, mqttUrl, start }: Stage, name: string, databaseUrl: string) {
  const filesUrl = pathToFileURL(join(folder, `${name}-files`)).href;
  const key = randomBytes(32).toString('base64');
  const authority = join(folder, `${name}-ca.pem`);
  writeFileSync(authority, await newAuthority(new Date()));
  let count = 0;
  return (): Promise<{ child: ChildProcess; port: number }> => {
    count += 1;
    const dataDir = join(folder, `${name}-${count}`);
    const args = [databaseUrl, dataDir, filesUrl, mqttUrl, key, authority];
    return start('servers/server-process.ts', args);
  };
}
