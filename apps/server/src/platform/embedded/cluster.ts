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
import { type Identity, isRoot, nobody, reachable, run } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/** A place for closed data folders: PostgreSQL, running as nobody, could not walk into /root. */
export const publicShelf = '/var/lib/sweepline';

/** One PostgreSQL data directory, who it runs as, and the id that proves a running server to be this one. */
export type Cluster = { folder: string; as: Identity; id: string };

/** Finds where the database of `dataDir` lives, or decides it; says so in one line when that is elsewhere. */
export function placeCluster(dataDir: string, log: (line: string) => void): { folder: string; as: Identity } {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const pointer = join(real, 'moved-to');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(real, 'cluster');
  if (existsSync(folder)) return { folder, as: ownerOf(folder) };
  if (!isRoot()) return { folder, as: {} };
  // The pointer without the folder: a start that was interrupted between the two.
  if (existsSync(pointer)) return { folder, as: nobody };
  return { folder: reachable(real, nobody) ? folder : moveOut(real, pointer, log), as: nobody };
}

/** A place for the cluster of a data folder that nobody may enter; the folder keeps a pointer to it. */
function moveOut(dataDir: string, pointer: string, log: (line: string) => void): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  mkdirSync(publicShelf, { recursive: true });
  for (const old of readdirSync(publicShelf).filter((name) => name.startsWith(`${hash}-`))) {
    log(`The database of a data folder that was here before is still in ${join(publicShelf, old)}.`);
  }
  // A random tail: the database of a data folder that was deleted is not taken for that of its successor.
  const place = join(publicShelf, `${hash}-${randomBytes(4).toString('hex')}`);
  mkdirSync(place);
  for (const open of [publicShelf, place]) chmodSync(open, 0o755);
  const folder = join(place, 'cluster');
  writeFileSync(pointer, `${folder}\n`);
  log(`${dataDir} is closed to the unprivileged user PostgreSQL runs as: the database is in ${folder}.`);
  return folder;
}

/** A cluster is run by whoever owns it; PostgreSQL would refuse anyone else. */
function ownerOf(folder: string): Identity {
  const { uid, gid } = statSync(folder);
  if (isRoot()) return uid === 0 ? nobody : { uid, gid };
  if (uid === process.getuid?.()) return {};
  throw new StartupError(
    `The database in ${folder} belongs to another user (uid ${uid}): start as that user or as root, or choose another DATA_DIR.`,
  );
}

/** Makes the cluster if there is none yet. */
export async function ensureCluster(
  place: { folder: string; as: Identity },
  native: string,
): Promise<Cluster> {
  const { folder, as } = place;
  if (!existsSync(join(folder, idFile))) {
    // initdb works beside and is renamed when complete, so that an interrupted one is never taken for a database.
    const half = `${folder}.new`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { mode: 0o700 });
    if (as.uid !== undefined && as.gid !== undefined) chownSync(half, as.uid, as.gid);
    await run(join(native, 'bin', 'initdb'), [`--pgdata=${half}`, ...initdbFlags], as);
    writeFileSync(join(half, idFile), randomBytes(16).toString('hex'), { mode: 0o644 });
    renameSync(half, folder);
  }
  return { folder, as, id: readFileSync(join(folder, idFile), 'utf8').trim() };
}

const idFile = 'sweepline-id';

const initdbFlags = [
  '--username=sweepline',
  '--auth-local=trust', // The socket's folder, mode 0700, is the lock.
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  // Sorts by code point on every machine alike, and still knows upper and lower case of all scripts.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];
