import type { Tx } from '../../platform/db/db.ts';
import { changedMeanwhile } from '../../platform/db/page.ts';
import { accountNames } from './account-names.ts';

interface Revised {
  revision: number;
  updatedAt: string;
  updatedById: string | null;
}

/** Refuses a save on an older revision, and names who saved in between. Without a revision any is right. */
export async function checkRevision(db: Tx, row: Revised, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === row.revision) return;
  const names = await accountNames(db, [row.updatedById]);
  throw changedMeanwhile(names.get(row.updatedById ?? '') ?? '', row.updatedAt);
}
