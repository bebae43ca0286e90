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
import { handOver, idFile, secureCluster } from './access.ts';
import { ownerRole } from './connection.ts';
import { closePlace, letThrough } from './passage.ts';
import { type Identity, canEnter, isRoot, run } from './run-as.ts';
import { initdbUser, isSharedUser, serviceUser } from './service-user.ts';
import { StartupError } from './startup-error.ts';

/** A place for closed data folders: PostgreSQL, running as another user than root, could not walk into /root. */
export const publicShelf = '/var/lib/sweepline';

/** One PostgreSQL data directory, who it runs as, and the id that proves a running server to be this one. */
export type Cluster = { folder: string; as: Identity; id: string };

type Place = Pick<Cluster, 'folder' | 'as'>;

/**
 * Finds where the database of `dataDir` lives, or decides it; says so in one line when that is elsewhere. `within` are folders above
 * it that belong to the program: PostgreSQL's user is let through them.
 */
export function placeCluster(
  dataDir: string,
  log: (line: string) => void,
  within: readonly string[] = [],
): Place {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  const pointer = join(real, 'moved-to');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(real, 'cluster');
  const as = existsSync(folder) ? userOf(folder) : isRoot() ? serviceUser() : {};
  if (existsSync(pointer)) {
    // A pointer without the folder: a start that was interrupted between the two.
    closePlace(join(folder, '..'), as);
    return { folder, as };
  }
  for (const outer of [...within.map((outer) => realpathSync(outer)), real]) letThrough(outer, as);
  if (!isRoot() || existsSync(folder) || canEnter(real, as)) return { folder, as };
  return { folder: moveOut(real, pointer, as, log), as };
}

/** A place for the cluster of a data folder that PostgreSQL's user cannot enter; the folder keeps a pointer to it. */
function moveOut(dataDir: string, pointer: string, as: Identity, log: (line: string) => void): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  mkdirSync(publicShelf, { recursive: true });
  // It also holds the binaries, which PostgreSQL's user runs.
  chmodSync(publicShelf, 0o755);
  for (const old of readdirSync(publicShelf).filter((name) => name.startsWith(`${hash}-`))) {
    log(`The database of a data folder that was here before is still in ${join(publicShelf, old)}.`);
  }
  // A random tail: the database of a data folder that was deleted is not taken for that of its successor.
  const place = join(publicShelf, `${hash}-${randomBytes(4).toString('hex')}`);
  mkdirSync(place, { mode: 0o700 });
  letThrough(place, as);
  const folder = join(place, 'cluster');
  writeFileSync(pointer, `${folder}\n`, { mode: 0o600 });
  log(`${dataDir} is closed to the user PostgreSQL runs as: the database is in ${folder}.`);
  return folder;
}

/** A cluster is run by its owner; PostgreSQL would refuse any other user. Only a shared user's cluster gets a new one. */
function userOf(folder: string): Identity {
  const { uid, gid } = statSync(folder);
  if (isRoot()) return isSharedUser(uid) ? serviceUser() : { uid, gid };
  if (uid === process.getuid?.()) return {};
  throw new StartupError(
    `The database in ${folder} belongs to another user (uid ${uid}): start as that user or as root, or choose another DATA_DIR.`,
  );
}

/** Makes the cluster if there is none yet. */
export async function ensureCluster({ folder, as }: Place, native: string): Promise<Cluster> {
  if (!existsSync(join(folder, idFile))) {
    // initdb works beside and is renamed when complete, so that an interrupted one is never taken for a database.
    const half = `${folder}.new`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { mode: 0o700 });
    const maker = initdbUser(as);
    if (maker.uid !== undefined && maker.gid !== undefined) chownSync(half, maker.uid, maker.gid);
    await run(join(native, 'bin', 'initdb'), [`--pgdata=${half}`, ...initdbFlags], maker);
    writeFileSync(join(half, idFile), randomBytes(16).toString('hex'), { mode: 0o600 });
    if (isRoot()) handOver(half, as);
    secureCluster({ folder: half, as });
    renameSync(half, folder);
  }
  return { folder, as, id: readFileSync(join(folder, idFile), 'utf8').trim() };
}

const initdbFlags = [
  `--username=${ownerRole}`,
  '--auth-local=peer',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  // Sorts by code point on every machine alike, and still knows upper and lower case of all scripts.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];
