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

/** The file with the random id of the cluster. */
export const idFile = 'sweepline-id';

const map = 'sweepline';

/** The sign-in rules: the kernel reports the user of the socket's other end, and unlisted users are refused. */
const hostRules = `# Written by Sweepline.
local all ${ownerRole},${serverRole} peer map=${map}
`;

const userMap = (accounts: readonly string[]) =>
  [
    '# Written by Sweepline.',
    ...accounts.flatMap((account) => [ownerRole, serverRole].map((role) => `${map} "${account}" ${role}`)),
    '',
  ].join('\n');

/** False for a cluster of an earlier version, which trusts every user of its socket or runs as `nobody`. */
export const isSecured = ({ folder }: Pick<Cluster, 'folder'>): boolean =>
  !(isRoot() && isSharedUser(lstatSync(folder).uid)) &&
  readFileSync(join(folder, 'pg_hba.conf'), 'utf8') === hostRules;

/** Sets the owner and the sign-in rules of a stopped cluster. After a kill the next start runs it again. */
export function secureCluster({ folder, as }: Pick<Cluster, 'folder' | 'as'>): void {
  if (isRoot() && isSharedUser(lstatSync(folder).uid)) {
    removeSocketFolder(folder);
    changeOwner(folder, as);
  }
  // The former owner may have created a link under this name.
  if (lstatSync(join(folder, idFile)).isFile()) chmodSync(join(folder, idFile), 0o600);
  replace(join(folder, 'pg_ident.conf'), userMap(ownAccounts(as)), as);
  replace(join(folder, 'pg_hba.conf'), hostRules, as);
}

/**
 * Changes the owner of a folder and its content to `as`. Root owns the folder meanwhile, so the former owner cannot add files.
 * After a kill root still owns it, and the next start repeats the change.
 */
export function changeOwner(folder: string, { uid, gid }: Identity): void {
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
