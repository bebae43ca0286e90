import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { type Identity, canEnter, isRoot } from './run-as.ts';

/** Closes the folder of a moved cluster to other users; earlier versions left it open. */
export function closeFolder(folder: string, as: Identity): void {
  if (!isRoot() || !existsSync(folder)) return;
  chmodSync(folder, 0o700);
  allowTraverse(folder, as);
}

/** Lets PostgreSQL's group enter a folder of root without listing it. */
export function allowTraverse(folder: string, { uid, gid }: Identity): void {
  if (!isRoot() || uid === undefined || gid === undefined || canEnter(folder, { uid, gid })) return;
  chownSync(folder, statSync(folder).uid, gid);
  chmodSync(folder, 0o710);
}
