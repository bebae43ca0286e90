import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOwner, idFile, secureCluster } from './access.ts';
import { placeCluster } from './cluster.ts';
import { isRoot } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/**
 * Puts a cluster from a backup where `startEmbeddedPostgres` finds it. `extract` writes it into a draft, which is renamed when it is whole.
 * The cluster gets an id of its own, so that it is not taken for the one that was backed up.
 */
export async function restoreCluster(
  { dataDir, log, within }: { dataDir: string; log: (line: string) => void; within: readonly string[] },
  extract: (folder: string) => Promise<void>,
): Promise<void> {
  const { folder, as } = placeCluster(dataDir, log, within);
  if (existsSync(folder)) throw new StartupError(`There is a database in ${folder} already.`);
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  await extract(draft);
  writeFileSync(join(draft, idFile), randomBytes(16).toString('hex'), { mode: 0o600 });
  if (isRoot()) changeOwner(draft, as);
  secureCluster({ folder: draft, as });
  renameSync(draft, folder);
}
