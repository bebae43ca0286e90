import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The newest commit of the version before. A release sets it to the one that it replaces. */
const commit = 'c42a9c3715050de2c0bcf2c332e3a90b1ca75cbb';

/** Libraries that have another name since, with the same calls. */
const renamed = [['prom-client', '@prometheus-io/client']] as const;

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });

/** Whether this folder lacks the history of the project, as an archive of its files does. */
export const noVersionBefore = git('cat-file', '-e', `${commit}^{commit}`).status !== 0;

/**
 * The program of the version before, in a folder of its own, with the libraries of this one and its own packages. Returns the
 * folder of its server's source.
 */
export function checkOutVersionBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-before-'));
  const { stdout, status } = git('archive', commit, 'apps/server', 'packages', 'package.json');
  if (status !== 0 || spawnSync('tar', ['-x'], { cwd: folder, input: stdout }).status !== 0)
    throw new Error('the version before cannot be unpacked');
  const libraries = join(folder, 'node_modules');
  mkdirSync(join(libraries, '@sweepline'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@sweepline') symlinkSync(join(root, 'node_modules', name), join(libraries, name));
  for (const [before, now] of renamed) symlinkSync(join(root, 'node_modules', now), join(libraries, before));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(libraries, '@sweepline', name));
  const source = join(folder, 'apps', 'server', 'src');
  return {
    source,
    /** Migrates a database as this version does. */
    migrate: async (databaseUrl: string): Promise<void> => {
      const module = JSON.stringify(join(source, 'platform', 'db', 'migrate.ts'));
      const script = `const { migrateDatabase } = await import(${module}); await migrateDatabase(process.argv[1]);`;
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, databaseUrl]);
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}
