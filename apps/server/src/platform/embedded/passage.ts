import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { type Identity, canEnter, isRoot } from './run-as.ts';

/** Closes the place of a moved cluster, which earlier versions left open. */
export function closePlace(place: string, as: Identity): void {
  if (!isRoot() || !existsSync(place)) return;
  chmodSync(place, 0o700);
  letThrough(place, as);
}

/** Root's folder lets PostgreSQL's group pass, and nothing more: it cannot be listed. */
export function letThrough(folder: string, { uid, gid }: Identity): void {
  if (!isRoot() || uid === undefined || gid === undefined || canEnter(folder, { uid, gid })) return;
  chownSync(folder, statSync(folder).uid, gid);
  chmodSync(folder, 0o710);
}
