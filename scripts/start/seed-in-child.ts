import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SeedOptions } from '../../seeds/main.ts';

const seed = join(import.meta.dirname, '..', '..', 'seeds', 'main.ts');
const exitWithParent = join(import.meta.dirname, 'exit-with-parent.ts');

/**
 * Fills an empty database with the demo world, as `npm run seed -- demo` does, in a process of its own: the memory that it takes
 * would stay with the server. Rejects with the output of a failed one.
 */
export async function seedInChild(
  { databaseUrl, filesUrl, dataDir, password, installationKey }: SeedOptions,
  signal?: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, ['--import', exitWithParent, seed, 'demo'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(signal && { signal }),
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      FILES_URL: filesUrl,
      DATA_DIR: dataDir,
      ...(password !== undefined && { DEMO_PASSWORD: password }),
      ...(installationKey !== undefined && { INSTALLATION_KEY: installationKey }),
    },
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The demo world could not be made: ${output.trim()}`);
}
