import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Identity, isRoot } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/** The account that an administrator may create for PostgreSQL. */
const ownAccount = 'sweepline';
/** Ids that neither Debian's policy nor systemd assigns to accounts, and that a rootless container still maps. */
const firstFreeId = 60_600;
const freeIds = 100;
/** System accounts under which initdb can run. */
const initdbAccounts = ['postgres', '_postgres', 'daemon', 'nobody'];

const runId = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('id', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** The account name of a uid; undefined without an account. */
const accountOf = (uid: number): string | undefined => runId('-un', `${uid}`);

const uidOf = (account: string): number | undefined => {
  const text = runId('-u', account);
  return text === undefined ? undefined : Number(text);
};

/** Whether other programs run under this id too; a cluster of such a user gets an id of its own. */
export const isSharedUser = (uid: number): boolean => uid === 0 || uid === 65_534 || uid === uidOf('nobody');

/**
 * The user of PostgreSQL when root starts it: the account `sweepline` if it exists, else ids that no account uses. An id
 * without an account needs no change to the machine, and no other program runs under it. Throws a `StartupError` without one.
 */
export function serviceUser(): Required<Identity> {
  const uid = uidOf(ownAccount);
  if (uid !== undefined && !isSharedUser(uid)) return { uid, gid: Number(runId('-g', ownAccount)) };
  const groups = readFileSync('/etc/group', 'utf8');
  const ids = Array.from({ length: freeIds }, (_, n) => firstFreeId + n);
  const free = ids.find((id) => !accountOf(id) && !new RegExp(`:${id}:`).test(groups));
  if (free === undefined)
    throw new StartupError(
      `Every id from ${firstFreeId} on is taken: make an account named ${ownAccount} for PostgreSQL, or start as an ordinary user.`,
    );
  return { uid: free, gid: free };
}

/** The user of initdb, which refuses an id without an account. The owner of its files is changed to `as` afterwards. */
export function initdbUser(as: Identity): Identity {
  if (as.uid === undefined || accountOf(as.uid)) return as;
  const uid = initdbAccounts.map(uidOf).find((id) => id !== undefined);
  if (uid === undefined)
    throw new StartupError(`PostgreSQL needs one of the accounts ${initdbAccounts.join(', ')}.`);
  return { ...as, uid };
}

/** The accounts that may sign in: the current one, the cluster's owner, and root, which can read the files anyway. */
export function ownAccounts(as: Identity): string[] {
  const own = accountName();
  const owner = as.uid === undefined ? undefined : accountOf(as.uid);
  return [...new Set([own, accountOf(0) ?? 'root', ...(owner ? [owner] : [])])];
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StartupError(
      `The uid ${process.getuid?.()} has no account on this machine, and PostgreSQL lets in accounts only: start as a user that has one${isRoot() ? '' : ', or as root'}, or set DATABASE_URL.`,
    );
  }
}
