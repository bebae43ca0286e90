import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Cluster } from './cluster.ts';
import { ownerRole, serverRole } from './connection.ts';
import { type Identity, isRoot } from './run-as.ts';
import { isSharedUser, ownAccounts } from './service-user.ts';
import { removeSocketFolder } from './socket-folder.ts';

/** Names the cluster for as long as it lives. */
export const idFile = 'sweepline-id';

const map = 'sweepline';

/** Who may sign in: the kernel says which user is at the other end of the socket, and everyone else is refused. */
const hostRules = `# Written by Sweepline.
local all ${ownerRole},${serverRole} peer map=${map}
`;

const userMap = (accounts: readonly string[]) =>
  [
    '# Written by Sweepline.',
    ...accounts.flatMap((account) => [ownerRole, serverRole].map((role) => `${map} "${account}" ${role}`)),
    '',
  ].join('\n');

/** False for a cluster that an earlier version left: it trusts every user of its socket, or it runs as `nobody`. */
export const isSecured = ({ folder }: Pick<Cluster, 'folder'>): boolean =>
  !(isRoot() && isSharedUser(lstatSync(folder).uid)) &&
  readFileSync(join(folder, 'pg_hba.conf'), 'utf8') === hostRules;

/** Gives a cluster that is not running to its user and writes who may sign in. Killed half way, it is done again. */
export function secureCluster({ folder, as }: Pick<Cluster, 'folder' | 'as'>): void {
  if (isRoot() && isSharedUser(lstatSync(folder).uid)) {
    removeSocketFolder(folder);
    handOver(folder, as);
  }
  // Its former owner may have put a link there.
  if (lstatSync(join(folder, idFile)).isFile()) chmodSync(join(folder, idFile), 0o600);
  replace(join(folder, 'pg_ident.conf'), userMap(ownAccounts(as)), as);
  replace(join(folder, 'pg_hba.conf'), hostRules, as);
}

/**
 * Gives a folder and everything in it to `as`. It is root's meanwhile, so that its former owner can put nothing in the way,
 * and a kill leaves a folder of root, which the next start hands over again.
 */
export function handOver(folder: string, { uid, gid }: Identity): void {
  if (uid === undefined || gid === undefined) return;
  lchownSync(folder, 0, 0);
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  lchownSync(folder, uid, gid);
}

function replace(file: string, text: string, { uid, gid }: Identity): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600 });
  if (isRoot() && uid !== undefined && gid !== undefined) lchownSync(draft, uid, gid);
  renameSync(draft, file);
}
