import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { changeOwner, idFile, secureCluster } from './access.ts';
import { ownerRole } from './connection.ts';
import { closeFolder, allowTraverse } from './passage.ts';
import { type Identity, canEnter, isRoot, run } from './run-as.ts';
import { initdbUser, isSharedUser, serviceUser } from './service-user.ts';
import { StartupError } from './startup-error.ts';

/** The folder for clusters of closed data folders: PostgreSQL runs as another user than root and cannot enter /root. */
export const publicFolder = '/var/lib/sweepline';

/** A PostgreSQL data directory, the user it runs as, and the id that identifies its running server. */
export type Cluster = { folder: string; as: Identity; id: string };

type ClusterPlace = Pick<Cluster, 'folder' | 'as'>;

/**
 * Finds or chooses the folder of the database of `dataDir`; logs one line when that is elsewhere. `within` are folders of the
 * program above it, through which PostgreSQL's user may pass.
 */
export function placeCluster(
  dataDir: string,
  log: (line: string) => void,
  within: readonly string[] = [],
): ClusterPlace {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  const pointer = join(real, 'moved-to');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(real, 'cluster');
  const as = existsSync(folder) ? userOf(folder) : isRoot() ? serviceUser() : {};
  if (existsSync(pointer)) {
    // The pointer may exist without the folder, if a start was interrupted between the two.
    closeFolder(join(folder, '..'), as);
    return { folder, as };
  }
  for (const outer of [...within.map((outer) => realpathSync(outer)), real]) allowTraverse(outer, as);
  if (!isRoot() || existsSync(folder) || canEnter(real, as)) return { folder, as };
  return { folder: moveOut(real, pointer, as, log), as };
}

/** Creates a folder for the cluster of a data folder that PostgreSQL's user cannot enter. The data folder gets a pointer to it. */
function moveOut(dataDir: string, pointer: string, as: Identity, log: (line: string) => void): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  mkdirSync(publicFolder, { recursive: true });
  // It also contains the binaries that PostgreSQL's user runs.
  chmodSync(publicFolder, 0o755);
  for (const old of readdirSync(publicFolder).filter((name) => name.startsWith(`${hash}-`))) {
    log(`The database of a data folder that was here before is still in ${join(publicFolder, old)}.`);
  }
  // The random suffix keeps the database of a deleted data folder apart from that of a new one with the same path.
  const clusterParent = join(publicFolder, `${hash}-${randomBytes(4).toString('hex')}`);
  mkdirSync(clusterParent, { mode: 0o700 });
  allowTraverse(clusterParent, as);
  const folder = join(clusterParent, 'cluster');
  writeFileSync(pointer, `${folder}\n`, { mode: 0o600 });
  log(`${dataDir} is closed to the user PostgreSQL runs as: the database is in ${folder}.`);
  return folder;
}

/** The user that runs a cluster: its owner, because PostgreSQL refuses other users, or a new one if the owner is shared. */
function userOf(folder: string): Identity {
  const { uid, gid } = statSync(folder);
  if (isRoot()) return isSharedUser(uid) ? serviceUser() : { uid, gid };
  if (uid === process.getuid?.()) return {};
  throw new StartupError(
    `The database in ${folder} belongs to another user (uid ${uid}): start as that user or as root, or choose another DATA_DIR.`,
  );
}

/** Creates the cluster with initdb if there is none. */
export async function ensureCluster({ folder, as }: ClusterPlace, native: string): Promise<Cluster> {
  if (!existsSync(join(folder, idFile))) {
    // initdb writes into a second folder that is renamed when complete, so that an interrupted run is never used.
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const creator = initdbUser(as);
    if (creator.uid !== undefined && creator.gid !== undefined) chownSync(draft, creator.uid, creator.gid);
    await run(join(native, 'bin', 'initdb'), [`--pgdata=${draft}`, ...initdbFlags], creator);
    writeFileSync(join(draft, idFile), randomBytes(16).toString('hex'), { mode: 0o600 });
    if (isRoot()) changeOwner(draft, as);
    secureCluster({ folder: draft, as });
    renameSync(draft, folder);
  }
  return { folder, as, id: readFileSync(join(folder, idFile), 'utf8').trim() };
}

const initdbFlags = [
  `--username=${ownerRole}`,
  '--auth-local=peer',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  // Sorts by code point on every machine, and handles upper and lower case of all scripts.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];
