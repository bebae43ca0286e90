import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Identity, isRoot } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/** An account that an administrator may make for PostgreSQL. */
const ownAccount = 'sweepline';
/** Ids that neither Debian's policy nor systemd gives to accounts, and that a rootless container still maps. */
const firstFreeId = 60_600;
const freeIds = 100;
/** System accounts that can lend initdb a name. */
const lenders = ['postgres', '_postgres', 'daemon', 'nobody'];

const ask = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('id', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** The account of a uid; undefined when it has none. */
const accountOf = (uid: number): string | undefined => ask('-un', `${uid}`);

const uidOf = (account: string): number | undefined => {
  const text = ask('-u', account);
  return text === undefined ? undefined : Number(text);
};

/** True for ids that programs of other people run as: a cluster that belongs to one of them is moved to an id of its own. */
export const isSharedUser = (uid: number): boolean => uid === 0 || uid === 65_534 || uid === uidOf('nobody');

/**
 * Who PostgreSQL runs as when root starts it: the account `sweepline` if there is one, else ids that no account uses. An id
 * without an account needs no change to the machine, and no other program runs as it.
 */
export function serviceUser(): Required<Identity> {
  const uid = uidOf(ownAccount);
  if (uid !== undefined && !isSharedUser(uid)) return { uid, gid: Number(ask('-g', ownAccount)) };
  const groups = readFileSync('/etc/group', 'utf8');
  const ids = Array.from({ length: freeIds }, (_, n) => firstFreeId + n);
  const free = ids.find((id) => !accountOf(id) && !new RegExp(`:${id}:`).test(groups));
  if (free === undefined)
    throw new StartupError(
      `Every id from ${firstFreeId} on is taken: make an account named ${ownAccount} for PostgreSQL, or start as an ordinary user.`,
    );
  return { uid: free, gid: free };
}

/** initdb refuses to run as an id without an account. Its files are handed over to `as` afterwards. */
export function initdbUser(as: Identity): Identity {
  if (as.uid === undefined || accountOf(as.uid)) return as;
  const uid = lenders.map(uidOf).find((id) => id !== undefined);
  if (uid === undefined)
    throw new StartupError(`PostgreSQL needs one of the accounts ${lenders.join(', ')}.`);
  return { ...as, uid };
}

/** The accounts that may sign in: our own, the cluster's owner, and root, who could read the files anyway. */
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
